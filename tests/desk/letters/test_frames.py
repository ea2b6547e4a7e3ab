"""Heads of our own letter above what was typed below them: they say whom it orders, and count nowhere as a typed line."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.language.parse import CommandLine, OrderLines, split
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.post.letter import Frame
from tests.desk.box import Box, text_of
from tests.desk.letters.recorded import marked, practice, told
from tests.desk.letters.test_two_texts import is_ready
from tests.desk.playing import game_of, on_file


def flat(text: str) -> str:
    return " ".join(text.split())


def receipt(answer: str) -> str:
    """What the answer says of how the letter was read, up to what was left aside."""
    return flat(answer).partition("How I read your letter: ")[2].partition("; left aside")[0]


@pytest.mark.parametrize(
    ("typed", "read", "filed"),
    [
        (["1:"], "1 line as orders", None),
        (["1:", "wait 1"], "2 lines as orders", "1 waits 1 phase"),
        (["wait 1"], "1 line as orders", "0 waits 1 phase"),
        (["READY"], "READY as a command", None),
        (["READY", "wait 1"], "1 line as orders, READY as a command", "0 waits 1 phase"),
        (["wiat 1"], "1 line that I could not read", None),
        (["wait 1", "wiat 1"], "1 line as orders, 1 line that I could not read", "0 waits 1 phase"),
    ],
    ids=lambda one: "/".join(one) if isinstance(one, list) else "",
)
def test_a_quoted_head_is_no_line_of_its_letter(
    desk: Desk, box: Box, workers: Workers, typed: Sequence[str], read: str, filed: str | None
) -> None:
    report = practice(box, workers, "cosmos")
    lines = text_of(report).split("\n")
    part = ruleset("cosmos").line_part
    heads = [line for line in lines if part(line) == "head" and line[0] in "34"]  # neither the towns nor examples
    typed = [one if one != "1:" else heads[1] for one in typed]
    answer = told(box, report, marked(report, lambda line: typed if line == heads[0] else ()))
    assert receipt(answer) == read
    assert ("READY" in typed) is is_ready(desk, "PRACTICE-1", "ANNA")
    on_it = on_file(desk, "ANNA", "PRACTICE-1")
    assert (on_it is None) is (filed is None)
    if filed is not None:
        number, _, words = filed.partition(" ")
        assert f"{heads[int(number)].rstrip(':')} {words}" in flat(answer)
    if "wiat 1" in typed:
        assert f"line {typed.index('wiat 1') + 1} wiat 1" in flat(answer)


@pytest.mark.parametrize(
    ("typed", "read", "filed"),
    [
        (["1 EX", "2 PR TA"], "2 lines as orders", ["1 EX", "2 PR TA"]),
        (["1. explore", "2. PR TA"], "2 lines as orders", ["1 EX", "2 PR TA"]),
        (["1 EX", "6 EX", "READY"], "1 line as orders, 1 line that I could not read, READY as a command", ["1 EX"]),
        (["PLAN 1 ME"], "1 line as orders", ["PLAN 1 ME"]),
    ],
)
def test_phases_below_a_quoted_head_are_that_characters_and_no_other_block_goes(
    desk: Desk, box: Box, workers: Workers, typed: Sequence[str], read: str, filed: Sequence[str]
) -> None:
    report = practice(box, workers, "adventurer_kings")
    rules, lines = ruleset("adventurer_kings"), text_of(report).split("\n")
    head, last = [line for line in dict.fromkeys(lines) if rules.line_part(line) == "head" and line.startswith("CHAR")][-2:]
    told(box, report, f"CHAR 1\n1 PR MA\n{last}\n1 DE")
    place = len(lines) - 1 - lines[::-1].index(head)
    numbers = iter(range(len(lines)))
    answer = told(box, report, marked(report, lambda line: typed if next(numbers) == place else ()))
    assert receipt(answer) == read
    game = desk.store.write_now(game_of, "PRACTICE-1")
    view = desk.store.write_now(lambda session: desk.cache.view(session, game, "ANNA"))
    orders = rules.read(on_file(desk, "ANNA", "PRACTICE-1") or "", view).orders
    kept = ["1 PR MA", "1 DE"]
    assert sorted(one.code for one in orders) == sorted([*kept, *filed])
    assert {f"CHAR {one.data.head.name}" for one in orders if one.code in filed} <= {head, "CHAR "}


@pytest.mark.parametrize(("slug", "wrong"), [("alamaze_classic", "699 1"), ("great_jewels", "L1MZ99")])
def test_where_orders_say_themselves_who_is_ordered_nothing_frames_them(
    desk: Desk, box: Box, workers: Workers, slug: str, wrong: str
) -> None:
    report = practice(box, workers, slug)
    game, rules = desk.store.write_now(game_of, "PRACTICE-1"), ruleset(slug)
    view = desk.store.write_now(lambda session: desk.cache.view(session, game, "ANNA"))
    order = next(line for line in rules.plan(view, Chance("one")).split("\n") if len(rules.read(line, view).orders) == 1)
    lines = text_of(report).split("\n")
    begin = next(at for at, line in enumerate(lines) if "READY" in line)
    place = next(line for line in lines[begin + 20 :] if line.strip() and lines.count(line) == 1)
    answer = told(box, report, marked(report, lambda line: (order, wrong, "READY") if line == place else ()))
    assert receipt(answer) == "1 line as orders, 1 line that I could not read, READY as a command"
    assert f"line 2 {wrong}" in flat(answer)
    assert on_file(desk, "ANNA", "PRACTICE-1") == order
    assert not any(rules.line_part(line) for line in lines)


F = Frame("3104:")


@pytest.mark.parametrize(
    ("lines", "pieces"),
    [
        ((F, "READY"), (CommandLine("READY", 1, ""),)),
        ((F, "READY", "", F, "wait 1"), (CommandLine("READY", 1, ""), OrderLines(3, (F, F, "wait 1")))),
        ((F, "SHOW", "wait 1"), (CommandLine("SHOW", 1, ""), OrderLines(2, (F, "wait 1")))),
        (("wait 2", F, "wait 1", "READY"), (OrderLines(1, ("wait 2", F, "wait 1")), CommandLine("READY", 3, ""))),
        (
            ("PRESS TO BOB", "hello", F, "END", "wait 1"),
            (CommandLine("PRESS", 1, "TO BOB", ("hello",)), OrderLines(4, (F, "wait 1"))),
        ),
    ],
)
def test_a_frame_goes_with_the_next_line_that_is_for_the_game(
    lines: Sequence[str], pieces: Sequence[CommandLine | OrderLines]
) -> None:
    assert split(lines, registry.forms(), frozenset()) == tuple(pieces)
