"""``postern``, and ``python -m postern.cli``.

A worker process reads this module as it starts (multiprocessing reads the main module again), so it loads nothing by itself.
"""

from __future__ import annotations

import gc


def main() -> None:
    """The command line."""
    gc.disable()  # reading modules leaves nothing to collect, and looking for it takes a tenth of the time
    from postern.cli.main import app

    gc.enable()
    app()


if __name__ == "__main__":
    main()
