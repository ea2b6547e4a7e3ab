"""What is told of wrong lines, in every game: lines that can be sent, numbers of the letter, blocks whole with their heads."""

from __future__ import annotations

from typing import Any

import pytest

from postern.cli.demo.games import GAMES
from postern.desk.answers.filing import Filed, Filing
from postern.desk.commands import registry
from postern.desk.language.parse import guess
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.game.ruleset import Signup

_WISHES = {"cosmos": {"nation": "Am"}, "alamaze_classic": {"kingdom": "WA"}, "adventurer_kings": {"kingdom": "ELMET"}}


def _filing(slug: str, before: str | None = None) -> tuple[Filing, Any]:
    rules = ruleset(slug)
    seats = [Signup(name, _WISHES.get(slug, {}) if name == "ANN" else {}) for name in ("ANN", "BEN", "CAT", "DAN")]
    view = rules.view(rules.setup({}, seats, Chance("told")), "ANN")

    def check(text: str) -> Any:
        return rules.check(rules.read(text, view), view)

    return Filing(lambda text: rules.read(text, view), check, before), view


def _filed(slug: str, lines: str, first: int = 1) -> Filed:
    filing, _ = _filing(slug)
    filing.take(lines.split("\n"), first)
    return filing.close(lambda line: guess(line, registry.forms()), lambda line: "")


WRONG = [
    ("cosmos", "3104:\nmvoe 190 207\nform\nmy orders are attached\nrecroot 99 5000\njion 3999\nstor gold 5\nwiat 0"),
    ("alamaze_classic", "720 4th Troll to gj\n480 OR OR\n699 1\n150 1WA 2 2\nraise influence\n500 ZZ ZZ\n720 9th KN"),
    ("great_jewels", "L1MZ99\nL99MB4\nmove L1 to nowhere\nL1 B4\nGB2T5L13\nL1T5XL2\nD=ZZZZ"),
    (
        "adventurer_kings",
        "CHAR 1\n1 MO Nowhere\n2 MV 63\nEX\n3 EX 63\n4 PR TAC\nGIVEGOLD 6 GOLD KI\nCHAR 99\n1 EX\nTREAT WITH 2",
    ),
]


@pytest.mark.parametrize(("slug", "text"), WRONG, ids=[slug for slug, _ in WRONG])
def test_no_line_is_offered_that_would_be_refused_itself(slug: str, text: str) -> None:
    filed, lines = _filed(slug, text), text.split("\n")
    assert len(filed.mend) >= 3
    _, view = _filing(slug)
    rules = ruleset(slug)
    for one in filed.mend:
        if one.paste and not one.paste.startswith("D="):
            mended = [one.paste if at == one.line else line for at, line in enumerate(lines, 1)]
            verdict = rules.check(rules.read("\n".join(mended), view), view)
            assert one.line not in {problem.line for problem in verdict.problems if not problem.note}, one.paste
        assert one.paste or not one.remedy.endswith((":", "this?")), one


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("cosmos", "3104:\nform"),
        ("cosmos", "3104:\nmove"),
        ("cosmos", "3104:\nrecruit"),
        ("alamaze_classic", "480"),
        ("great_jewels", "move"),
        ("adventurer_kings", "CHAR 1\nEX"),
        ("adventurer_kings", "TREAT"),
        ("adventurer_kings", "CHAR 1\nmove 63"),
    ],
)
def test_a_word_of_the_game_is_never_turned_into_a_command(slug: str, line: str) -> None:
    for one in _filed(slug, line).mend:
        assert "the command" not in one.remedy


def test_another_word_may_still_be_a_command() -> None:
    (one,) = [mend for mend in _filed("cosmos", "3104:\nwait 1\nstatsu").mend if mend.text == "statsu"]
    assert "the command STATUS" in one.remedy


BLOCKS = [
    ("cosmos", "3104:\nwait 1", "[M Zz", "move 190\n3105:\nwait 9\n]"),
    ("alamaze_classic", "480 OR", "MESSAGE ZZ", "500 IL\nSee you\nEND"),
    ("great_jewels", "L1MB4", "D=ZZZZ", "L2MB4\nSee you\nEND"),
]


@pytest.mark.parametrize(("slug", "orders", "head", "body"), BLOCKS, ids=[one[0] for one in BLOCKS])
def test_a_message_whose_head_is_refused_goes_with_its_body(slug: str, orders: str, head: str, body: str) -> None:
    filing, view = _filing(slug)
    if slug == "great_jewels":
        leader = min(view.leaders.values(), key=lambda one: one.number)
        orders = f"L{leader.number}T1TG"
    filing.take([*orders.split("\n"), head, *body.split("\n")], 1)
    filed = filing.close(lambda line: "", lambda line: "")
    assert head in {one.text for one in filed.mend}
    assert (filed.text or "").split("\n") == orders.split("\n")


@pytest.mark.parametrize("first", [1, 4])
def test_lines_are_named_by_their_numbers_in_the_letter(first: int) -> None:
    filed = _filed("cosmos", "3104:\nrepaet 2\norders:\nwait 1\n.\nwait 2", first)
    (one,) = [mend for mend in filed.mend if mend.text == "wait 1"]
    assert one.line == first + 3
    assert f"line {first + 1}," in one.why
    assert one.remedy == f"Fix line {first + 1}."


def test_a_question_about_two_lines_names_both_by_their_numbers_in_the_letter() -> None:
    filing, _ = _filing("cosmos", "3104:\nwait 1")
    filing.adding = True
    filing.take(["3106:", f"waitforall exact {' '.join(str(3112 + at) for at in range(8))} 3105", "3107", "wait 1"], 7)
    filed = filing.close(lambda line: "", lambda line: "")
    (one,) = filed.mend
    assert one.line == 9
    assert "may belong to line 8" in one.why


def test_the_wrong_lines_of_the_demonstration_show_a_suggestion_each() -> None:
    wrong, _ = GAMES["alamaze_classic"].orders(["; GROUPS"])
    mend = _filed("alamaze_classic", wrong).mend
    assert [bool(one.paste) for one in mend] == [True, True]
