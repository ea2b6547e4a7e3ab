"""A battle told on a page: order of battle, what each side weighed, blows or rounds in order, losses, booty, the field.

For every game: one whose battles are settled at one moment gives measures and blows, one whose battles have stages gives the
strength of each host after each stage, too. Texts may hold the light marks of ``postern.game.report``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from postern.game.front import Tone


@dataclass(frozen=True)
class Unit:
    """One force in the order of battle, named as the blows name it, with its strength before and after.

    A strength is None where the reader did not see it. ``text`` says what it did and with how much. ``gone`` marks what was
    destroyed, ``walled`` what stood behind the walls of the place; ``dots`` is its quality, named by ``BattlePage.dots``.
    """

    name: str
    before: int | None = None
    after: int | None = None
    text: str = ""
    gone: bool = False
    walled: bool = False
    dots: int = 0

    @property
    def left(self) -> str:
        """What is left of it in a word: a number, "gone", or "?" where nobody saw it."""
        return "gone" if self.gone else "?" if self.after is None else str(self.after)


@dataclass(frozen=True)
class Host:
    """All forces of one owner. ``own`` is the reader's; ``ours`` is set for his allies', too, who stand on his side.

    ``number`` is that of the owner at set-up, for its colour; 0 for those who play no side.
    """

    name: str
    units: tuple[Unit, ...]
    own: bool = False
    ours: bool = False
    number: int = 0
    note: str = ""


@dataclass(frozen=True)
class Measure:
    """One thing in which both sides are weighed ("attack factors"); None where the reader does not know it."""

    name: str
    ours: int | None
    theirs: int | None


@dataclass(frozen=True)
class Stage:
    """A stage of a battle that has several, with the strength of each host (in their order) when it was over."""

    name: str
    strengths: tuple[int | None, ...]


@dataclass(frozen=True)
class Blow:
    """What happened in the battle, in order: its place in the list is its number on the sketch and on the course.

    ``sources`` and ``target`` are names of units; ``answer`` marks what only came back at an attacker. ``stage`` counts the
    stages from 1; 0 where there are none.
    """

    title: str
    text: str = ""
    tone: Tone = "body"
    sources: tuple[str, ...] = ()
    target: str = ""
    answer: bool = False
    stage: int = 0


@dataclass(frozen=True)
class Ground:
    """Where it was fought: a style of terrain (as in ``chart.Terrain``), and the walls there in words, or ""."""

    style: str
    walls: str = ""
    road: bool = False


@dataclass(frozen=True)
class BattlePage:
    """The page. ``number`` is that of the battle on the map (0: none); ``verdict`` a word, ``held`` who has the field.

    ``turned`` says in a sentence what turned it, ``order`` how the blows come in order. ``dots`` names the qualities of units
    from one dot up; ``note`` explains words of the game that stand on the page.
    """

    block: Literal["battle-page"] = field(default="battle-page", init=False, repr=False)
    title: str
    place: str
    head: str
    number: int
    verdict: str
    tone: Tone
    tale: str
    hosts: tuple[Host, ...]
    ground: Ground
    held: str = ""
    turned: str = ""
    measures: tuple[Measure, ...] = ()
    stages: tuple[Stage, ...] = ()
    order: str = ""
    blows: tuple[Blow, ...] = ()
    losses: tuple[str, ...] = ()
    booty: tuple[str, ...] = ()
    followed: tuple[str, ...] = ()
    dots: tuple[str, ...] = ()
    note: str = ""
