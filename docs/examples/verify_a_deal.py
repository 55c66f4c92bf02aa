"""Computes every pack of a record again.   verify_a_deal.py [FILE]"""

import sys
from pathlib import Path

from ecarte import read_record, verify_record
from ecarte.fair import Verdict

file = sys.argv[1] if len(sys.argv) > 1 else Path(__file__).with_name("game.txt")
record = read_record(Path(file).read_text(encoding="utf-8"))

checks = verify_record(record)
for check in checks:
    print(f"deal {check.number}: {check.verdict.value}")
sys.exit(any(check.verdict is not Verdict.FAIR for check in checks))
