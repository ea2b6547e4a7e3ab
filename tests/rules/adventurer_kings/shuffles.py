"""What can prove a table's column: a game among computers, a year in which everybody can do everything, figures that rules
give, and texts. Each is the same again until a table is another."""

from __future__ import annotations

import csv
import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import cycle, islice
from typing import Any

from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.kit.content import Content
from postern.game.ruleset import Outcome, Signup
from postern.rulesets.adventurer_kings.game import RULESET
from postern.rulesets.adventurer_kings.report.handbook import handbook
from postern.rulesets.adventurer_kings.report.map import sketch
from postern.rulesets.adventurer_kings.rules.abilities.spying import spying
from postern.rulesets.adventurer_kings.rules.battle.sides import unity
from postern.rulesets.adventurer_kings.rules.battle.strength import missing_druid
from postern.rulesets.adventurer_kings.rules.realm.offices import score
from postern.rulesets.adventurer_kings.rules.travel import extra_moves
from postern.rulesets.adventurer_kings.tables import CONTENT, GRID, TABLES, Tables
from postern.rulesets.adventurer_kings.world import WORLDS, Feature, Guardian, Kingdom, Remains, World
from tests.rules.adventurer_kings.build import add_army, add_character, empty_world, turn_of
from tests.rules.adventurer_kings.meetings import Dice, chances, lair, searched, side
from tests.rules.adventurer_kings.reports import reading

Letters = dict[str, str]
_NAMES = ("ALMA", "BERT", "CORA", "DORN", "EDDA", "FLINT", "GRETA", "HUGO")
_SEED = "shuffled"
_FULL = 5
"""Kings of the year in which everybody can do everything."""
_ALIGNMENTS, _ABILITIES, _ITEMS = tuple(TABLES.alignments), tuple(TABLES.abilities), tuple(TABLES.items)
_MONSTERS, _TYPES, _RIDDLES = tuple(TABLES.monsters.values()), tuple(TABLES.armies), tuple(TABLES.riddles)
_ACTIONS = tuple(one.code for one in TABLES.spells.values() if one.kind != "encounter")
_TACTICS = tuple(one.code for one in TABLES.spells.values() if one.kind == "encounter")
_INVENTIONS, _USES = tuple(TABLES.inventions), tuple(one.number for one in TABLES.items.values() if one.use)


# --- a table shuffled --------------------------------------------------------------------------------------------------------


def shuffled(name: str, column: str) -> str | None:
    """A table's text with the cells of a column in another order; None where all are equal."""
    rows = list(csv.reader(io.StringIO(_text(CONTENT, name, "csv"))))
    at = rows[0].index(column)
    cells = [row[at] for row in rows[1:]]
    if len(set(cells)) == 1:
        return None
    dice, mixed = random.Random(f"{name} {column}"), list(cells)
    while mixed == cells:
        dice.shuffle(mixed)
    for row, cell in zip(rows[1:], mixed, strict=True):
        row[at] = cell
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


_text = Content._text


@contextmanager
def in_place(table: str, text: str) -> Iterator[None]:
    """This text in place of a table's. Raises ValueError where tables then do not fit each other."""
    before = dict(TABLES.__dict__)

    def read(self: Content, name: str, ending: str) -> str:
        return text if (name, ending) == (table, "csv") else _text(self, name, ending)

    try:
        Content._text = read  # type: ignore[method-assign]
        fresh = Tables()
        if faults := list(fresh.faults()):
            raise ValueError(faults[0])
        TABLES.__dict__[table] = getattr(fresh, table)
        _forget()
        yield
    finally:
        Content._text = _text  # type: ignore[method-assign]
        TABLES.__dict__.clear()
        TABLES.__dict__.update(before)
        _forget()


def _forget() -> None:
    """Clears what the game keeps of its tables."""
    for name, module in list(sys.modules.items()):
        if name.startswith("postern.rulesets.adventurer_kings"):
            for one in vars(module).values():
                if hasattr(one, "cache_clear"):
                    one.cache_clear()


# --- years -------------------------------------------------------------------------------------------------------------------


def _new(kings: int) -> World:
    return RULESET.setup({}, [Signup(name) for name in _NAMES[:kings]], Chance(_SEED))


def _year(document: Any, letters: Letters) -> Outcome[World]:
    world = WORLDS.load(document)
    given = {seat: RULESET.read(text, RULESET.view(world, seat)) for seat, text in letters.items()}
    return RULESET.resolve(world, given, Chance(_SEED))


@cache
def _recorded() -> tuple[tuple[Any, Letters], ...]:
    """Two years of a game of eight computers, before any table is shuffled: the world, and what they wrote."""
    world, found = _new(8), []
    while world.turn < 7:
        letters = {seat: RULESET.plan(RULESET.view(world, seat), Chance(_SEED)) for seat in RULESET.active(world)}
        found.append((WORLDS.dump(world), letters))
        world = _year(*found[-1]).world
    return found[0], found[-1]


@cache
def _full() -> tuple[Any, Letters]:
    world = _new(_FULL)
    _fill(world)
    return WORLDS.dump(world), {one.seat: _letter(world, one) for one in world.kingdoms.values()}


def _fill(world: World) -> None:
    """Gives everybody Heroes, levels, things, inventions, armies in a rival's land, and monsters at home."""
    things, monsters, types = cycle(_ITEMS), cycle(_MONSTERS), cycle(_TYPES)
    free = iter([one for one in world.characters.values() if one.status == "free"])
    kings = list(world.kingdoms.values())
    for own, alignment in zip(kings, cycle(_ALIGNMENTS[1:-1]), strict=False):
        own.gold, own.alignment = 400, alignment
        own.inventions = [one for one in _INVENTIONS if one % _FULL != own.number % _FULL]
        own.relations = {
            one.code: "Allied" if {one.number, own.number} == {1, 2} else "Enemy" for one in kings if one is not own
        }
        for one in islice(free, 5):
            one.status, one.kingdom, one.province = "serving", own.code, own.home
        world.provinces[own.home].features = [
            Feature("Cave", kind.tier, 1, Guardian(kind.name, kind.hit_points, kind.hit_points, riddle), 5, [], [own.code])
            for kind, riddle in zip(islice(monsters, 4), _RIDDLES, strict=False)
        ]
        world.provinces[own.home].remains = [Remains("Human", kind, "") for kind in ("LE", "HC")]
    for own in kings:
        mine = world.serving(own.code)
        beside = next(one for one in GRID.neighbours(_rival(world, own).home) if not world.provinces[one].at_sea)
        for at, one in enumerate(mine):
            one.skills = {ability: 3 + (at + own.number + place) % 7 for place, ability in enumerate(_ABILITIES)}
            one.aptitudes = dict.fromkeys(_ABILITIES, 9)
            one.items = list(islice(things, 4))
            if at >= len(mine) - 2:
                one.province = beside
                for kind in islice(types, 5):
                    add_army(world, own.code, kind, beside, one.id, quality=2 + at % 3)


def _rival(world: World, own: Kingdom) -> Kingdom:
    return next(one for one in world.kingdoms.values() if one.number == own.number % _FULL + 1)


def _letter(world: World, own: Kingdom) -> str:
    """Two spells, an attack or a third one, and two more actions for each."""
    rival, mine = _rival(world, own), world.serving(own.code)
    actions, tactics = cycle(_ACTIONS), cycle(_TACTICS)
    all(islice(actions, 5 * own.number)), all(islice(tactics, 5 * own.number))
    lines = [f"TREAT {code}" for code, relation in own.relations.items() if relation == "Allied"]
    for at, one in enumerate(mine):
        near = GRID.neighbours(one.province)
        at_whom = {"MR": mine[at - 1].id, "IT": "Forest", **dict.fromkeys(("CL", "EQ", "FO", "PA"), near[0]), "PL": near[-1]}
        casts = [f"CA {code} {at_whom.get(code, '')}" for code in islice(actions, 3)]
        plan = [f"CA-{code}" for code in islice(tactics, 2)]
        fourth = (f"SE {own.home}.{1 + at % 4} : SC, TA, {', '.join(plan)}, FI, ME", f"PU {rival.king}", f"SP {near[0]}")
        fifth = (f"PR {_ABILITIES[3 * at % 15]}", f"EN {rival.king} : ST, ME", f"SE {own.home}.{1 + at % 4} : ST, ME", "EX")
        third = f"MO {rival.home}" if at >= len(mine) - 2 else casts[2]
        phases = (casts[0], casts[1], third, fourth[at % 3], fifth[at % 4])
        lines += [f"PLAN {one.id} {', '.join(plan)}, FI, ME", f"CHAR {one.id}"]
        lines += [f"{phase} {order}" for phase, order in enumerate(phases, 1)]
    return "\n".join(lines)


# --- figures that rules give -------------------------------------------------------------------------------------------------


def _leaders() -> Any:
    """What leaders of every level of March and Spy can do, and whether the table of March says so."""
    for number in range(10):
        world = empty_world()
        one, other = (add_character(world, "AA", 82, {"MA": number, "SP": number}) for _ in range(2))
        turn = turn_of(world)
        for origin in (82, 83, 90):
            turn.came_from = {one.id: 82, other.id: origin}
            yield unity(turn, 82, one, other)
        more = [extra_moves(world, one, add_army(world, "AA", kind, 82, one.id), False) for kind in ("PH", "LC")]
        yield more == [TABLES.march[number].slow, TABLES.march[number].fast]
        yield spying(world, one)


def _worn() -> Any:
    """What each thing does for its bearer against blows and arrows, for the armies that he leads, and when he uses it."""
    for number in _ITEMS:
        world = empty_world()
        bearer, foe = add_character(world, "AA", 82, items=[number]), add_character(world, "BB", 82)
        turn = turn_of(world)
        yield chances(side(turn, foe), side(turn, bearer))
        yield [missing_druid(world, bearer, add_army(world, "AA", kind, 82)) for kind in _TYPES]
    for number in _USES:
        world = empty_world()
        user = add_character(world, "AA", 82, dict.fromkeys(_ABILITIES, 3), items=[number])
        world.provinces[82].remains = [Remains("Human", "LE", "AA")]
        add_character(world, "AA", 82, status="dead")
        letter = f"CHAR {user.id}\n1 US {number}\n2 US {number}"
        played = RULESET.resolve(world, {"A": RULESET.read(letter, RULESET.view(world, "A"))}, Chance(_SEED))
        yield (
            played.world.characters[user.id].items,
            played.world.characters[user.id].used_items,
            [one.kind for one in played.events],
        )


def _tempers() -> Any:
    for temper in TABLES.tempers:
        for other in TABLES.tempers:
            world = empty_world()
            turn = turn_of(world)
            one, foe = (add_character(world, code, 82, temper=kind) for code, kind in (("AA", temper), ("BB", other)))
            yield chances(side(turn, one), side(turn, foe))


def _guardians() -> Any:
    """Talk with every kind of monster, twice; each asks a riddle."""
    for riddle, kind in zip(cycle(_RIDDLES), _MONSTERS, strict=False):
        for druid in (1, 3):
            world = empty_world()
            one = add_character(world, "AA", 82, {"DR": druid})
            lair(world, kind.name, riddle=riddle)
            turn = searched(world, one, "SC, TA, ME", Dice(rest=20 + 10 * druid, other=(3, 3, 3, 3)))
            yield [repr(event.data) for event in turn.events], repr(world.kingdoms["AA"].seen.get(82))


def _scores() -> Any:
    for alignment in _ALIGNMENTS:
        world = empty_world(alignment)
        for emperor in _ALIGNMENTS:
            world.kingdoms["BB"].alignment = emperor
            offices = dict.fromkeys(TABLES.offices, 1) | {"WE": world.kingdoms["BB"].king}
            yield score(world, world.kingdoms["AA"], offices)


def _texts() -> Any:
    """The handbook, answers to JOIN letters, and the reports of the year in which everybody can do everything."""
    yield [repr(one) for one in (*handbook().topics, *handbook().entries)]
    yield [RULESET.signup(f"NAME=GREEDY\nRACE {race}\nSECOND WR", ()) for race in TABLES.homes]
    done = _year(*_full())
    for code in list(done.world.kingdoms)[:2]:
        told = reading(done.world, done.events, code)
        yield sketch(told), repr(RULESET.report(told.view, seen(done.events, told.view.seat)))
        yield done.world.kingdoms[code].seen


PROOFS: dict[str, Callable[[], Any]] = {
    "set-up": lambda: WORLDS.dump(_new(8)),
    "leaders": lambda: list(_leaders()),
    "tempers": lambda: list(_tempers()),
    "scores": lambda: list(_scores()),
    "first year": lambda: _told(_year(*_recorded()[0])),
    "sixth year": lambda: _told(_year(*_recorded()[1])),
    "guardians": lambda: list(_guardians()),
    "full year": lambda: _told(_year(*_full())),
    "things": lambda: list(_worn()),
    "texts": lambda: list(_texts()),
}
"""By what a column can be proved, the quickest first."""


def _told(done: Outcome[World]) -> Any:
    return WORLDS.dump(done.world), [repr(one) for one in done.events]
