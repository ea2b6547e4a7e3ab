"""``postern``, and ``python -m postern.cli``.

A worker process reads this module as it starts (multiprocessing reads the main module again), so it loads nothing by itself.
"""

from __future__ import annotations

import gc


def main() -> None:
    """The command line."""
    gc.disable()  # reading modules leaves nothing to collect, and looking for it takes a tenth of the time
    from postern.cli.main import app

    app(obj=_begin)


def _begin() -> None:
    """What comes before a command, its code read: what it does it says itself, and the daemon sets up its own log."""
    from postern.cli.logs import set_up_logging
    from postern.desk.settings.config import LogSettings

    gc.enable()
    set_up_logging(LogSettings(level="warning"))


if __name__ == "__main__":
    main()
