"""Letters to the desk and what it answers, with a whole small game behind it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.games.due import run_due
from postern.desk.timing.clock import ManualClock
from postern.store import games, inbox
from postern.store.tables import LetterState
from tests.desk.box import Box, text_of
from tests.desk.playing import begin, game_of, on_file

ANN, BOB = "ann@a.example", "bob@b.example"


def join(box: Box, address: str, name: str) -> EmailMessage:
    (asked,) = box.send(address, f"JOIN TOY-1\nNAME={name}")
    (joined,) = box.reply(asked, "")
    return joined


@pytest.fixture
def running(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    """TOY-1 with ANN and BOB and a computer player, turn 1 awaited. Name → the first report."""
    return begin(box, workers, ANN=ANN, BOB=BOB)


def states(desk: Desk) -> list[str]:
    return [letter.state for state in LetterState for letter in desk.store.write_now(inbox.in_state, state)]


def test_the_rules_of_the_only_game_come_whatever_stands_behind_the_word(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    for word in ("RULES", "RULES please"):
        (answer,) = box.send(f"{len(word)}@x.example", word)
        assert answer["Subject"] == "The rules of The Market of Guesses", word


def test_a_stranger_is_welcomed_once_a_day(desk: Desk, box: Box, clock: ManualClock) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (welcome,) = box.send(ANN, "Good day, what is this?")
    assert "JOIN TOY-1" in text_of(welcome)
    assert "2 free seats of 3" in text_of(welcome)
    (told,) = box.send(ANN, "Hello again")
    assert str(told["Subject"]) == "Games to join"
    assert "I found none in your letter" in " ".join(text_of(told).split())
    clock.advance(timedelta(days=1, minutes=1))
    assert len(box.send(ANN, "Hello tomorrow")) == 1


def test_a_stranger_who_wishes_to_join_in_words_of_his_own_is_told_how(desk: Desk, box: Box, clock: ManualClock) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (welcome,) = box.send(ANN, "Good day, what is this?")
    for wish in ("Ok I want to join the game please, call me Orla", "Count me in!", "How do I play?"):
        (told,) = box.reply(welcome, wish)
        assert "send a line with JOIN and the name of a game below" in " ".join(text_of(told).split())
        assert "JOIN TOY-1" in text_of(told)
    answers = []
    for _ in range(12):
        clock.advance(timedelta(seconds=5))
        answers.append(len(box.reply(welcome, "I want to join I want to join")))
    assert answers == [1] * 5 + [0] * 7, "a machine would go on for ever"


def test_joining_needs_a_reply_and_the_game_begins_with_the_last_seat(desk: Desk, box: Box, workers: Workers) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (mend,) = box.send(ANN, "join toy-1\nname=a")
    assert "2 to 6 are possible" in text_of(mend)
    (asked,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN\nCOLOUR=red")
    assert "COLOUR = RED" in text_of(asked)
    assert asyncio.run(master.show(desk, "TOY-1")).seats == ()
    (joined,) = box.reply(asked, "Yes please!\n> JOIN TOY-1")
    assert "You are ANN" in str(joined["Subject"])
    (again,) = box.reply(asked, "STATUS")
    assert "You are ANN." in text_of(again)
    (taken,) = box.send(BOB, "JOIN TOY-1 NAME=ANN")
    assert "ANN is taken" in text_of(taken)
    join(box, BOB, "BOB")
    asyncio.run(run_due(desk, workers))
    line = asyncio.run(master.show(desk, "TOY-1"))
    assert (line.state, line.turn, len(line.seats)) == ("running", 1, 3)
    assert [seat.computer for seat in line.seats] == [False, False, True]
    assert {str(letter["To"]) for letter in box.news()} == {ANN, BOB}


def test_saying_no_throws_the_wish_away(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(ANN, "JOIN TOY-1\nNAME=ANN")
    (declined,) = box.reply(asked, "No.")
    assert "thrown away" in text_of(declined)
    assert asyncio.run(master.show(desk, "TOY-1")).seats == ()


def test_orders_are_read_back_with_what_to_mend(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(running["ANN"], "guess 3\nbuy 90\nREDAY\n")
    assert str(answer["Subject"]) == "[TOY-1 turn 1] ANN: 1 order on file, 2 to mend"
    text = text_of(answer)
    assert text.index("TO MEND (2)") < text.index("ON FILE FOR TURN 1 (1)") < text.index("Turn 1 runs")
    assert "  line 2   buy 90\n           90 shares cost 180 coins; you have 2" in text
    assert "Possible now:  BUY 1" in text
    assert "Did you mean the command READY?" in text
    assert "   1  GUESS 3  you guess 3" in text
    assert "Fri 27 Nov 2026, 20:00 CET (19:00 UTC)" in text
    assert "You are not ready yet; 2 of 2 people are awaited." in " ".join(text.split())
    assert max(len(line) for line in text.splitlines()) <= 72
    assert on_file(desk, "ANN") == "guess 3\nbuy 90"


def test_new_orders_replace_add_adds_cancel_clears(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(running["ANN"], "guess 3\nbuy 1")
    (answer,) = box.reply(running["ANN"], "guess 4")
    assert "replaced the 2 orders on file before" in text_of(answer)
    assert on_file(desk, "ANN") == "guess 4"
    box.reply(running["ANN"], "ADD buy 2\nbuy 3")
    assert on_file(desk, "ANN") == "guess 4\n\nbuy 2\n\nbuy 3"
    (answer,) = box.reply(running["ANN"], "SHOW")
    assert "ON FILE FOR TURN 1 (3)" in text_of(answer)
    (answer,) = box.reply(running["ANN"], "CANCEL")
    assert "NO ORDERS ON FILE FOR TURN 1" in text_of(answer)
    assert "NOT MENTIONED: your guess of this turn." in text_of(answer)
    assert on_file(desk, "ANN") is None


def test_orders_around_a_command_are_one_set(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(running["ANN"], "guess 3\nREADY\nbuy 2")
    assert "2 orders on file" in str(answer["Subject"])
    assert "You are ready for turn 1." in text_of(answer)


def test_thanks_wipes_nothing(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(running["ANN"], "guess 3")
    (answer,) = box.reply(running["ANN"], "Thanks a lot!\nSee you.")
    assert "your orders on file stay as they were" in " ".join(text_of(answer).split())
    assert on_file(desk, "ANN") == "guess 3"


def test_free_text_of_the_game_holds_no_commands(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (answer,) = box.reply(running["ANN"], "SAY BOB\nCANCEL\nRESIGN YES\nEND\nguess 1")
    assert "2 orders on file" in str(answer["Subject"])
    assert "CANCEL" in (on_file(desk, "ANN") or "")


def test_a_letter_without_a_token_is_held_until_confirmed(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "guess 7\nREADY")
    assert "> guess 7" in text_of(asked)
    assert str(asked["To"]) == ANN
    assert on_file(desk, "ANN") is None
    assert LetterState.HELD in states(desk)
    (answer,) = box.reply(asked, "It was me")
    assert "confirmed and carried out" in text_of(answer)
    assert on_file(desk, "ANN") == "guess 7"
    assert "You are ready" in text_of(answer)
    assert LetterState.HELD not in states(desk)


def test_a_forged_sender_learns_nothing_and_changes_nothing(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    for _ in range(3):
        letters = box.send(ANN, "RESIGN YES")
        assert all(str(letter["To"]) in (ANN, "gm@example.org") for letter in letters)
    assert all(seat.address for seat in asyncio.run(master.show(desk, "TOY-1")).seats if not seat.computer)


def test_a_made_up_token_is_worth_nothing(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.send("eve@e.example", "CANCEL\nguess 1", to="orders+aeaaaaaaaaaaaaaaaaaaaaaaaa@example.org")
    assert on_file(desk, "ANN") is None


def test_the_answer_goes_to_the_registered_address(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(running["ANN"], "guess 1", sender="ann@work.example")
    assert str(answer["To"]) == ANN


def test_public_commands_need_no_seat(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.send("eve@e.example", "HELP")
    assert "JOIN" in text_of(answer)
    assert "READY" not in text_of(answer)
    (answer,) = box.send("eve@e.example", "", subject="games")
    assert "No game takes new players" in text_of(answer)


def test_one_letter_one_answer(running: dict[str, EmailMessage], box: Box) -> None:
    letters = box.reply(running["ANN"], "guess 1\nSTATUS\nHELP gessing\nFORECAST\nHELP market\nSHOW")
    assert len(letters) == 1
    text = text_of(letters[0])
    for words in ("ON FILE FOR TURN 1", "coins left", "The nearest is HELP guessing", "BUY 3", "You are ANN."):
        assert words in text


def test_press_reaches_the_others_without_addresses(running: dict[str, EmailMessage], box: Box) -> None:
    letters = box.reply(running["ANN"], "PRESS ANON TO ALL\nBeware of me\nEND\nREADY")
    to_bob = next(letter for letter in letters if letter["To"] == BOB)
    assert "A player who gives no name writes to all players" in text_of(to_bob)
    assert "Beware of me" in text_of(to_bob)
    assert re.search(rb"\bann\b", to_bob.as_bytes(), re.IGNORECASE) is None
    (mend,) = box.reply(running["ANN"], "PRESS TO ZOE\nhello")
    assert "Nobody here is called ZOE" in text_of(mend)
    assert "Players: BOB." in text_of(mend)


def test_resigning_takes_two_letters_and_a_computer_plays_on(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.reply(running["ANN"], "RESIGN")
    assert "reply to this letter with YES" in text_of(asked)
    gone, told = sorted(box.reply(asked, "YES"), key=lambda letter: str(letter["To"]))
    assert "ANN needs a player" in str(told["Subject"])
    assert "given up your seat" in text_of(gone)
    seat = next(seat for seat in asyncio.run(master.show(desk, "TOY-1")).seats if seat.name == "ANN")
    assert (seat.computer, seat.address) == (True, "")
    box.reply(running["ANN"], "guess 1")
    assert on_file(desk, "ANN") is None


def test_a_seat_left_before_the_start_is_free_again(desk: Desk, box: Box) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    joined = join(box, ANN, "ANN")
    box.insist(joined, "RESIGN YES")
    assert asyncio.run(master.show(desk, "TOY-1")).seats == ()
    assert "You are ANN" in str(join(box, BOB, "ANN")["Subject"])


def test_machines_are_not_answered(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    assert box.send(ANN, "I am on holiday", Auto_Submitted="auto-replied") == []
    (left,) = desk.store.read_now(inbox.in_state, LetterState.IGNORED)
    assert left.reason.startswith("Auto-Submitted")


def test_a_letter_that_breaks_the_rules_code_is_kept_and_told(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(running["ANN"], "guess 2")
    letters = box.reply(running["ANN"], "guess 3\nburst")
    by_address = {str(letter["To"]): letter for letter in letters}
    assert "a person" in str(by_address[ANN]["Subject"])
    assert "the reading breaks" in text_of(by_address["gm@example.org"])
    assert on_file(desk, "ANN") == "guess 2"
    (failed,) = asyncio.run(master.failed_letters(desk))
    assert "the reading breaks" in failed.reason
    asyncio.run(master.retry_letter(desk, failed.id))
    assert box.handle() is not None
    assert len(box.news()) == 2


def test_the_same_letter_twice_is_answered_once(running: dict[str, EmailMessage], box: Box) -> None:
    raw = box.letter(ANN, "STATUS", str(running["ANN"]["Reply-To"]))
    box.put(raw)
    box.put(raw)
    assert box.handle() is not None
    assert box.handle() is None
    assert len(box.news()) == 1


def test_letters_of_one_turn_hang_together(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(running["ANN"], "guess 1")
    root = str(running["ANN"]["References"]).split()[0]
    assert str(answer["References"]).split()[0] == root
    assert str(answer["In-Reply-To"]).endswith("@home.example>")
    assert str(answer["Auto-Submitted"]) == "auto-replied"


def test_replying_to_a_report_is_the_usual_way_to_send_orders(
    running: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    """Whether the mail program keeps the thread (References) or loses it: nothing is remarked upon."""
    assert str(running["ANN"]["Subject"]) == "[TOY-1 turn 1] ANN: the game begins, orders due Fri 27 Nov 20:00 CET"
    (answer,) = box.reply(running["ANN"], "guess 5")
    assert "which has run" not in text_of(answer)
    (answer,) = box.send(ANN, "guess 6", str(running["ANN"]["Reply-To"]), f"AW: {running['ANN']['Subject']}")
    assert "which has run" not in text_of(answer)
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    report = next(letter for letter in box.news() if letter["To"] == ANN)
    assert str(report["Subject"]).startswith("[TOY-1 turn 2] ANN: report of turn 1, orders due ")
    (following,) = box.reply(report, "guess 7")
    assert "which has run" not in text_of(following)
    assert on_file(desk, "ANN", turn=2) == "guess 7"
    (again,) = box.reply(report, "REPORT 1")
    assert str(again["Subject"]) == "[TOY-1 turn 2] ANN: report of turn 1, once more"
    date = format_datetime(desk.clock.now())
    (late,) = box.send(ANN, "guess 8", str(report["Reply-To"]), f"Re: {answer['Subject']}", Date=date)
    assert "a letter about turn 1, which has run" in " ".join(text_of(late).split())


def test_the_report_opens_the_thread_of_the_turn_that_it_asks_orders_for(
    running: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    (first,) = box.reply(running["ANN"], "guess 5")
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    report = next(letter for letter in box.news() if letter["To"] == ANN)
    (second,) = box.reply(report, "guess 7")
    roots = [str(letter["References"]).split()[0] for letter in (running["ANN"], first, report, second)]
    assert roots[0] == roots[1] != roots[2] == roots[3]


def test_a_reply_to_an_old_turn_says_so(running: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers) -> None:
    asyncio.run(master.run_now(desk, workers, "TOY-1"))
    box.news()
    (answer,) = box.reply(running["ANN"], "guess 5")
    assert "a letter about turn 1, which has run" in " ".join(text_of(answer).split())
    assert on_file(desk, "ANN", turn=2) == "guess 5"


def test_a_letter_waits_while_its_game_runs(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    from postern.desk.games.turns import claim

    claimed = desk.store.write_now(lambda session: claim(session, desk, game_of(session).id, True))
    assert claimed is not None
    box.put(box.letter(ANN, "guess 5", str(running["ANN"]["Reply-To"])))
    handled = box.handle()
    assert handled is not None
    assert handled.deferred
    assert box.news() == []
    desk.store.write_now(games.release, desk.owner)
    again = box.handle()
    assert again is not None
    assert again.state is LetterState.HANDLED


@pytest.mark.parametrize("name", ["orders", "status", "welcome", "games", "help"], ids=lambda name: name)
def test_letters_keep_to_72_columns(name: str, running: dict[str, EmailMessage], box: Box) -> None:
    bodies: dict[str, Callable[[], list[EmailMessage]]] = {
        "orders": lambda: box.reply(running["ANN"], "guess 99\n" + "buy 7 " * 20 + "\nguess 3"),
        "status": lambda: box.reply(running["ANN"], "STATUS"),
        "welcome": lambda: box.send("x@x.example", "hi"),
        "games": lambda: box.send("x@x.example", "GAMES"),
        "help": lambda: box.reply(running["ANN"], "HELP"),
    }
    (letter,) = bodies[name]()
    wide = [line for line in text_of(letter).splitlines() if len(line) > 72 and " " in line.strip()[:60]]
    assert [line for line in wide if "buy 7" not in line] == []
    assert letter.get_body(("html",)) is not None


def test_what_is_too_long_is_said_and_the_rest_is_read(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    limits = desk.config.limits.model_copy(update={"order_lines": 3, "commands": 2})
    desk.config = desk.config.model_copy(update={"limits": limits})
    (answer,) = box.reply(running["ANN"], "guess 1\nbuy 1\nbuy 2\nbuy 3")
    assert "4 lines; only the first 3 were read" in " ".join(text_of(answer).split())
    assert "3 orders on file" in str(answer["Subject"])
    (answer,) = box.reply(running["ANN"], "SHOW\nSTATUS\nREADY")
    assert "what came after them was left out" in " ".join(text_of(answer).split())
    assert "You are not ready yet" in " ".join(text_of(answer).split())


def test_the_limit_of_parts_that_was_hit_is_named_in_the_answer(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    limits = desk.config.limits.model_copy(update={"parts": 3})
    desk.config = desk.config.model_copy(update={"limits": limits})
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = ANN, str(running["ANN"]["Reply-To"]), "<many@home.example>"
    letter.set_content("guess 3")
    for number in range(4):
        letter.add_attachment(b"x", maintype="image", subtype="png", filename=f"{number}.png")
    box.put(letter.as_bytes())
    box.handle()
    (answer,) = box.news()
    assert "Your letter has 5 parts; I read 3." in " ".join(text_of(answer).split())
    assert on_file(desk, "ANN") == "guess 3"


def test_guests_are_answered_only_so_often_in_an_hour(
    running: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock
) -> None:
    limits = desk.config.limits.model_copy(update={"guest_answers_per_hour": 2})
    desk.config = desk.config.model_copy(update={"limits": limits})
    assert [len(box.send("eve@e.example", "GAMES")) for _ in range(4)] == [1, 1, 0, 0]
    clock.advance(timedelta(hours=1, minutes=1))
    assert len(box.send("eve@e.example", "GAMES")) == 1


def test_ready_with_something_to_mend_is_said_in_so_many_words(running: dict[str, EmailMessage], box: Box) -> None:
    (answer,) = box.reply(running["ANN"], "READY")
    assert "no orders on file that can be carried out" in " ".join(text_of(answer).split())
    (answer,) = box.reply(running["ANN"], "guess 3\nguess 77\nREADY")
    assert "1 line could not be read or carried out, so READY does not count yet." in " ".join(text_of(answer).split())
    (answer,) = box.reply(running["ANN"], "guess 3\nguess 77\nREADY")
    assert "You are ready for turn 1, with 1 line still to mend." in text_of(answer)
    (answer,) = box.reply(running["ANN"], "guess 3\nREADY\nWAIT")
    assert "You are ready" not in text_of(answer)
