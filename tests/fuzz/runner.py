"""The process in which a target is fuzzed: started by `tests.fuzz`, never by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.fuzz.__main__ import run

if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
