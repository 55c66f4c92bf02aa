"""What is stored, as frozen values, and the errors of storing it. Knows no database, no Discord and no rule.

Times are epoch milliseconds (UTC), ids are Discord's.
"""
