"""The rulesets. Each is named by its slug, or by ``package.module:NAME`` if it is not part of Postern."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias, cast

from rapidfuzz import fuzz, process

from postern.game.ruleset import Ruleset

AnyRuleset: TypeAlias = Ruleset[Any, Any]
"""A game whose world and view are its own business: the desk hands them back and never looks inside."""

RULESETS: dict[str, str] = {
    "great_jewels": "postern.rulesets.great_jewels.game:RULESET",
    "cosmos": "postern.rulesets.cosmos.game:RULESET",
    "alamaze_classic": "postern.rulesets.alamaze.game:CLASSIC",
    "adventurer_kings": "postern.rulesets.adventurer_kings.game:RULESET",
}
"""Slug → where the ruleset's object is found. To add a game, add a row."""

_NEAR = 75
"""How much alike, of 100, a misspelt name and a game's are."""
_SMALL = ("THE", "OF", "A")


@cache
def ruleset(slug: str) -> AnyRuleset:
    """The ruleset with this slug. Raises ValueError for an unknown one, naming those that there are, and for one that leaves
    something out."""
    target = RULESETS.get(slug, slug)
    module, colon, name = target.partition(":")
    if not colon:
        raise ValueError(f'there is no ruleset "{slug}"; there are: {", ".join(sorted(RULESETS))}')
    try:
        found = cast(AnyRuleset, getattr(import_module(module), name))
    except (ImportError, AttributeError) as error:
        raise ValueError(f'the ruleset "{slug}" cannot be loaded from {target}: {error}') from error
    if missing := _left_out(found):
        raise ValueError(f'the ruleset "{slug}" ({target}) leaves out {", ".join(missing)}')
    return found


def _left_out(found: AnyRuleset) -> list[str]:
    """What every ruleset has, or its class says that it has, and this one has not."""
    classes = (Ruleset, *type(found).__mro__)
    wanted = {*vars(Ruleset), *(name for one in classes for name in vars(one).get("__annotations__", ()))}
    return sorted(name for name in wanted if not name.startswith("_") and not hasattr(found, name))


def check_slug(slug: str) -> None:
    """Check that there is such a ruleset; code of an installed one is not read. Raises ValueError as ``ruleset`` does."""
    if slug not in RULESETS:
        ruleset(slug)


def begins_order(line: str) -> bool:
    """Return whether the line begins an order of some game that is installed: no mail program broke a line before it."""
    return any(ruleset(slug).begins_order(line) for slug in RULESETS)


def game_word(slug: str) -> str:
    """Return the name by which letters offer a game, in capitals: ``GREAT JEWELS``. Raises ValueError for an unknown one."""
    return ruleset(slug).title.upper() if ":" in slug else slug.replace("_", " ").upper()


def named(words: str, slugs: Sequence[str]) -> str | None:
    """Return the one of these rulesets that the words name: by its title, a part of it, its initials (``QJ``), or nearly so.

    None where they name none, or several. Raises ValueError for an unknown ruleset.
    """
    wanted = " ".join(words.replace("_", " ").upper().split())
    names = {slug: _names(slug) for slug in slugs}
    found = [slug for slug in slugs if wanted in names[slug]]
    if not found:
        near = process.extractOne(wanted, sorted(set().union(*names.values())), scorer=fuzz.ratio, score_cutoff=_NEAR)
        found = [slug for slug in slugs if near is not None and near[0] in names[slug]]
    return found[0] if len(found) == 1 else None


@cache
def _names(slug: str) -> frozenset[str]:
    title = ruleset(slug).title.upper()
    words = [word for word in title.split() if word not in _SMALL]
    initials = [word[0] for word in words]
    short = {"".join(some) for size in range(2, len(initials) + 1) for some in combinations(initials, size)}
    parts = {" ".join(words[at:to]) for at in range(len(words)) for to in range(at + 1, len(words) + 1)}
    return frozenset({title, game_word(slug), *parts, *short})


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
