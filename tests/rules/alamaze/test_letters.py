"""Letters: what people write and how it is read, standing orders, the limit, messages, and what the answer says (AC-15, AC-27,
AC-28, AC-31, AC-32; rulings 1 to 6, 10 and 75)."""

from __future__ import annotations

from itertools import islice

import pytest

from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.kit.orders.kinds import examples
from postern.game.kit.turn import run
from postern.game.orders import Verdict
from postern.game.report import Letter
from postern.rulesets.alamaze.game import CLASSIC
from postern.rulesets.alamaze.knowledge import view_of
from postern.rulesets.alamaze.orders.reading import quoted, read
from postern.rulesets.alamaze.rules.centers import change_owner
from postern.rulesets.alamaze.rules.regions import order_limit
from postern.rulesets.alamaze.sequence import SEQUENCE
from postern.rulesets.alamaze.tables.grammar import COLUMNS, Command, grammar
from postern.rulesets.alamaze.turn import CONSUMPTION, ORDERS, PRODUCTION, Issued
from postern.rulesets.alamaze.world.records import World
from tests.rules.alamaze.build import answer, begin, booked, failures, give, new_world, play, problem, quiet_world, told
from tests.rules.alamaze.example import LETTER, example_world


def codes(world: World, text: str) -> list[str]:
    """The orders of a letter in the game's own form."""
    return [one.code for one in read(text, view_of(world, "WA")).orders]


# --- how lines are read (ruling 1) ------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-01-03", "AC-32-01", "AC-32-02")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        # the lines of ruling 1 that must be read
        ("110 1AN 1TR 3", "110 1AN 1TR 3"),
        ("720 4WE AB AC", "720 4WE AB AC"),
        ("150 1DW - 3", "150 1DW - 3"),
        ("200 F 30,000", "200 F 30000"),
        ("305 1SO 4 WA RE TK", "305 1SO 4 WA RE TK"),
        ("510 A Silent_Rose QB", "510 A Silent_Rose QB"),
        ("600 FV G 2", "600 FV G 2"),
        ("702 1GI 3GI GI 2 - 4", "702 1GI 3GI GI 2 - 4"),
        ("430 - - E", "430 - - E"),
        ("760 MI ARMY_GROUP - TR", "760 MI ARMY_GROUP - TR"),
        ("60 925 MO HC ZI LO ; guard every turn", "60 925 MO HC ZI LO"),
        ("#110 1AN 1TR 3", "110 1AN 1TR 3"),
        ("991 T4 P1 A5", "991 T4 P1 A5"),
        ("993 1A 5B 8C", "993 1A 5B 8C"),
        # small letters, signs around the number, remarks, blanks
        ("720 4we ab ac", "720 4WE AB AC"),
        ("110. 1AN 1TR", "110 1AN 1TR"),
        ("110: 1AN 1TR", "110 1AN 1TR"),
        ("# 110 1AN 1TR", "110 1AN 1TR"),
        ("\t110   1AN\t1TR  ", "110 1AN 1TR"),
        ("110 1AN 1TR // forward", "110 1AN 1TR"),
        ("110 1AN 1TR # forward", "110 1AN 1TR"),
        ("720 1AN AA AB - - -", "720 1AN AA AB"),
        ("110 1AN 1TR -", "110 1AN 1TR"),
        # numbers
        ("200 F 46.000", "200 F 46000"),
        ("200 F 46k", "200 F 46000"),
        ("200 F +46000", "200 F 46000"),
        ("200 F 46k+", "200 F 46000"),
        # signs between columns
        ("720,1AN,AA,AB", "720 1AN AA AB"),
        ("720 1AN, AA, AB", "720 1AN AA AB"),
        ("720 1AN AA>AB>AC", "720 1AN AA AB AC"),
        ("202,EL,6000,5000", "202 EL 6000 5000"),
        # names of orders in place of numbers
        ("move group 1AN AA AB", "720 1AN AA AB"),
        ("Land Move 1AN AA AB", "720 1AN AA AB"),
        ("move JO LN", "350 JO LN"),
        ("attack 2WA 2SO", "110 2WA 2SO"),
        ("attack 2WA 2SO with tactic 3", "110 2WA 2SO 3"),
        ("attack center 1WA 3", "150 1WA - 3"),
        ("attack 1WA", "150 1WA"),
        ("hire agent Silent_Rose QB", "510 A Silent_Rose QB"),
        ("standing guard MO HC ZI LO", "60 925 MO HC ZI LO"),
        ("sell food 3,000", "200 F 3000"),
        ("train 1DA 2", "550 1DA 2"),
        ("train 1DA all", "550 1DA ALL"),
        ("550 1DA A", "550 1DA A"),
        ("train VA", "500 VA"),
        # whole words for letters
        ("400 yes", "400 Y"),
        ("600 KP defense 3", "600 KP D 3"),
        ("410 1500 1 raise WI open", "410 1500 1 R WI O"),
    ],
)
def test_a_line_is_read_as_it_is_meant(line: str, code: str) -> None:
    world = quiet_world()
    assert not [one for one in read(line, view_of(world, "WA")).problems if not one.note]
    assert codes(world, line) == [code]


@pytest.mark.rule("AC-32-03", "AC-32-04")
@pytest.mark.parametrize(
    ("line", "why", "paste"),
    [
        ("4th WE AB", "4TH WE AB could not be read as an order.", ""),
        ("720 1st Westmen AB", '720 column A: "1st" is not a group ID: a digit and the code of our kingdom.', "720 1WA AB"),
        ("720 2nd Westmen AB", '720 column A: "2nd" is not a group ID: a digit and the code of our kingdom.', "720 2WA AB"),
        ("720 3rd Westmen AB", '720 column A: "3rd" is not a group ID: a digit and the code of our kingdom.', "720 3WA AB"),
        ("720 4th Westmen AB", '720 column A: "4th" is not a group ID: a digit and the code of our kingdom.', "720 4WA AB"),
        ("720 4WE ABC", '720 column B: "ABC" is not an area: two letters.', ""),
        ("1100 1AN", "There is no order 1100.", ""),
        ("121 3WA 2SO", "121 Entrench takes one column only.", "121 3WA"),
        ("140 1WA 2", "140 column B stays blank; the tactic stands in column C.", "140 1WA - 2"),
        ("410 1500 2 R WA O", '410 column E: "O" is not the number of a region.', ""),
        ("202 EL 6,000", "202 column C is missing: least food wanted.", ""),
        ("atack 2WA 2SO", "ATACK 2WA 2SO could not be read as an order.", "110 2WA 2SO"),
        ("60 925 MO", "925 column B is missing: center.", ""),
    ],
)
def test_a_line_that_cannot_be_read_is_answered_with_what_to_write(line: str, why: str, paste: str) -> None:
    one = problem(quiet_world(), "WA", line)
    assert (one.why, one.paste) == (why, paste)
    assert one.remedy


@pytest.mark.parametrize(
    "line", ["", "   ", "; nothing", "// nothing", "# nothing", "> 720 1WA KQ", "ORDERS", "End", "GAME 12 KEY X"]
)
def test_lines_that_say_nothing(line: str) -> None:
    assert read(line, view_of(quiet_world(), "WA")).problems == ()
    assert codes(quiet_world(), line) == []


@pytest.mark.parametrize("text", ["Rest assured that we are friends", "Attack looks good this month", "Move on, my friend"])
def test_prose_that_begins_like_an_order_is_none(text: str) -> None:
    assert codes(quiet_world(), text) == []


@pytest.mark.parametrize(
    "text", ["²", "² 3", "60", "60 60 60", "50", "MESSAGE", "DROP", "-", "- -", "\x00\ud800", "9" * 5_000, "410 1"]
)
def test_any_text_is_read(text: str) -> None:
    world = quiet_world()
    answer(world, "WA", text)
    CLASSIC.quoted(text.split("\n"))
    CLASSIC.merge(text, text, view_of(world, "WA"))


def test_every_form_is_written_back_as_it_was_read() -> None:
    """Of an order with several forms the one that says all of it: ``550 1DA A`` is not ``550 1DA``."""
    orders = grammar("classic")
    for _, form in orders.forms:
        for text in islice(examples(form.text, COLUMNS), 64):
            found = orders.find(text)
            assert found is not None
            assert orders.code_of(found.order) == text


def test_every_name_of_an_order_stands_for_it() -> None:
    """Behind each name the columns of the example: they read as the example does."""
    world, tables = quiet_world(), quiet_world().tables
    spells = {n: one.example_decided for n, one in tables.spells.items() if n not in tables.orders}
    examples = {n: one.example for n, one in tables.orders.items()} | spells
    names = {n: one.name for n, one in tables.spells.items()} | {n: one.name for n, one in tables.orders.items()}
    for number, example in examples.items():
        by_number = codes(world, example)
        if by_number and number not in (50, 60):
            _, _, columns = example.partition(" ")
            assert codes(world, f"{names[number]} {columns}") == by_number, names[number]


# --- the sequence (AC-15) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-01-04", "AC-15-01", "AC-15-02", "AC-15-03", "AC-32-05", "AC-32-06")
def test_orders_run_by_number_whatever_their_lines_and_whoever_gives_them() -> None:
    world = quiet_world()
    turn = play(world, {"WA": "600 KP D 1\n225 1WA\n215 EL 500", "EL": "215 WA 100"})
    carried = [(one.seat, one.order.number) for one in turn.done]
    assert [number for _, number in carried] == [215, 215, 225, 600]
    assert {seat for seat, number in carried if number == 215} == {"WA", "EL"}


@pytest.mark.rule("AC-15-03")
def test_equal_numbers_are_shuffled() -> None:
    letters = {code: f"215 {'EL' if code == 'WA' else 'WA'} 1" for code in ("AN", "DA", "DW", "EL", "WA")}
    orders = {tuple(one.seat for one in play(quiet_world(), letters, seed, until="215").done) for seed in "abcdefgh"}
    assert len(orders) > 4
    assert {tuple(sorted(one)) for one in orders} == {("AN", "DA", "DW", "EL", "WA")}


# --- the limit and standing orders (AC-27, rulings 5 and 6) -------------------------------------------------------------------


def limited(influence: float = 8.7) -> World:
    """WA may give ten orders: influence 8.7 and two more."""
    world = quiet_world()
    world.kingdoms["WA"].influence = influence
    return world


@pytest.mark.rule("AC-32-05")
def test_lines_beyond_the_limit_are_ignored_in_the_order_written() -> None:
    text = "\n".join(["600 KP D 1"] + [f"215 EL {n}" for n in range(1, 12)])
    turn = play(limited(), {"WA": text}, until="600")
    assert [one["gold"] for one in told(turn, "gift", "EL")] != []
    assert sorted(one["gold"] for one in told(turn, "gift", "EL")) == list(range(1, 10))
    assert [one.order.number for one in turn.done].count(600) == 1
    assert failures(turn) == ["The limit is 10 orders; this one is beyond it and is ignored."] * 2


@pytest.mark.rule("AC-27-02", "AC-27-09", "AC-27-10")
def test_standing_orders_do_not_count_but_giving_and_canceling_them_do() -> None:
    world = limited()
    world.kingdoms["WA"].standing = ["215 EL 1000", "215 DA 1000"]
    text = "\n".join(["60 215 DW 1000", "50 215 DA"] + [f"215 GN {n}" for n in range(1, 10)])
    turn = play(world, {"WA": text}, until="215")
    assert sorted(one["gold"] for one in told(turn, "gift", "GN")) == list(range(1, 9))  # 60 and 50 take two of the ten
    assert [len(told(turn, "gift", code)) for code in ("EL", "DA", "DW")] == [1, 0, 1]  # at once, in the same turn
    assert world.kingdoms["WA"].standing == ["215 EL 1000", "215 DW 1000"]


@pytest.mark.rule("AC-15-04", "AC-27-01", "AC-27-08", "AC-28-10")
def test_a_standing_order_is_repeated_without_a_letter_until_it_is_canceled() -> None:
    world = quiet_world()
    assert len(told(play(world, {"WA": "60 215 EL 1000"}), "gift")) == 1
    assert len(told(play(world), "gift")) == 1
    assert told(play(world, {"WA": "50 1"}), "gift") == []
    assert told(play(world), "gift") == []


@pytest.mark.rule("AC-27-03", "AC-27-04", "AC-27-05")
@pytest.mark.parametrize(("regions", "limit"), [([], 4), ([5], 7), ([4, 5], 10)])
def test_a_king_may_have_four_standing_orders_and_three_for_each_region(regions: list[int], limit: int) -> None:
    world = quiet_world()
    world.kingdoms["WA"].influence, world.kingdoms["WA"].controlled = 20, regions
    turn = play(world, {"WA": "\n".join(f"60 215 EL {n}000" for n in range(1, 13))}, until="0")
    assert len(world.kingdoms["WA"].standing) == limit
    assert failures(turn) == [f"The standing list is full: {limit} orders."] * (12 - limit)


@pytest.mark.rule("AC-27-06")
def test_after_a_lost_region_the_orders_created_last_are_dropped_next_turn() -> None:
    world = quiet_world()
    world.kingdoms["WA"].standing = [f"215 EL {n}000" for n in range(1, 6)]
    turn = play(world, until="0")
    assert world.kingdoms["WA"].standing == [f"215 EL {n}000" for n in range(1, 5)]
    assert told(turn, "standing-dropped", "WA") == [{"text": "215 EL 5000", "limit": 4}]


@pytest.mark.parametrize(
    "line", ["50 9", "60 720 3WA KQ", "60 510 A Tessal KP", "60 60 215 EL 1", "60 830 1WA RE 2WA", "60 991 T1 P5"]
)
def test_what_cannot_be_canceled_or_stand_fails(line: str) -> None:
    world = quiet_world()
    assert len(failures(play(world, {"WA": line}, until="0"))) == 1
    assert world.kingdoms["WA"].standing == []


def test_a_standing_order_in_words_is_one() -> None:
    world = quiet_world()
    give(world, {"WA": "standing gift EL 500"})
    assert world.kingdoms["WA"].standing == ["215 EL 500"]


# --- a turn without a letter (AC-28) ------------------------------------------------------------------------------------------


@pytest.mark.rule("AC-28-09")
def test_without_a_letter_centers_still_produce() -> None:
    world = quiet_world()
    turn = play(world, until="195")
    assert booked(turn, "WA", "production")[1] > 0


# --- messages (AC-31, rulings 2 and 75) ---------------------------------------------------------------------------------------

TWO = "720 3WA KQ\nMESSAGE DW GN\n720 1WA is how I begin my lines.\nREADY\n\nSo long\nEND\n970 IL KP"


@pytest.mark.rule("AC-31-01", "AC-31-02")
def test_a_message_goes_to_those_kings_and_its_lines_are_no_orders() -> None:
    world = quiet_world()
    assert codes(world, TWO)[::2] == ["720 3WA KQ", "970 IL KP"]
    assert quoted(TWO.split("\n")) == {2, 3, 4, 5, 6}
    assert read(TWO, view_of(world, "WA")).problems == ()
    outcome = CLASSIC.resolve(world, {"WA": CLASSIC.read(TWO, CLASSIC.view(world, "WA"))}, Chance("a"))
    for code, count in (("DW", 1), ("GN", 1), ("WA", 1), ("EL", 0)):
        got = [one for one in seen(outcome.events, code) if one.kind == "message"]
        assert len(got) == count, code
    lines = ["720 1WA is how I begin my lines.", "READY", "", "So long"]
    assert got == []
    assert next(one for one in outcome.events if one.kind == "message").data == {
        "sender": "WA",
        "kingdoms": ["DW", "GN"],
        "lines": lines,
    }


def test_a_message_to_all_goes_to_all_others_who_play() -> None:
    world = quiet_world()
    world.kingdoms["BL"].active = False
    sheet = CLASSIC.read("message to all:\nPeace!\nend", CLASSIC.view(world, "WA"))
    (event,) = [one for one in CLASSIC.resolve(world, {"WA": sheet}, Chance("a")).events if one.kind == "message"]
    assert event.seen_by == set(world.kingdoms) - {"BL"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("MESSAGE XX\nhello\nEND", 'A message cannot go to "XX".'),
        ("MESSAGE WA\nhello\nEND", 'A message cannot go to "WA".'),
        ("MESSAGE EL\n\nEND", "This message has no text."),
        (f"MESSAGE EL\n{'a' * 2_001}\nEND", "A message has 2,000 characters at most; this one has 2,001."),
        ("MESSAGE EL", "This message has no end."),
        ("MESSAGE EL\na\nEND\n" * 11, "A letter carries 10 messages at most."),
    ],
)
def test_a_message_that_cannot_go(text: str, why: str) -> None:
    one = problem(quiet_world(), "WA", text)
    assert one.why == why
    assert one.remedy


def test_messages_are_no_orders_of_the_limit_and_not_logged() -> None:
    text = "MESSAGE EL\na\nEND\n" + "\n".join(f"215 EL {n}" for n in range(1, 11))
    assert answer(limited(), "WA", text).problems == ()
    assert CLASSIC.logged(read(text, view_of(limited(), "WA"))) == tuple(f"215 EL {n}" for n in range(1, 11))


# --- DROP (ruling 2) ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "filed"),
    [
        ("720 3WA KQ", "720 3WA KQ"),
        ("DROP 2", "215 EL 1\n215 EL 3"),
        ("drop 1, 3", "215 EL 2"),
        ("DROP 2\n215 DW 5", "215 EL 1\n215 EL 3\n215 DW 5"),
        ("DROP 9", "215 EL 1\n215 EL 2\n215 EL 3"),
    ],
)
def test_drop_takes_the_order_with_this_number_off_file(new: str, filed: str) -> None:
    world = quiet_world()
    assert CLASSIC.merge("215 EL 1\n215 EL 2\n215 EL 3", new, view_of(world, "WA")) == filed


def test_drop_counts_as_the_answer_does_and_takes_whole_messages() -> None:
    """Line 1 fails, so that the answer numbers the message 1 and the gift 2."""
    filed, view = "215 XX 1\nMESSAGE EL\nhello\nEND\n215 EL 2", view_of(quiet_world(), "WA")
    assert CLASSIC.merge(filed, "DROP 1", view) == "215 XX 1\n215 EL 2"
    assert CLASSIC.merge(filed, "DROP 2", view) == "215 XX 1\nMESSAGE EL\nhello\nEND"


def test_a_drop_that_finds_nothing_is_answered() -> None:
    one = problem(quiet_world(), "WA", "DROP 3")
    assert one.why == "Nothing was taken off file by this line."


# --- what the answer says (rulings 2 and 4) -----------------------------------------------------------------------------------


def said(verdict: Verdict, line: int) -> str:
    return next(one.words for one in verdict.accepted if one.line == line)


def test_each_order_is_read_back_with_its_result_and_price() -> None:
    verdict = answer(example_world(), "WA", "600 JM D 1\n720 3WA KQ\n60 215 EL 500")
    assert said(verdict, 1).endswith("defense of Dunenmoor +1,000; 4,000 gold and 3,000 food")
    assert said(verdict, 2).startswith("3WA marches to KQ")
    assert said(verdict, 3).startswith("each turn from now on: ")


def test_letters_of_goods_are_read_back_as_words() -> None:
    found = answer(new_world(), "WA", "600 KP D 1\n930 IL HN G\n510 A Tessal KP").accepted
    assert "we raise defense of Wenenmere (KP) by 1 thousand" in found[0].words
    assert "sabotages gold of" in found[1].words
    assert found[2].words.startswith("we hire Tessal at Wenenmere (KP); Tessal, Agent, hired")


def test_standing_orders_come_first_with_the_counts() -> None:
    world = quiet_world()
    kingdom = world.kingdoms["WA"]
    kingdom.influence, kingdom.standing = 16.05, ["215 EL 500", "215 XX 500"]
    told = answer(world, "WA", "720 3WA KQ\n60 215 DW 7")
    standing = told.programs[0]
    assert len(told.accepted) == 1  # nobody leads 3WA: refused, and so not counted
    assert standing.name == "Standing orders: 3 of 4; orders of this letter: 1 of 18"
    assert "17 more orders" in told.unmentioned
    assert [line.partition(":")[0] for line in standing.lines] == ["1. 215 EL 500", "2. 215 XX 500", "3. 215 DW 7"]
    assert standing.lines[0].endswith("given to EL; 500 gold")
    assert standing.lines[1].endswith("fails: There is no kingdom XX in this game.")
    assert answer(quiet_world(), "WA", "").programs[0].lines == ("no standing orders",)


def test_gold_and_food_are_followed_through_the_turn() -> None:
    """What turn 7 brings is proved in ``test_economy``; here each heading counts on from the last."""
    world = quiet_world()
    _, gold, food = answer(world, "WA", "215 EL 1000 2000\n600 KP D 1").programs
    turn = give(world, {"WA": "215 EL 1000 2000\n600 KP D 1"}, until="600")
    assert gold.lines[0] == food.lines[0] == "in the treasury: 500,000"
    assert booked(turn, "WA", ORDERS) == (-3_000, -4_000)
    for place, program in ((0, food), (1, gold)):
        now = 500_000
        for line in program.lines[1:]:
            _, change, _, then = line.split()
            now += int(change.rstrip(",").replace(",", ""))
            assert int(then.replace(",", "")) == now
        assert program.lines[-1 if place else -2].startswith(f"{ORDERS}: -{(3_000, 4_000)[place]:,}, then")


def test_idle_figures_and_groups_are_named_and_orders_left() -> None:
    world = example_world()
    idle = answer(world, "WA", LETTER).unmentioned
    assert idle == ("Provincial Governor Salis (SA) at JO", "Ambassador Famond (FA) at JM")
    none = answer(world, "WA", "").unmentioned
    assert {"1WA at KL", "2WA at LN", "3WA at KP", "King Orran (OR) at KP", "18 more orders"} <= set(none)
    world.kingdoms["WA"].figures["SA"].held_by = "SO"
    world.kingdoms["WA"].standing = ["310 FA"]
    assert answer(world, "WA", LETTER).unmentioned == ()


def test_an_order_beyond_the_limit_is_named() -> None:
    one = answer(limited(), "WA", "\n".join(f"215 EL {n}" for n in range(1, 12))).problems
    assert [(found.line, found.why) for found in one] == [(11, "The limit is 10 orders; this one is beyond it and is ignored.")]


def test_the_example_letter_is_accepted_without_a_remark() -> None:
    """As far as the orders' handlers stand: whatever else they say would be a remark."""
    verdict = answer(example_world(), "WA", LETTER.replace("READY\n", ""))
    assert [one for one in verdict.problems if not one.note] == []
    assert len([one for one in verdict.accepted if not one.code.startswith("MESSAGE")]) == 18
    assert verdict.programs[0].name == "Standing orders: 1 of 4; orders of this letter: 18 of 18"
    sheet = read(LETTER.replace("READY\n", ""), view_of(example_world(), "WA"))
    assert len(Issued.of("WA", sheet, Command)) == 18


def test_a_letter_begun_twice_is_the_same() -> None:
    world = example_world()
    sheet = read(LETTER, view_of(world, "WA"))
    again = read("\n".join(one.code for one in sheet.orders), view_of(world, "WA"))
    assert [one.data for one in again.orders] == [one.data for one in sheet.orders]
    assert len(begin(world, {"WA": "720 3WA KQ"}).orders) == 1


@pytest.mark.rule("AC-31-02")
def test_the_report_quotes_the_letters_of_kings() -> None:
    world = quiet_world()
    sheet = CLASSIC.read("MESSAGE DW GN\nShall we share?\nYours\nEND", CLASSIC.view(world, "WA"))
    outcome = CLASSIC.resolve(world, {"WA": sheet}, Chance("a"))
    for code, count in (("DW", 1), ("WA", 1), ("EL", 0)):
        document = CLASSIC.report(CLASSIC.view(outcome.world, code), seen(outcome.events, code))
        letters = [block for section in document.sections if section.key == "messages" for block in section.blocks]
        assert letters == [Letter("WA", "Shall we share?\nYours", "DW, GN")] * count, code
    shown = str(CLASSIC.public(CLASSIC.view(outcome.world, "EL"), outcome.events))
    assert "Shall we share?" not in shown


# --- what the sequence means (AC-15-21 to AC-15-25) and who is occupied (AC-27-07)


@pytest.mark.rule("AC-15-23")
def test_recruits_neither_eat_nor_are_paid_in_the_turn_in_which_they_are_hired() -> None:
    eaten = []
    for letter in ("", "560 1WA\n560 1WA"):
        world = quiet_world()
        turn = play(world, {"WA": letter})
        eaten.append(booked(turn, "WA", CONSUMPTION))
        assert world.groups["1WA"].brigades.get("RE", 0) == letter.count("560")
    assert eaten[0] == eaten[1] != (0, 0)


@pytest.mark.rule("AC-15-25")
def test_a_center_lost_to_an_emissary_still_brings_this_turns_yield() -> None:
    """Emissaries act behind production (195): what changes hands there is missing next turn."""
    world = quiet_world()
    turn = run(SEQUENCE, begin(world), until="195")
    whole = booked(turn, "WA", PRODUCTION)
    change_owner(turn, world.centers["JM"], "", "politics")
    run(SEQUENCE, turn, skip=lambda label: float(label) <= 195)
    assert booked(turn, "WA", PRODUCTION) == whole != (0, 0)
    world.turn = 7
    assert booked(play(world, until="195"), "WA", PRODUCTION)[1] < whole[1]
    labels = [float(step.label) for step in SEQUENCE]
    assert labels.index(195) < labels.index(310) < labels.index(320) < labels.index(330)


@pytest.mark.rule("AC-27-07")
def test_a_figure_is_occupied_by_its_standing_order() -> None:
    world = quiet_world()
    world.kingdoms["WA"].standing = ["310 SA"]
    turn = play(world, {"WA": "350 SA KP\n350 MI JM"}, until="350")
    assert failures(turn) == ["Salis already has 310; one mission a figure and turn, the lower number is done."]
    assert [one.code for one in turn.done] == ["310 SA", "350 MI JM"]


def test_columns_left_out_leave_no_blanks_in_the_words() -> None:
    found = answer(new_world(), "WA", "60 925 GR KP OR\n991 T4 P1 A5")
    said = [one.words for one in found.accepted] + [line for one in found.programs for line in one.lines]
    assert any("Grgor guards" in words for words in said)
    assert not [words for words in said if "  " in words or " ;" in words or words != words.strip()]


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("699 1", "It would begin 699 1WA; look at what stands behind it, too."),
        ("150 1WA 2 2 2", "It would begin 150 1WA - 2 2 2; look at what stands behind it, too."),
    ],
)
def test_no_line_is_offered_that_would_not_be_read(line: str, remedy: str) -> None:
    one = problem(new_world(), "WA", line)
    assert (one.remedy, one.paste) == (remedy, "")


SEVERAL = ["480 OR", "500 IL", "720 2WA KN", "210 500"]


@pytest.mark.rule("AC-32-02")
@pytest.mark.parametrize("between", ["; ", " // ", " ", ", ", " # ", " ; #"])
def test_several_orders_on_one_line_are_parted(between: str) -> None:
    sheet = read(between.join(SEVERAL), view_of(new_world(), "WA"))
    assert ([one.code for one in sheet.orders], sheet.problems) == (SEVERAL, ())


@pytest.mark.parametrize(
    ("line", "parted"),
    [
        ("480 OR ; better relations", ["480 OR"]),
        ("; 480 OR", []),
        ("210 500 480 OR", ["210 500", "480 OR"]),
        ("60 480 OR 500 IL", ["60 480 OR", "500 IL"]),
        ("480 OR. ", ["480 OR"]),
        ("210 46.000.", ["210 46000"]),
        ("720 2WA KN.", ["720 2WA KN"]),
    ],
)
def test_remarks_full_stops_and_numbers_of_orders_within_a_line(line: str, parted: list[str]) -> None:
    sheet = read(line, view_of(new_world(), "WA"))
    assert ([one.code for one in sheet.orders], sheet.problems) == (parted, ())


def test_a_line_of_several_orders_that_cannot_be_parted_offers_none_of_them_alone() -> None:
    one = problem(new_world(), "WA", "480 OR 500 ILX 210 500")
    assert (one.remedy, one.paste) == ("Write each order on a line of its own.", "")


def test_a_line_broken_by_a_mail_program_is_whole_again() -> None:
    whole = "60 720 2WA KN"
    assert codes(new_world(), f"{' ' * 30}60 720 2WA\nKN") == [whole]
    assert codes(new_world(), "480\nOR") == []  # nobody breaks a line there: it is named
    assert len(read("480\nOR", view_of(new_world(), "WA")).problems) == 2


def test_a_line_that_is_too_long_is_refused_and_not_cut() -> None:
    sheet = read(f"720 2WA KN{' KP' * 800}\n480 OR", view_of(new_world(), "WA"))
    assert [one.code for one in sheet.orders] == ["480 OR"]
    assert [(one.code, one.line) for one in sheet.problems] == [("TOO LONG", 1)]


@pytest.mark.rule("AC-09-03")
def test_orders_that_are_refused_take_no_place_in_the_limit_of_a_letter() -> None:
    world = quiet_world()
    world.kingdoms["WA"].influence = 0.0
    limit = order_limit(world, world.kingdoms["WA"])
    good = [f"215 {code} 500" for code in [one for one in sorted(world.kingdoms) if one != "WA"][:limit]]
    assert len(good) == limit
    refused = ["720 9WA KN", "720 8WA KN"]
    told = answer(world, "WA", "\n".join([*refused, *good]))
    assert [one.code for one in told.accepted] == good
    assert f"orders of this letter: {limit} of {limit}" in told.programs[0].name
    assert [(one.line, one.code != "TOO MANY") for one in told.problems if not one.note] == [(1, True), (2, True)]
    sheet = read("\n".join([*refused, *good]), view_of(world, "WA"))
    outcome = CLASSIC.resolve(world, {world.kingdoms["WA"].seat: sheet}, Chance("limit"))
    done = {one.data["code"] for one in seen(outcome.events, world.kingdoms["WA"].seat) if one.kind == "order"}
    assert set(good) <= done
