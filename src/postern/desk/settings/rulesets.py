"""The rulesets. Each is named by its slug, or by ``package.module:NAME`` if it is not part of Postern."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias, cast

from postern.game.ruleset import Ruleset

AnyRuleset: TypeAlias = Ruleset[Any, Any]
"""A game whose world and view are its own business: the desk hands them back and never looks inside."""

RULESETS: dict[str, str] = {
    "great_jewels": "postern.rulesets.great_jewels.ruleset:RULESET",
    "cosmos": "postern.rulesets.cosmos.ruleset:RULESET",
    "alamaze_classic": "postern.rulesets.alamaze.ruleset:CLASSIC",
}
"""Slug → where the ruleset's object is found. To add a game, add a row."""


@cache
def ruleset(slug: str) -> AnyRuleset:
    """The ruleset with this slug. Raises ValueError for an unknown one, naming those that there are."""
    target = RULESETS.get(slug, slug)
    module, colon, name = target.partition(":")
    if not colon:
        raise ValueError(f'there is no ruleset "{slug}"; there are: {", ".join(sorted(RULESETS))}')
    try:
        return cast(AnyRuleset, getattr(import_module(module), name))
    except (ImportError, AttributeError) as error:
        raise ValueError(f'the ruleset "{slug}" cannot be loaded from {target}: {error}') from error


@cache
def rules_version(slug: str) -> str:
    """What tells one version of a game's rules from another: 12 hexadecimal digits over its code and its tables, and over what
    all games share.

    Read once: what is changed on the disk later is not the code that runs. Raises ValueError for an unknown ruleset.
    """
    ruleset(slug)
    module = RULESETS.get(slug, slug).partition(":")[0]
    return digest_of(_folder("postern.game.ruleset"), _folder(module))


def digest_of(*folders: Path, more: str = "") -> str:
    """What tells one version of the files in these folders from another, and one text ``more`` from another: 12 hexadecimal
    digits."""
    digest = hashlib.sha256(more.encode())
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _folder(module: str) -> Path:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ValueError(f"{module} has no file")
    return Path(spec.origin).parent
