"""Which rulesets there are. A ruleset is named by its slug, or by ``package.module:NAME`` where it is not ours."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, TypeAlias, cast

from postern.game.ruleset import Ruleset

AnyRuleset: TypeAlias = Ruleset[Any, Any]
"""A game whose world and view are its own business: the desk hands them back and never looks inside."""

RULESETS: dict[str, str] = {
    "great_jewels": "postern.rulesets.great_jewels.ruleset:RULESET",
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
