"""Variants that the book mentions (chapter 2): teams and other ways to win, as a game's ``[options]`` say.

A variant is fixed at set-up and stands in the world, so that every turn and every report of the game sees the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from postern.game.ruleset import Signup

EARLIEST_LIMIT, LATEST_LIMIT = 5, 100
FEWEST_TEAMS, MOST_TEAMS = 2, 6


@dataclass(frozen=True, slots=True)
class Variant:
    """How a game departs from the book's victory conditions; the plain one is the book's own game."""

    teams: int = 0
    """How many teams there are; 0: everybody for themselves."""
    score_limit: int = 0
    """The score that ends the game when somebody has it at the end of a turn; 0: none does."""
    turn_limit: int = 0
    """The last turn, known to all from the start; 0: the players' secret average, as in the book."""
    jewels_win: bool = True
    """Whether the Great Jewels end the game at once."""


PLAIN = Variant()


class _Options(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    game: str = ""
    teams: int = Field(default=0)
    score_limit: int = Field(default=0, ge=0, le=1_000_000)
    turn_limit: int = Field(default=0)
    jewels_win: bool = True


def read_variant(options: Mapping[str, Any]) -> Variant:
    """The variant that a game's options ask for. Raises ValueError, a line for each option that cannot be."""
    try:
        asked = _Options.model_validate(dict(options))
    except ValidationError as error:
        known = [name for name in _Options.model_fields if name != "game"]
        lines = [_fault(one["loc"][0], one["type"], one["msg"], known) for one in error.errors()]
        raise ValueError("\n".join(lines)) from None
    if asked.teams and not FEWEST_TEAMS <= asked.teams <= MOST_TEAMS:
        raise ValueError(f"teams: needs {FEWEST_TEAMS} to {MOST_TEAMS}, or 0 for none; is {asked.teams}")
    if asked.turn_limit and not EARLIEST_LIMIT <= asked.turn_limit <= LATEST_LIMIT:
        limits = f"{EARLIEST_LIMIT} to {LATEST_LIMIT}"
        raise ValueError(f"turn_limit: needs {limits}, or 0 for the players' secret average; is {asked.turn_limit}")
    return Variant(asked.teams, asked.score_limit, asked.turn_limit, asked.jewels_win)


def _fault(place: object, kind: str, message: str, known: Sequence[str]) -> str:
    if kind == "extra_forbidden":
        return f"{place}: there is no such option; there are {', '.join(known)}"
    return f"{place}: {message[0].lower()}{message[1:]}"


def check_seats(variant: Variant, seats: int) -> None:
    """Raises ValueError when ``seats`` players cannot form the variant's teams of at least two."""
    if variant.teams and seats < 2 * variant.teams:
        raise ValueError(f"teams: {variant.teams} teams of two or more need {2 * variant.teams} seats, not {seats}")


def sentences(variant: Variant, last_turn: int = 0) -> tuple[str, ...]:
    """What a player must know of the variant, a sentence each; nothing for the book's own game. ``last_turn``: the last turn
    as it stands now, where a talisman or a vote has moved it."""
    said = []
    if variant.teams:
        said.append(
            f"There are {variant.teams} teams. Team-mates are allies from the start, their scores count together, and they win "
            "together."
        )
    if variant.score_limit:
        whose = "a team" if variant.teams else "a player"
        said.append(
            f"The game ends after the turn in which {whose} has {variant.score_limit} points; the highest score wins then."
        )
    if variant.turn_limit:
        said.append(
            f"The last turn is turn {last_turn or variant.turn_limit}, and everybody knows it: nobody names one (`E=25`)."
        )
    if not variant.jewels_win:
        said.append("Holding the Great Jewels does not end the game: only points win.")
    elif variant.teams:
        said.append("The Great Jewels of a team count together: all three end the game, and the team wins.")
    return tuple(said)


def form_teams(variant: Variant, seats: Sequence[Signup]) -> dict[str, int]:
    """The team of each seat, from 1; 0 for all where there are none. Sizes differ by one at most.

    Wishes (``team``) are met in the order of joining while that team has room; all others fill the smallest teams.
    """
    teams = dict.fromkeys([seat.name for seat in seats], 0)
    if not variant.teams:
        return teams
    least, more = divmod(len(seats), variant.teams)
    sizes = dict.fromkeys(range(1, variant.teams + 1), 0)
    for seat in seats:
        wish = int(seat.wishes.get("team") or 0)
        full = sum(size > least for size in sizes.values())
        if wish in sizes and (sizes[wish] < least or (sizes[wish] == least and full < more)):
            teams[seat.name] = wish
            sizes[wish] += 1
    for seat in seats:
        if not teams[seat.name]:
            teams[seat.name] = min(sizes, key=lambda team: (sizes[team], team))
            sizes[teams[seat.name]] += 1
    return teams
