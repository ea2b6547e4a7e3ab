"""Parts of reports that all games share: headlines, remarks of order forms, the foremost battles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest

from postern.game.kit.report.fights import foremost, weighty
from postern.game.kit.report.form import FORM_WIDTH, remark
from postern.game.kit.report.news import LONGEST_TALE, News, kinds_of, told

KINDS = kinds_of(
    {
        "won": {"headlines": ["Victory at {place}"], "tale": "you won at {place} with {lost:or none} lost."},
        "rain": {"headlines": ["Rain"], "tale": "It rained."},
        "long": {"headlines": ["A long day"], "tale": "x" * LONGEST_TALE},
        "quiet": {"headlines": ["Quiet", "Silence"], "tale": "Nothing happened."},
    }
)
WON = News("won", 50, {"place": "Mull", "lost": 0})


@pytest.mark.parametrize(
    ("every", "expected"),
    [
        ([News("quiet", 0), WON], ("Victory at Mull", "You won at Mull with none lost. Nothing happened.")),
        ([News("rain", 1), News("rain", 2), WON], ("Victory at Mull", "You won at Mull with none lost. It rained.")),
        ([News("won", 60, {"place": "Iona", "lost": 3}), WON], ("Victory at Iona", "You won at Iona with 3 lost.")),
        ([WON, News("long", 9)], ("Victory at Mull", "You won at Mull with none lost.")),
        ([News("long", 9)], ("A long day", "X" + "x" * (LONGEST_TALE - 1))),
        ([News("rain", 5), News("won", 5, WON.facts)], ("Rain", "It rained. You won at Mull with none lost.")),
    ],
)
def test_the_weightiest_news_makes_the_headline_each_kind_told_once(every: list[News], expected: tuple[str, str]) -> None:
    assert told(every, KINDS, "game/seat", 3) == expected


def test_two_turns_in_a_row_have_different_headlines_of_one_kind() -> None:
    heads = [told([News("quiet", 0)], KINDS, "game/seat", turn)[0] for turn in range(6)]
    assert all(one != other for one, other in pairwise(heads))


def test_a_section_with_a_field_too_many_or_too_few_is_refused() -> None:
    with pytest.raises(TypeError, match="tales"):
        kinds_of({"won": {"headlines": ["Victory"], "tale": "won", "tales": ["won"]}})
    with pytest.raises(TypeError, match="tale"):
        kinds_of({"won": {"headlines": ["Victory"]}})
    with pytest.raises(KeyError, match="storm"):
        told([News("storm", 1)], KINDS, "", 1)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Quiet.", ["; Quiet."]),
        ("    110 1DA 2 ; attacks", [";     110 1DA 2 ; attacks"]),
        ("a" * 80 + " b", ["; " + "a" * 80, ";   b"]),
        (f"{'word ' * 13}B2\u00a07 C3", [f"; {'word ' * 13}B2 7", ";   C3"]),
        (f"{'word ' * 13}four B2\u00a07", [f"; {'word ' * 13}four", ";   B2 7"]),
        (f"  {'word ' * 14}end", [f";   {'word ' * 12}word", ";     word end"]),
    ],
)
def test_a_remark_is_broken_between_words(text: str, lines: list[str]) -> None:
    assert list(remark(text, ";")) == lines
    assert all(len(line) <= FORM_WIDTH or " " not in line[2:] for line in lines)


@dataclass(frozen=True)
class Battle:
    """A battle of a toy game."""

    number: int
    weight: int


def test_the_foremost_battles_stand_in_the_order_of_time() -> None:
    every = [Battle(1, 5), Battle(2, 9), Battle(3, 5), Battle(4, 7)]
    assert foremost(every, 3) == ([every[0], every[1], every[3]], 1)
    assert foremost(every, 9) == (every, 0)
    assert weighty(every, 7) == [every[1], every[3]]
