"""Runs the command line of the library: `python -m ecarte`."""

import sys

from ecarte.cli import main

if __name__ == "__main__":
    sys.exit(main())
