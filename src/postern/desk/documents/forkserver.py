"""The process of which every worker is a copy: to import this module is to make it one (``workers``).

It reads all that workers need at the daemon's start, and does nothing else but copy itself.
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
