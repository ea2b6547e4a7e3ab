"""Every event of the economy has its sentence, and every sentence an event (CF-1.2-08)."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest

PACKAGE = files("postern.rulesets.cosmos")
MODULES = [f"economy/{name}" for name in ("income", "settling", "transfers", "upkeep", "walls", "works")]
MODULES += [f"orders/{name}" for name in ("resources", "recruiting", "merging", "building", "fortifications")]
PAGES = ("resources", "recruiting", "merging", "building", "fortifications")


@pytest.mark.rule("CF-1.2-08")
def test_events_and_sentences_match() -> None:
    code = "".join(PACKAGE.joinpath(f"{name}.py").read_text() for name in MODULES)
    told = set(re.findall(r'\.tell\(\s*"([^"]+)"', code)) | set(re.findall(r'\.tell_(?:of|owner)\(\s*[a-z.]+, "([^"]+)"', code))
    told |= set(re.findall(r'_end\(turn, nation, work, "([^"]+)"', code))
    words: list[str] = []
    for page in PAGES:
        words += tomllib.loads(PACKAGE.joinpath(f"data/tellings/{page}.toml").read_text())
    assert sorted(told) == sorted(words)
