"""No letter stops a turn: whatever the seats order, with talismans of every kind in their hands, the turn runs and is told.

Orders by chance in all of the book's forms, for forces, places, players and amounts that there are, that there were, and that
never could be.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

import pytest

from postern import render
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.orders import OrderSheet
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.orders.talismans import NEEDS, SPELL_FORMS
from postern.rulesets.great_jewels.tables import CATALOGUE, JEWELS, PROVINCES, neighbours
from postern.rulesets.great_jewels.world.records import World
from tests.rules.great_jewels.games import assert_sound, played

_FORMS = (
    "{L}M{P}", "{L}M{P}{P}", "{L}M*", "{L}F{P}{P}{P}", "{L}S{P}", "{L}A{W}", "{L}K{W}", "{L}C{W}", "{L}AG", "{L}KG", "{L}CG",
    "{G}A{L}", "{G}C{L}", "{G}K{L}", "{W}T{N}T{W}", "{W}T{N}Z{W}", "{W}T#T{W}", "{W}T#ZG", "{W}T{N}R{W}", "{W}T{N}S{W}",
    "{G}BC{N}", "{G}BC+", "{G}BC-", "{G}BC#", "{G}BN{N}", "{G}BD", "{G}BR{N}{L}", "{G}BS{N}{L}", "{G}XC{N}", "{G}XN{N}",
    "{G}XD", "{L}XR{N}", "{L}XS{N}", "R{P}", "{L}Y", "{L}U{P}", "{L}U{P}={N}", "{L}U{P}={A}", "{W}R{N}{P}", "{W}R{N}*", "{G}M",
    "T{T}{L}", "T{T}G", "T{T}{G}", "T{T}={L}", "T{T}={P}", "T{T}={N}", "T{T}={A}", "T{T}={G}", "T{T}=+", "T{T}=-", "T{T}=T{T}",
    "T{T}=R", "T{J}={S}", "T{J}={S}", "T{J}={S}", "T{U}", "T{U}", "T{U}", "A={A}", "N={A}", "H={A}", "{L}N", "{L}P", "{L}Q",
    "{L}H", "{L}E", "ZN", "ZY", "E={N}", "{L}W{L}", "D={A}\nhello\nEND", "D=*\nhello\nEND", "L#M{P}", "{L}FT{N}", "PLAY AZONI",
)  # fmt: skip


class _Wild:
    """Fills forms with what is likely to matter to one seat, and now and then with anything at all."""

    def __init__(self, world: World, seat: str, chance: random.Random) -> None:
        self._world, self._seat, self._chance = world, seat, chance
        self._own = [number for number, one in world.leaders.items() if one.owner == seat] or [1]
        self._lands = [name for name, place in world.provinces.items() if place.owner == seat] or ["B4"]
        self._held = [
            number for number, one in world.talismans.items() if one.leader in self._own or one.province in self._lands
        ] or [1]

    def letter(self, lines: int) -> str:
        return "\n".join(self._line(self._chance.choice(_FORMS)) for _ in range(lines))

    def _line(self, form: str) -> str:
        self._here = ""
        return re.sub(r"\{([A-Z])\}", lambda found: str(getattr(self, f"_{found[1].lower()}")()), form)

    def _any(self, likely: Iterable[object], else_: Iterable[object]) -> str:
        return str(self._chance.choice(list(likely) if self._chance.random() < 0.85 else list(else_)))

    def _l(self) -> str:
        """One of the seat's leaders, or whoever is where the first of the line is."""
        leaders = self._world.leaders
        near = [one.number for one in leaders.values() if one.province == self._here] if self._here else self._own
        number = self._any(near or self._own, [*leaders, 0, 999, 999_999_999])
        if not self._here and int(number) in leaders:
            self._here = leaders[int(number)].province
        return f"L{number}"

    def _p(self) -> str:
        """A province beside the one before it in the line, or beside the force that the line is about."""
        here = self._here or self._chance.choice(self._lands)
        self._here = self._any([here, *neighbours(here)], PROVINCES)
        return self._any([self._here], ["A99", "S1", "S5", "S99", "B0", "Z9"])

    def _g(self) -> str:
        if not self._here:
            self._here = self._chance.choice(self._lands)
        return "G" + self._any([self._here], [*PROVINCES, "A99", "S5"])

    def _w(self) -> str:
        return self._chance.choice([self._l, self._g])()

    def _n(self) -> str:
        return self._any(["1", "2", "5", "20", "25"], ["0", "3", "99", "1000", "999999999", "#"])

    def _a(self) -> str:
        return self._any(self._world.players, ["NOBODY", "MERC", "LOTU", self._seat])

    def _t(self) -> str:
        return self._any(self._held, [*CATALOGUE, 0, 153])

    def _j(self) -> str:
        held = [number for number in self._held if number in JEWELS or number == 99]
        return self._any(held or [1], [*JEWELS, 99])

    def _s(self) -> str:
        spell = self._chance.choice(list(SPELL_FORMS))
        form = {
            "TL": "TL{L}{P}", "B": "B{L}", "S": "S{P}", "P": "P{L}", "C": "C", "X": "X{P}" + self._chance.choice("CMFI"),
            "L": "L{P}", "D": "D{P}{P}", "G": "G" + self._chance.choice(_FORMS) + "[{A}]",
        }[spell]  # fmt: skip
        return self._line(form).replace("TLL", "TL")

    def _u(self) -> str:
        number = self._chance.choice(list(NEEDS))
        kind, example = NEEDS[number]
        what = {"a province": self._p, "a leader": self._l, "a number": self._n, "a player": self._a}
        what["a talisman's number"] = self._t
        return f"{number}={what[kind]() if kind in what else example.split()[0]}"


def _strewn(world: World, chance: random.Random) -> World:
    """The world with every talisman in somebody's hands."""
    armies = [one.number for one in world.leaders.values() if one.owner in world.players]
    lands = [name for name, place in world.provinces.items() if place.owner]
    for talisman in world.talismans.values():
        with_leader = chance.random() < 0.6
        talisman.leader = chance.choice(armies) if with_leader else 0
        talisman.province = "" if with_leader else chance.choice(lands)
        talisman.gained = max(world.turn - chance.randrange(4), 0)
    return world


@pytest.mark.parametrize("number", range(12))
def test_a_turn_runs_whatever_is_ordered(number: int) -> None:
    chance = random.Random(f"wild {number}")
    world = _strewn(played("wild", chance.choice((1, 4, 8, 12))), chance)
    for turn in range(3):
        sheets: dict[str, OrderSheet] = {}
        for seat in RULESET.active(world):
            view = RULESET.view(world, seat)
            sheets[seat] = RULESET.read(_Wild(world, seat, chance).letter(25), view)
            RULESET.check(sheets[seat], view)
        outcome = RULESET.resolve(world, sheets, Chance(f"wild {number} {turn}"))
        world = RULESET.load(RULESET.dump(outcome.world))
        assert_sound(world)
        for seat in RULESET.active(world):
            render.to_text(RULESET.report(RULESET.view(world, seat), seen(outcome.events, seat)))
