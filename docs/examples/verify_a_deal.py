"""Computes every pack of a record again.   verify_a_deal.py [FILE]"""

import sys
from pathlib import Path

from ecarte.fairness import Verdict, check_deals
from ecarte.notation import read as read_record

file = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("game.txt")
record = read_record(Path(file).read_text(encoding="utf-8"))

checks = check_deals(record.events, record.fair)
for check in checks:
    print(f"deal {check.number}: {check.verdict.value}")
sys.exit(any(check.verdict is not Verdict.FAIR for check in checks))
