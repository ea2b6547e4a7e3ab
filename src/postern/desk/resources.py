"""Where the letters' templates lie: in the package when installed, beside ``src`` when run from the project's folder."""

from __future__ import annotations

from pathlib import Path

import postern

_PACKAGE = Path(postern.__file__).resolve().parent


def letters_folder() -> Path:
    """The folder of the letters' templates. Raises FileNotFoundError when the installation lacks it."""
    for folder in (_PACKAGE / "templates" / "letters", _PACKAGE.parents[1] / "templates" / "letters"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the letters' templates are missing: neither beside nor in {_PACKAGE}")
