"""What we print as an order, in the book's form or in words, reads back to exactly that order: alone and beside others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern.game.chance import Chance
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import Scene, View, view_of
from postern.rulesets.great_jewels.orders.families import code_of, parse, words_of
from postern.rulesets.great_jewels.orders.reading.letter import read
from postern.rulesets.great_jewels.orders.talismans import SPELL_OF_STONE
from postern.rulesets.great_jewels.report.answers import check
from postern.rulesets.great_jewels.tables import CATALOGUE
from postern.rulesets.great_jewels.turn.orders import (
    AcceptEngines,
    Attack,
    Autobuild,
    AutoWaylay,
    BuildCsps,
    BuildEngines,
    BuildNavies,
    BuildRoad,
    BuyMercenaries,
    ChoosePeople,
    DeclareAlly,
    Destroy,
    EndVote,
    GiveTalisman,
    Hostile,
    Move,
    Muster,
    NoWaylay,
    QJOrder,
    Raid,
    Ravage,
    Sail,
    SetPeace,
    Spell,
    Transfer,
    Unlock,
    UseTalisman,
)
from postern.rulesets.great_jewels.world.records import Force, People, Terrain
from tests.rules.great_jewels.build import leader, own, talisman
from tests.rules.great_jewels.games import played
from tests.rules.great_jewels.test_expected import print_entries
from tests.rules.great_jewels.test_readback import realm

_OWN, _THEIRS, _UNSEEN = (13, 14, 15, 16, 17), 31, 77
_PLACES = ("E5", "A4", "F5", "L4")
_LANDS = ("E5", "A4", "E6", "L4", "L17", "L3", "M7", "B10", "S14")
_PLAYERS = ("KING", "BBB")


@cache
def scene(turn: int) -> View:
    """The realm of the read-back with land in row L, on the turn wanted."""
    world = realm()
    world.turn = turn
    own(world, "L4", "LORD", garrison=6, zorans=40)
    leader(world, 17, "LORD", "L4", troops=9, zorans=3)
    leader(world, 33, "BBB", "L4", troops=2)
    talisman(world, 2, 17)
    print_entries(world, "LORD", "E6", "M7")
    return view_of(world, "LORD")


_own = st.sampled_from(_OWN)
_place = st.sampled_from(_PLACES)
_land = st.sampled_from(_LANDS)
_whom = st.sampled_from((*_OWN, _THEIRS, 33, _UNSEEN))
_player = st.sampled_from(_PLAYERS)
_many = st.integers(1, 400)
_some = st.none() | _many
_force = _own.map(lambda one: Force(leader=one)) | _place.map(lambda one: Force(garrison=one))
_leading = _own.map(lambda one: Force(leader=one))
_holding = _place.map(lambda one: Force(garrison=one))
_inner = st.sampled_from(("L31MB4", "GE6BC2", "L31AG", "L31P", "GE6R5E5", "RE6"))


def _spells(number: int, letter: Any) -> st.SearchStrategy[QJOrder]:
    made: dict[str, dict[str, st.SearchStrategy[Any]]] = {
        "TL": {"leader": _whom, "province": _land},
        "B": {"leader": _whom},
        "P": {"leader": _whom},
        "S": {"province": _land},
        "L": {"province": _land},
        "C": {},
        "X": {"province": _land, "terrain": st.sampled_from(Terrain)},
        "D": {"province": _land, "second": _land},
        "G": {"order": _inner, "player": _player},
    }
    return st.builds(Spell, st.just(number), st.just(letter), **made[letter])


def _uses() -> st.SearchStrategy[QJOrder]:
    sorts: list[tuple[Sequence[int], dict[str, st.SearchStrategy[Any]]]] = [
        ((45, 46, 47, 78, 114, 132), {"province": _land}),
        ((92, 124), {"leader": _whom}),
        ((124,), {"garrison": _land}),
        ((94,), {"sign": st.just("R")}),
        ((142,), {"sign": st.sampled_from("+-")}),
        ((108, 120), {"player": _player}),
        ((116, 131), {"number": st.sampled_from(sorted(CATALOGUE))}),
        ((127, 146), {"number": _many}),
    ]
    return st.one_of([st.builds(UseTalisman, st.sampled_from(numbers), **facts) for numbers, facts in sorts])


KINDS: dict[str, st.SearchStrategy[QJOrder]] = {
    "transfer": st.builds(Transfer, _leading, st.sampled_from(("troops", "zorans", "rams", "towers")), _some, _whom)
    | st.builds(Transfer, _leading, st.sampled_from(("troops", "zorans")), _some, st.none())
    | st.builds(Transfer, _holding, st.sampled_from(("troops", "zorans")), _some, _whom),
    "talisman": st.builds(GiveTalisman, st.sampled_from(sorted(CATALOGUE)), st.none() | _whom),
    "move": st.builds(Move, _own, st.lists(_land, min_size=1, max_size=5).map(tuple), st.booleans()),
    "sail": st.builds(Sail, _own, _land),
    "raid": st.builds(Raid, _force, _some, _land) | st.builds(Raid, _force, _many, st.none()),
    "muster": st.builds(Muster, _place),
    "attack": st.builds(Attack, _leading, st.sampled_from(("attack", "assault", "conditional")), st.none() | _whom)
    | st.builds(Attack, _holding, st.sampled_from(("attack", "assault", "conditional")), _whom),
    "citadel": st.builds(BuildCsps, _place, _many),
    "autobuild": st.builds(Autobuild, _place, st.booleans()),
    "navies": st.builds(BuildNavies, _place, _many),
    "road": st.builds(BuildRoad, _place),
    "engines": st.builds(BuildEngines, _place, st.sampled_from(("rams", "towers")), _many, _whom),
    "ally": st.builds(DeclareAlly, _player, st.booleans()),
    "no waylay": st.builds(NoWaylay, _force),
    "peace": st.builds(SetPeace, _own, st.booleans()),
    "hostile": st.builds(Hostile, _own),
    "accept": st.builds(AcceptEngines, _own),
    "waylay": st.builds(AutoWaylay, st.booleans()),
    "destroy": st.builds(Destroy, _leading, st.sampled_from(("rams", "towers")), _some)
    | st.builds(Destroy, _holding, st.sampled_from(("csps", "navies")), _some)
    | st.builds(Destroy, _holding, st.just("road"), st.just(1)),
    "ravage": st.builds(Ravage, _land),
    "mercenaries": st.builds(BuyMercenaries, _own),
    "unlock": st.builds(Unlock, _own, _land, st.just("") | _player),
    "jewel": st.one_of([_spells(number, letter) for number in (1, 2) for letter in ("TL", *"BSPCXLDG")]),
    "stone": st.one_of([_spells(number, letter) for number, letter in SPELL_OF_STONE.items()]) | _spells(99, "G"),
    "special": _uses(),
}
CHOICES = {"vote": st.builds(EndVote, st.integers(20, 30)), "people": st.builds(ChoosePeople, st.sampled_from(People))}
_settings = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def assert_reads_as(text: str, orders: Sequence[QJOrder], view: View) -> None:
    found = read(text, view)
    assert [problem.why for problem in found.problems] == [], text
    assert [order.data for order in found.orders] == list(orders), text
    assert [order.code for order in found.orders] == [code_of(order) for order in orders], text


@pytest.mark.rule("QJ-29-04")
@pytest.mark.parametrize("kind", [*KINDS, *CHOICES])
def test_every_kind_of_order_reads_back(kind: str) -> None:
    view = scene(1 if kind in CHOICES else 5)

    @_settings
    @given({**KINDS, **CHOICES}[kind])
    def reads_back(order: QJOrder) -> None:
        assert_reads_as(code_of(order), [order], view)
        assert_reads_as(words_of(order, Scene(view)), [order], view)
        tried = check(read(code_of(order), view), view)
        for one in tried.accepted:
            whole = isinstance(order, Move) or (isinstance(order, Raid) and order.province is None)
            less = [parse(problem.paste) for problem in tried.problems if problem.paste and not whole]
            assert_reads_as(one.words, ([one for one in less if one is not None] or [order])[:1], view)

    reads_back()


@_settings
@given(st.lists(st.one_of(*KINDS.values()), min_size=2, max_size=5))
def test_orders_read_back_beside_others(orders: list[QJOrder]) -> None:
    view = scene(5)
    assert_reads_as("\n".join(code_of(one) for one in orders), orders, view)
    assert_reads_as("\n".join(words_of(one, Scene(view)) for one in orders), orders, view)
    assert_reads_as("\n".join(f" - {words_of(one, Scene(view))}." for one in orders), orders, view)


@pytest.mark.rule("QJ-29-04")
@pytest.mark.parametrize("turns", [0, 4, 11])
def test_words_of_orders_of_whole_games_read_back(turns: int) -> None:
    world = played("lively", turns)
    for seat in RULESET.active(world):
        view = view_of(world, seat)
        sheet = read(RULESET.plan(view, Chance("lively")), view)
        accepted = check(sheet, view).accepted
        typed: list[QJOrder] = [read(one.code, view).orders[0].data for one in accepted]
        assert_reads_as("\n".join(one.words for one in accepted), typed, view)


def test_the_words_of_a_message_are_no_message_and_say_how_it_is_written() -> None:
    view = scene(5)
    for head, start in (("D=KING", "a message of 2 lines goes to KING"), ("D=*(ANON)", "a message of 1 line goes to all")):
        (order,) = read(f"{head}\nall is well\n{'and will be' if 'KING' in head else ''}\n", view).orders
        assert order.words.startswith(start)
        found = read(order.words, view)
        assert not found.orders
        assert f"Write {head} and the text" in found.problems[0].remedy


@pytest.mark.rule("QJ-29-06")
def test_whose_a_leader_is_has_to_be_true() -> None:
    view = scene(5)
    assert [order.code for order in read("L13 attacks L31 of KING\nattack KING's L31 with L13", view).orders] == ["L13AL31"] * 2
    for text in ("L13 attacks L31 of BBB", "attack BBB's L31 with L13"):
        (problem,) = read(text, view).problems
        assert problem.why == "L31 is KING's, not BBB's."
    assert read("L13 attacks L77 of BBB", view).orders[0].code == "L13AL77"


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("make a road", "To build a road in "),
        ("recruit troops", "buys mercenaries"),
        ("put all my troops into the garrison", "hands all troops"),
        ("give gold to KING", "A leader hands things to a leader of KING's"),
        ("make peace with KING", "A=KING makes KING your ally"),
        ("declare war on BBB", "War needs no order"),
        ("use the palantir", "T45=M7, for example, uses it"),
    ],
)
def test_a_wish_without_a_place_is_no_remark(text: str, part: str) -> None:
    (problem,) = read(text, scene(5)).problems
    assert not problem.note
    assert part in problem.remedy


@pytest.mark.parametrize(
    "text", ["I am on the road this week", "Take care of your troops", "make it a good one", "Best wishes"]
)
def test_courtesies_stay_remarks(text: str) -> None:
    assert all(problem.note for problem in read(text, scene(5)).problems)


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("T42=5", "You do not hold it."),
        ("GE5T5TG", "Name the leader (GE5T5TL13), or raid (GE5R5 and a province)."),
        ("GF5T5TG", "Name the leader (GF5T5TL and his number), or raid (GF5R5 and a province)."),
        ("L99AG", "Your leaders: L13, L14, L15, L16, L17."),
    ],
)
def test_what_to_write_instead_is_true(text: str, remedy: str) -> None:
    (problem,) = check(read(text, scene(5)), scene(5)).problems
    assert problem.remedy == remedy


@pytest.mark.rule("QJ-29-06")
def test_a_line_to_paste_that_could_not_be_carried_out_is_not_offered() -> None:
    view = scene(5)
    (problem,) = check(read("L13T2RG", view), view).problems
    assert problem.paste == ""
    assert problem.why.endswith("L13 has no rams now.")
    (problem,) = check(read("L15T1RG", view), view).problems
    assert problem.paste == "L15XR1"
