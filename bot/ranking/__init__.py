"""The rules of ranking: places, titles, ratings, strengths, periods and seasons. Knows no database and no Discord."""
