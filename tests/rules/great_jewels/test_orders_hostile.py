"""Letters of orders made to keep the reader busy: what is read of them is bounded, and no form takes more than its length."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from postern.desk.commands import registry
from postern.desk.language.corrections import Correction, folded
from postern.desk.language.parse import guess, split
from postern.desk.language.readback import without_words
from postern.game.orders import OrderSheet, Verdict
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.knowledge import View
from postern.rulesets.great_jewels.orders.families import GRAMMAR
from postern.rulesets.great_jewels.orders.text import pieces_of, simplify, spaced_form
from tests.kit.reading import views
from tests.rules.great_jewels.row import GREAT_JEWELS

_LINES, _WIDTH = 600, 400
"""What is read of a letter as the settings are."""


def _view() -> View:
    view: View = views(GREAT_JEWELS)[1]
    return view


def _own() -> tuple[str, str]:
    view = _view()
    return f"L{min(view.leaders)}", next(iter(view.provinces))


def _letter(unit: str) -> str:
    return "\n".join([(unit * _WIDTH)[:_WIDTH]] * _LINES)


def _numbered(line: Callable[[int], str]) -> str:
    return "\n".join(line(number)[:_WIDTH] for number in range(_LINES))


def _chance(line: random.Random) -> str:
    leader, place = _own()
    words = ["hold", "T45", "ally", leader, "L2", ";", place, "to", "not", "KING", "(", "#", "and", "stay", "raid", "via", ")"]
    return " ".join(line.choice(words) for _ in range(90))


HOSTILE: dict[str, Callable[[], str]] = {
    "codes-side-by-side": lambda: _letter(f"G{_own()[1]}BC1 "),
    "codes-joined": lambda: _letter(f"{_own()[0]}AL99 and "),
    "codes-with-commas": lambda: _letter(f"{_own()[0]}M{_own()[1]}, "),
    "leaders": lambda: _letter(f"{_own()[0]}, "),
    "blanks": lambda: _numbered(lambda number: f"L{number}R5B4" + " " * 380 + "x"),
    "ligatures": lambda: _numbered(lambda number: f"{number} " + "\ufdfa" * _WIDTH),
    "brackets": lambda: _numbered(lambda number: f"{number} " + "()" * _WIDTH),
    "figures": lambda: _numbered(lambda number: f"{number} " + "1" * _WIDTH),
    "words-by-chance": lambda: _numbered(lambda number: _chance(random.Random(number))),
    "towards": lambda: _letter("MOVE TO "),
    "lists-read-back": lambda: _numbered(lambda number: f"{number}  {_own()[0]}M{_own()[1]}  {_own()[0]} marches to nowhere"),
}


def answered(text: str, view: View) -> Verdict:
    """A letter's way from its lines to what is said of it, without the desk around it."""

    def read(orders: str) -> OrderSheet:
        return RULESET.read(orders, view)

    lines = text.split("\n")
    split(lines, registry.forms(), RULESET.quoted(lines))
    orders = "\n".join(without_words(lines, read, lambda one: RULESET.check(read(one), view)))
    verdict = RULESET.check(read(orders), view)
    folded([Correction(one.line, one.text, one.why, one.remedy, one.paste) for one in verdict.problems])
    for line in lines:
        guess(line, registry.forms())
    return verdict


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", HOSTILE)
def test_crafted_letters_of_orders_are_answered(name: str) -> None:
    verdict = answered(HOSTILE[name](), _view())
    assert len(verdict.accepted) <= 2_000
    assert len(verdict.problems) <= 5_000


def test_orders_side_by_side_count_one_by_one() -> None:
    sheet = RULESET.read(HOSTILE["codes-side-by-side"](), _view())
    assert len(sheet.orders) == 2_000
    (long,) = [one.why for one in sheet.problems if one.code == "TOO LONG"]
    assert long.startswith("A letter may hold 2000 orders; this one has ")
    few = RULESET.read(" ".join([f"G{_own()[1]}BC1"] * 40), _view())
    assert (len(few.orders), few.problems) == (40, ())


def test_runs_of_blanks_are_looked_through_once() -> None:
    """Each of these took time by the square of the blanks: minutes, for so many."""
    assert guess("L1" + " " * 200_000 + "x", registry.forms()) == ""
    assert guess("please   STAUTS", registry.forms()) == "STATUS"
    assert [one.compact for one in pieces_of(1, "L1MB4" + " " * 200_000 + "x")] == ["L1MB4X"]
    assert [one.compact for one in pieces_of(1, "L1MB4   :-)")] == ["L1MB4"]


def test_characters_that_stand_for_sentences_do_not_make_a_line_longer_than_an_order_may_be() -> None:
    assert len(spaced_form("\ufdfa" * 400)) <= 401
    assert spaced_form("\u00bd") == "1\u20442"


def test_long_lines_are_not_held_against_what_an_answer_says() -> None:
    asked: list[int] = []

    def read(text: str) -> OrderSheet:
        asked.append(len(text))
        return RULESET.read(text, _view())

    lines = HOSTILE["words-by-chance"]().split("\n")
    without_words(lines, read, lambda text: RULESET.check(RULESET.read(text, _view()), _view()))
    assert sum(asked[1:]) < 100_000


def test_orders_judged_in_vain_are_counted() -> None:
    judged = 0

    def check(text: str) -> Verdict:
        nonlocal judged
        judged += 1
        return RULESET.check(RULESET.read(text, _view()), _view())

    leader, _ = _own()
    lines = [f"{number}  {leader}MB{number % 20}B4  {leader} marches to nowhere" for number in range(_LINES)]
    without_words(lines, lambda text: RULESET.read(text, _view()), check)
    assert 0 < judged <= 62


def test_where_a_piece_stands_is_told_from_lines_that_are_parted_once() -> None:
    parted = 0

    class Counted(str):
        def replace(self, *given: object) -> str:
            nonlocal parted
            parted += 1
            return str.replace(self, *given)  # type: ignore[arg-type]

    sheet = RULESET.read("\n".join(f"L1AL{number}" for number in range(40, 100)), _view())
    verdict = RULESET.check(replace(sheet, text=Counted(sheet.text)), _view())
    assert len(verdict.problems) > 50
    assert parted == 1


def test_mistakes_are_folded_without_looking_at_each_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = 0
    whole = re.compile

    def counted(*given: object, **more: object) -> object:
        nonlocal compiled
        compiled += 1
        return whole(*given, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(re, "compile", counted)
    mends = [Correction(number, f"zzz{number}", f'"ZZZ{number}" is no order.', "", "") for number in range(1, 600)]
    (paragraph,) = folded(mends)
    assert (paragraph.where, paragraph.more, compiled) == ("lines 1 to 599", 596, 0)


def test_all_forms_in_one_fit_what_any_of_them_fits() -> None:
    chance = random.Random(7)
    leader, place = _own()
    own = f"{leader}M{place} {leader}T5TL2 {leader}P {leader}U{place}=KING G{place}BC4 G{place}BN1"
    orders = [*own.split(), "T5L1", "A=KING", "ZN", f"R{place}"]
    plain = ("L1 MARCHES TO B4", "GB4 BUILDS 2 CSPS", "ALLY KING", "L1 GIVES 5 TROOPS TO L2", "L1 ATTACKS L31", "L1 AT PEACE")
    for _ in range(3_000):
        for given, forms, union in (
            (chance.choice(orders), GRAMMAR.codes, GRAMMAR._any_code),
            (simplify(chance.choice(plain)), GRAMMAR.sayings, GRAMMAR._any_saying),
        ):
            at = chance.randrange(len(given))
            text = chance.choice([given, given[:at] + chance.choice("LGTM4 #=B") + given[at + chance.randrange(2) :]])
            assert (union.fullmatch(text) is not None) == any(form.regex.fullmatch(text) for form in forms), text
