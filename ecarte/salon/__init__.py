"""Tables where players may err and see to the laws themselves (Laws 23-25, 39-43)."""

from ecarte.salon._apply import SALON

__all__ = [
    "SALON",
]
