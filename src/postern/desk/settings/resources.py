"""Where the templates of letters lie: inside the installed package, or beside ``src`` in the project's folder."""

from __future__ import annotations

from pathlib import Path

import postern
from postern.desk.settings.tomlfile import ConfigError

_PACKAGE = Path(postern.__file__).resolve().parent

MEND = "mend it, or put the file of this Postern back"


def letters_folder() -> Path:
    """The folder of the letters' templates. Raises FileNotFoundError when the installation lacks it."""
    for folder in (_PACKAGE / "templates" / "letters", _PACKAGE.parents[1] / "templates" / "letters"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the letters' templates are missing: neither beside nor in {_PACKAGE}")


def templates_in(folder: Path) -> dict[str, str]:
    """All templates of a folder, name → text. Raises ConfigError with a line for each that cannot be read."""
    texts, problems = read_templates(folder)
    if problems:
        raise ConfigError(problems)
    return texts


def read_templates(folder: Path) -> tuple[dict[str, str], list[str]]:
    """The templates of a folder that can be read, name → text, and a line for each that cannot."""
    texts, problems = dict[str, str](), list[str]()
    for path in sorted(folder.rglob("*.j2")):
        try:
            texts[str(path.relative_to(folder))] = path.read_text("utf-8-sig")  # some editors put a mark before UTF-8
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            problems.append(f"{path}:{line}: is not written in UTF-8; save it so, or put the file of this Postern back")
        except OSError as error:
            problems.append(f"{path}: cannot be read ({error.strerror}); {MEND}")
    return texts, problems
