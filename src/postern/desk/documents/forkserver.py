"""Runs in the process that ``workers`` copies (forks) to start a new worker.

Python's ``forkserver`` imports this module once, when the daemon starts. It reads everything that workers need, so that each
copy has it in memory at once. The process does nothing else.
"""

from __future__ import annotations

import contextlib
import gc
import signal

from postern.desk.documents.preload import read_all

# Ctrl-C and a reload are the daemon's to answer.
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
# What cannot be read fails the job that needs it, in words, and nothing else.
with contextlib.suppress(Exception):
    read_all()
gc.collect()
gc.freeze()  # stays as it is in every copy, so that they share its memory
