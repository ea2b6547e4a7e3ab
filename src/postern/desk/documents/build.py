"""What tells one Postern from another where turns run and documents are drawn: workers of other machines must be the same."""

from __future__ import annotations

import platform
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

import postern
from postern.desk.settings.rulesets import digest_of

_CODE = ("game", "rulesets", "render", "desk/documents", "desk/settings", "post")
_LIBRARIES = (
    "font-source-sans-pro",
    "font-source-serif-pro",
    "jinja2",
    "pillow",
    "pydantic",
    "pymupdf-fonts",
    "pypdfium2",
    "reportlab",
)
"""Those whose version shows in the bytes of worlds and documents."""
_PREFIX = "postern-"


@cache
def build() -> str:
    """The name of this Postern: ``postern-VERSION-DIGEST``, the digest over rules, tables, what draws, and the libraries that
    it draws with. Read once: what is changed on the disk later is not the code that runs."""
    home = Path(postern.__file__).parent
    libraries = [f"{name} {version(name)}" for name in _LIBRARIES]
    more = " ".join((platform.python_version(), zlib.ZLIB_RUNTIME_VERSION, *libraries))
    return f"{_PREFIX}{version('postern')}-{digest_of(*(home / part for part in _CODE), more=more)}"


def version_in(name: str) -> str | None:
    """The version in the name of some Postern's build; None for a name that is none."""
    return name.removeprefix(_PREFIX).rpartition("-")[0] if name.startswith(_PREFIX) else None
