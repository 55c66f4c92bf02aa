"""What surrounds a game: chairs and the queue for them, guests, a pool, a rubber, packs, backers' advice, stakes."""

from ecarte.table import advice, chairs, company, packs, pool, rubber
from ecarte.table.chairs import Queue
from ecarte.table.company import Company
from ecarte.table.packs import Pack, Packs
from ecarte.table.pool import Pool, PoolForm, PoolStage
from ecarte.table.rubber import Rubber

__all__ = [
    "Company",
    "Pack",
    "Packs",
    "Pool",
    "PoolForm",
    "PoolStage",
    "Queue",
    "Rubber",
    "advice",
    "chairs",
    "company",
    "packs",
    "pool",
    "rubber",
]
