"""The rules of ranking: places, titles, ratings, strengths, periods and seasons.

This package knows no database and no Discord.
"""
