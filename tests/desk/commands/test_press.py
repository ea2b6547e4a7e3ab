"""Press in every colour: whom it reaches, how it is answered unseen, what keeps it away."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.timing.clock import ManualClock
from postern.store import seats
from tests.desk.box import GAME, Box, text_of
from tests.desk.playing import ANN, BOB, CID, begin, game_of, run_turn

MASTER = "gm@example.org"
NAMES = {"ANN": ANN, "BOB": BOB, "CID": CID}
Letters = dict[str, EmailMessage]


@pytest.fixture
def first(box: Box, home: Path, desk: Desk, workers: Workers) -> Letters:
    with_rules(home, desk)
    return begin(box, workers, **NAMES)


def with_rules(home: Path, desk: Desk, **changes: str) -> None:
    """The game's file with four seats and these settings."""
    text = GAME.replace("seats = 3", "seats = 4")
    for name, value in changes.items():
        text = text.replace('press = "anonymous"', f'press = "{value}"') if name == "press" else f'{name} = "{value}"\n{text}'
    (home / "games" / "toy-1.toml").write_text(text)
    desk.read_files()
    assert desk.file_problems == {}


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def to(letters: list[EmailMessage], address: str) -> list[EmailMessage]:
    return [letter for letter in letters if letter["To"] == address]


def names_nobody(letter: EmailMessage, *hidden: str) -> bool:
    """Whether neither header nor text names these, in any case of letters."""
    words = letter.as_string().lower() + text_of(letter).lower()
    return not any(name.lower() in words for name in hidden)


def test_press_goes_to_one_to_several_and_to_all(first: Letters, box: Box) -> None:
    letters = box.reply(first["ANN"], "PRESS TO BOB\nFor you alone\nEND")
    assert [str(letter["To"]) for letter in letters] == [BOB, ANN]
    assert str(letters[0]["Subject"]) == "[TOY-1 turn 1] ANN writes to you"
    assert "For you alone" in text_of(letters[0])
    letters = box.reply(first["ANN"], "PRESS TO bob and cid: \nFor two")
    assert str(to(letters, BOB)[0]["Subject"]) == "[TOY-1 turn 1] ANN writes to you and CID"
    letters = box.reply(first["ANN"], "PRESS TO ALL\nFor all")
    assert str(to(letters, CID)[0]["Subject"]) == "[TOY-1 turn 1] ANN writes to all"
    assert "went to BOB, CID." in flat(to(letters, ANN)[0])
    assert all(names_nobody(letter, ANN) for letter in letters if letter["To"] != ANN)


def test_a_reply_goes_to_the_writer_and_shows_no_address(first: Letters, box: Box) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS TO BOB\nPeace?"), BOB)
    assert str(press["Reply-To"]).startswith("ANN in TOY-1 <orders+")
    letters = box.reply(press, "Peace it is.\n\nBob")
    (answer,) = to(letters, ANN)
    assert str(answer["Subject"]) == "[TOY-1 turn 1] BOB writes to you"
    assert "Peace it is." in text_of(answer)
    assert names_nobody(answer, "bob@b.example")
    assert to(letters, CID) == []
    (again,) = to(box.reply(answer, "Good."), BOB)
    assert "ANN writes to you" in str(again["Subject"])


def test_what_a_mail_program_says_to_press_is_not_passed_on(first: Letters, box: Box, clock: ManualClock) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS TO BOB\nPeace?"), BOB)
    for said in ("Bob Smith reacted via Gmail", "I am out of the office until Monday; call Bob Smith."):
        clock.advance(timedelta(hours=2))
        (told,) = box.reply(press, said)
        assert told["To"] == BOB
        assert "passed on" in flat(told)
    assert "below a line PRESS BACK" in flat(told)
    (answer,) = to(box.reply(press, "PRESS BACK\nI am out of the office until Monday."), ANN)
    assert "until Monday" in text_of(answer)


def test_press_without_a_name_is_answered_and_nobody_learns_whose_it_was(first: Letters, box: Box) -> None:
    letters = box.reply(first["ANN"], "PRESS ANON TO BOB\nI know a secret")
    (press,) = to(letters, BOB)
    assert names_nobody(press, "ann@", " ann ", '"ann')
    letters = box.reply(press, "Tell me more")
    (answer,), (noted,) = to(letters, ANN), to(letters, BOB)
    assert "BOB answers what you wrote without your name" in flat(answer)
    assert "went to a player without a name, if they still play." in flat(noted)
    assert "ANN" not in text_of(noted).replace("awaited", "")
    (again,) = to(box.reply(answer, "No."), BOB)
    assert "A player who gives no name writes to you" in flat(again)
    assert names_nobody(again, "ann@", " ann ", '"ann')
    (archive,) = box.reply(first["BOB"], "PRESS 1")
    assert "a player without a name" in flat(archive)
    assert "ANN" not in text_of(archive)
    assert text_of(archive).index("I know a secret") < text_of(archive).index("Tell me more") < text_of(archive).index("No.")
    (none,) = box.reply(first["BOB"], f"PRESS {'9' * 25}")
    assert "9" * 25 in text_of(none)
    (mine,) = box.reply(first["ANN"], "PRESS 1")
    assert "you, without your name to BOB" in flat(mine)


def test_orders_in_a_reply_to_press_are_shown_to_nobody(first: Letters, box: Box, desk: Desk) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS TO BOB\nHello"), BOB)
    letters = box.reply(press, "guess 3\nbuy 2")
    assert [str(letter["To"]) for letter in letters] == [BOB]
    assert "they look like orders. Nothing was sent, and nothing was filed" in flat(letters[0])
    letters = box.reply(press, "PRESS BACK\nguess 3 is what I shall do")
    assert "guess 3 is what" in text_of(to(letters, ANN)[0])
    (asked,) = box.reply(press, "ORDERS\nguess 4")
    assert "> guess 4" in text_of(asked)
    (answer,) = box.reply(asked, "YES")
    assert "1 order on file" in str(answer["Subject"])


def test_commands_after_end_in_a_reply_to_press_are_kept_and_asked_about(first: Letters, box: Box) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS TO BOB\nHello"), BOB)
    letters = box.reply(press, "Wait for me there\nREADY when you are\nEND\nguess 5\nREADY")
    assert "Wait for me there" in text_of(to(letters, ANN)[0])
    (asked,) = to(letters, BOB)
    assert "You are ready" not in flat(asked)
    (answer,) = box.reply(asked, "YES")
    assert "You are ready for turn 1." in flat(answer)
    assert "GUESS 5" in text_of(answer)
    assert "GUESS" not in text_of(to(letters, ANN)[0]).upper()


def test_postal_press_waits_for_the_turn(first: Letters, box: Box, desk: Desk, workers: Workers) -> None:
    letters = box.reply(first["ANN"], "PRESS POSTAL TO BOB\nRead this afterwards")
    assert [str(letter["To"]) for letter in letters] == [ANN]
    assert "goes to BOB when the turn has run." in flat(letters[0])
    (archive,) = box.reply(first["BOB"], "PRESS 1")
    assert "got none" in flat(archive)
    run_turn(box, workers, {})
    box.read_up_to = 0
    (press,) = [letter for letter in to(box.news(), BOB) if "writes to you" in str(letter["Subject"])]
    assert "Read this afterwards" in text_of(press)
    (archive,) = box.reply(first["BOB"], "PRESS 1")
    assert "Read this afterwards" in text_of(archive)


def test_postal_press_of_a_game_that_is_over_waits_for_no_turn(first: Letters, box: Box) -> None:
    box.reply(first["ANN"], "PROPOSE DRAW")
    for name in ("BOB", "CID"):
        box.reply(first[name], "VOTE YES")
    letters = box.reply(first["ANN"], "PRESS POSTAL TO BOB\nWell played")
    assert "Well played" in text_of(to(letters, BOB)[0])
    assert "went to BOB" in flat(to(letters, ANN)[0])


@pytest.mark.parametrize(
    ("rules", "wish", "words"),
    [
        ({"press": "none"}, "PRESS TO BOB", "no press by the desk"),
        ({"press": "white"}, "PRESS ANON TO BOB", "no anonymous press"),
        ({"press_to": "all"}, "PRESS TO BOB", "all press is public: write PRESS TO ALL"),
        ({"press_to": "some"}, "PRESS TO ALL", "no public press: name the players"),
        ({}, "PRESS TO ZOE", "Nobody here is called ZOE"),
        ({}, "PRESS", "needs to know to whom"),
    ],
)
def test_what_a_game_does_not_allow_is_told_and_the_words_come_back(
    rules: dict[str, str], wish: str, words: str, first: Letters, box: Box, home: Path, desk: Desk
) -> None:
    with_rules(home, desk, **rules)
    (answer,) = box.reply(first["ANN"], f"{wish}\nMy dear words\nEND")
    assert words in flat(answer)
    assert "My dear words" in text_of(answer)
    assert max(len(line) for line in text_of(answer).splitlines()) <= 72


def test_all_press_of_a_postal_game_waits(first: Letters, box: Box, home: Path, desk: Desk) -> None:
    with_rules(home, desk, press_time="postal")
    assert [str(letter["To"]) for letter in box.reply(first["ANN"], "PRESS TO ALL\nHello")] == [ANN]


def test_muted_press_is_kept_and_blocked_press_is_not(first: Letters, box: Box) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS TO BOB\nfirst words"), BOB)
    (answer,) = box.reply(press, "MUTE")
    assert "Press from ANN is no longer mailed to you" in flat(answer)
    letters = box.reply(first["ANN"], "PRESS TO BOB CID\nsecond words")
    assert sorted(str(letter["To"]) for letter in letters) == [ANN, CID]
    assert "went to BOB, CID" in flat(to(letters, ANN)[0])
    box.reply(first["BOB"], "BLOCK ann")
    box.reply(first["ANN"], "PRESS TO BOB\nthird words")
    (archive,) = box.reply(first["BOB"], "PRESS 1")
    assert "second words" in text_of(archive)
    assert "(muted)" in text_of(archive)
    assert "third words" not in text_of(archive)
    (answer,) = box.reply(first["BOB"], "UNMUTE ANN")
    assert "All press reaches you" in flat(answer)
    assert to(box.reply(first["ANN"], "PRESS TO BOB\nfourth words"), BOB)


def test_muting_a_nameless_writer_says_nothing_of_who_it_is(first: Letters, box: Box) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS ANON TO BOB\nboo"), BOB)
    (answer,) = box.reply(press, "BLOCK")
    assert "everybody who gives no name" in flat(answer)
    assert to(box.reply(first["CID"], "PRESS ANON TO BOB\nboo"), BOB) == []
    assert to(box.reply(first["ANN"], "PRESS TO BOB\nsigned"), BOB)


def test_abuse_shows_the_press_and_its_writer_to_the_game_master_alone(first: Letters, box: Box) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS ANON TO BOB\nvile words"), BOB)
    letters = box.reply(press, "ABUSE\nThis is too much.\nEND")
    (told,), (answer,) = to(letters, "gm@example.org"), to(letters, BOB)
    assert "by ANN (who gave no name to the reader)" in flat(told)
    assert "vile words" in text_of(told)
    assert "This is too much." in text_of(told)
    assert "ANN" not in text_of(answer)
    assert to(letters, ANN) == []
    (answer,) = box.reply(first["BOB"], "ABUSE ANN")
    assert "which press?" in str(answer["Subject"])
    (answer,) = box.reply(first["BOB"], "REPORT 0")
    assert "first report, once more" in str(answer["Subject"])


def test_abuse_names_a_successor_nothing_from_before_they_came(first: Letters, box: Box, clock: ManualClock) -> None:
    eve = "eve@e.example"
    (asked,) = box.send(eve, "STANDBY TOY-1")
    box.reply(asked, "")
    box.reply(first["ANN"], "PRESS TO BOB\nold and vile")
    clock.advance(timedelta(hours=1))
    (offer,) = to(box.insist(first["BOB"], "RESIGN YES"), eve)
    (taken,) = to(box.reply(offer, ""), eve)
    letters = box.reply(taken, "ABUSE ANN")
    assert "which press?" in str(to(letters, eve)[0]["Subject"])
    assert to(letters, MASTER) == []
    clock.advance(timedelta(hours=1))
    box.reply(first["ANN"], "PRESS TO BOB\nnew and vile")
    (told,) = to(box.reply(taken, "ABUSE ANN"), MASTER)
    assert "new and vile" in text_of(told)


def test_a_new_secret_ends_the_worth_of_press_replies(first: Letters, box: Box) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS TO BOB\nHello"), BOB)
    box.insist(first["BOB"], "NEW SECRET")
    assert to(box.reply(press, "It was Bob", sender="eve@e.example"), ANN) == []


def test_nobody_is_flooded_with_press(first: Letters, box: Box, desk: Desk) -> None:
    limits = desk.config.limits.model_copy(update={"press_per_hour": 2})
    desk.config = desk.config.model_copy(update={"limits": limits})
    assert [len(to(box.reply(first["ANN"], f"PRESS TO BOB\nno. {n}"), BOB)) for n in range(4)] == [1, 1, 0, 0]


def test_the_writer_may_have_left(first: Letters, box: Box, desk: Desk) -> None:
    (press,) = to(box.reply(first["ANN"], "PRESS TO BOB\nHello"), BOB)
    box.insist(first["ANN"], "RESIGN YES")
    (answer,) = to(box.reply(press, "Are you there?"), BOB)
    assert "does not play any more" in flat(answer)

    def computer(session: Session) -> bool:
        return next(seat.computer for seat in seats.of_game(session, game_of(session).id) if seat.name == "ANN")

    assert desk.store.write_now(computer)


@pytest.mark.parametrize("press", ["off", "anonymous"])
def test_a_word_to_the_game_master_and_the_answer_to_it(box: Box, home: Path, desk: Desk, workers: Workers, press: str) -> None:
    with_rules(home, desk, press=press)
    first = begin(box, workers, **NAMES)
    letters = box.reply(first["ANN"], "PRESS TO THE GM:\nMay I trade across the river?\nEND\nSTATUS")
    (asked,) = to(letters, MASTER)
    assert "ANN in TOY-1, turn 1, writes to you: May I trade across the river?" in flat(asked)
    (answer,) = to(letters, ANN)
    assert "Your message went to the game master." in flat(answer)
    assert names_nobody(asked, ANN)
    replies = box.reply(asked, "SAY TOY-1 ANN\nOnly by the bridge.\nEND", MASTER)
    (said,) = to(replies, ANN)
    assert "The game master of TOY-1 to you: Only by the bridge." in flat(said)
    assert names_nobody(said, MASTER)
    assert to(replies, BOB) == to(replies, CID) == []
    assert "Said to ANN." in flat(to(replies, MASTER)[0])
    (wrong,) = to(box.reply(asked, "SAY TOY-1 ANN\n\nEND\nSAY TOY-1 ZED\nhello\nEND", MASTER), MASTER)
    assert flat(wrong).count("NOT DONE") == 2
    (empty,) = box.reply(first["ANN"], "PRESS TO GM")
    assert "nothing was sent" in flat(empty)


def test_a_message_on_one_line_goes_at_once_under_any_word_for_a_player(first: Letters, box: Box) -> None:
    for name in ("BOB", "bob:", "TO Bob", "stallbob"):
        letters = box.reply(first["ANN"], f"MSG {name} The pass is yours; we hold the river.\nguess 3")
        (theirs,) = to(letters, BOB)
        assert str(theirs["Subject"]) == "[TOY-1 turn 1] ANN writes to you"
        assert "The pass is yours; we hold the river." in flat(theirs)
        (answer,) = to(letters, ANN)
        assert "Your message went to BOB" in flat(answer)
        assert "GUESS 3" in text_of(answer)
    assert {str(one["To"]) for one in box.reply(first["ANN"], "MSG ALL Peace")} >= {BOB, CID}
    (unknown,) = box.reply(first["ANN"], "MSG ZED Hello there")
    assert "Nobody here is called ZED" in flat(unknown)


def test_a_bare_number_is_no_vote_for_the_desk(first: Letters, box: Box) -> None:
    (answer,) = box.reply(first["ANN"], "VOTE 3")
    assert "VOTE 3" in text_of(answer)
    assert "to mend" in str(answer["Subject"]).lower() or "could not be read" in flat(answer)
