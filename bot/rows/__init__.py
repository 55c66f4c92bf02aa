"""Stored values, frozen, and the errors of the storage. Knows no database, no Discord and no rule.

Times are epoch milliseconds (UTC), ids are Discord's.
"""
