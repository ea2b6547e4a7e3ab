"""What players write who do not know how orders look: questions, words, slips."""

from __future__ import annotations

import time
from email.message import EmailMessage

import pytest

from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.language.parse import guess, match
from postern.desk.language.questions import reply_to
from postern.game.handbook import Handbook, Topic
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, on_file

BOOK = Handbook("Game", (Topic("building", "Building", "", ("build",)), Topic("navies", "Navies", "", ("navy",))))


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def test_a_question_is_told_where_its_answer_is() -> None:
    assert "HELP building and HELP navies may" in reply_to("How do I build a navy?", BOOK)
    assert "HELP navies may" in reply_to("what does a navy cost", BOOK)
    assert "HELP PRESS" in reply_to("What can L4 do?", BOOK)
    assert "STATUS" in reply_to("when is the deadline?", BOOK)
    assert "HELP navies may" in reply_to("any hints for a navy?", BOOK)
    for line in ("GD12BC2", "thanks", "Build a navy", "ready?", "L13 builds a navy in B4?"):
        assert reply_to(line, BOOK) == "", line
    for line in ("I will not resign myself to this", "KING is not ready", "not ready to give up B4"):
        assert "WAIT" not in reply_to(line, BOOK), line
        assert "RESIGN" not in reply_to(line, BOOK), line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("I will be away from 24 Dec to 2 Jan.", '"ABSENCE from 24 Dec to 2 Jan".'),
        ("I am on holiday next week", 'such as "ABSENCE from 24 Dec to 2 Jan"'),
        ("Can I please have 2 more days?", '"EXTEND 2d" asks the game master for a later one, a line "PROPOSE EXTEND 2d"'),
        ("I need more time", '"EXTEND 1d" asks'),
        ("send a message to BOB: hi there", '"PRESS TO BOB", and your message on the lines below it.'),
        ("Tell everybody I am friendly", '"PRESS TO ALL"'),
        ("Please ask the game master to wait", '"PRESS TO GM"'),
        ("ANON TO BOB", '"PRESS ANON TO BOB"'),
        ("postal to Bob:", '"PRESS POSTAL TO BOB"'),
        ("TO GM", '"PRESS TO GM"'),
        ("not ready", 'a line "WAIT" makes the turn wait for you.'),
        ("Sorry, I'm not quite ready yet!", 'a line "WAIT" makes the turn wait for you.'),
        ("I would like to resign from this game", 'You keep your seat: a line "RESIGN" gives it up.'),
        ("I resign", 'You keep your seat: a line "RESIGN" gives it up.'),
        ("What's my status?", 'A line "STATUS" tells how you stand.'),
    ],
)
def test_a_wish_in_words_of_ones_own_is_told_the_command_for_it_and_nothing_is_done(
    box: Box, desk: Desk, workers: Workers, line: str, words: str
) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    for before in ("", "guess 3"):
        box.reply(running["ANN"], before)
        (answer,) = box.reply(running["ANN"], line)
        assert words in flat(answer)
        assert not any(match(written, registry.forms()) for written in text_of(answer).splitlines() if words[:9] in written)
    assert on_file(desk, "ANN") == "guess 3"


@pytest.mark.parametrize(
    "line",
    [
        "I am away until Sunday",
        "I'm away until Sunday.",
        "Sorry, I will probably be away next week",
        "We'll be on vacation from 24 Dec to 2 Jan",
        "Im going to be absent on Friday",
        "my wife and I are going away on Friday",
        "I have to go away for some days",
        "on holiday until 2 Jan",
        "What happens while I am away?",
        "Ich bin bis Sonntag verreist",
    ],
)
def test_who_says_that_he_is_away_is_told_of_absence(line: str) -> None:
    said = reply_to(line, BOOK)
    assert said.startswith("Nothing was noted")
    assert '"ABSENCE ' in said


@pytest.mark.parametrize(
    "line",
    [
        "fly away",
        "2AN flies away from the battle",
        "stay away",
        "Stay away from my border until turn 12",
        "Keep your army away between 3 and 5",
        "I will stay away from your towns",
        "I am away from your capital with all groups",
        "I will not be away",
        "run away!",
        "throw 200 gold away",
        "the king is absent",
        "his emissary was on leave",
        "They are away",
    ],
)
def test_what_goes_away_in_a_game_is_no_absence(line: str) -> None:
    assert "ABSENCE" not in reply_to(line, BOOK)


def test_where_nobody_votes_on_the_deadline_a_vote_is_not_named() -> None:
    assert "PROPOSE" not in reply_to("Can I please have 2 more days?", BOOK, may_vote=False)
    assert "PRESS TO" not in reply_to("send 5 coins to BOB", BOOK)
    assert "HELP navies" in reply_to("Can you tell me what a navy costs?", BOOK)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("how do I build a navy?", ""),
        ("I'm ready", "READY"),
        ("I am reday.", "READY"),
        ("please cancel", "CANCEL"),
        ("ready?", "READY"),
    ],
)
def test_commands_are_guessed_from_what_is_meant_as_one(line: str, meant: str) -> None:
    assert guess(line, registry.forms()) == meant


def test_a_line_passed_over_is_told_what_is_wrong_with_it(box: Box, desk: Desk, workers: Workers) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    box.reply(running["ANN"], "guess 3")
    (answer,) = box.reply(running["ANN"], "I choose 4\nhow do I guess well?")
    assert "line 1 I choose 4" in flat(answer)
    assert "Orders are GUESS n, BUY n." in flat(answer)
    assert "line 2 how do I guess well? A question, as I read it: HELP" in flat(answer)
    assert "How I read your letter: 2 lines passed over." in flat(answer)
    assert on_file(desk, "ANN") == "guess 3"


def test_help_with_a_phrase_sends_the_topic_it_speaks_of(box: Box, workers: Workers) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    (answer,) = box.reply(running["ANN"], "HELP how to guess")
    assert str(answer["Subject"]).startswith("HELP guess: Guessing")
    (answer,) = box.reply(running["ANN"], "HELP L4")
    assert 'There is no topic "L4"' in flat(answer)
    assert "The nearest" not in flat(answer)


def test_help_with_a_word_of_a_command_and_of_a_topic_sends_both(box: Box, workers: Workers) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    (answer,) = box.reply(running["ANN"], "HELP ORDERS")
    assert "the last orders before the deadline count" in flat(answer)
    assert "to guess the number of the turn" in flat(answer)


def test_help_with_a_long_topic_sends_its_opening_and_each_section_when_asked(box: Box, workers: Workers) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    (answer,) = box.reply(running["ANN"], "HELP market")
    assert str(answer["Subject"]).startswith("HELP market: The market")
    assert "BUY 3" in flat(answer)
    assert "HELP market fees what it costs HELP market all all of this" in flat(answer)
    page = answer.get_body(("html",))
    assert page is not None
    assert "HELP market fees" in page.get_content()
    assert "no fees" not in flat(answer) + page.get_content()
    (answer,) = box.reply(running["ANN"], "help market fee")
    assert str(answer["Subject"]).startswith("HELP market fees: Fees")
    assert "takes no fees" in flat(answer)
    assert "BUY 3" not in flat(answer)
    (answer,) = box.reply(running["ANN"], "HELP the market all")
    assert "HELP market fees what it costs" in flat(answer)
    (answer,) = box.reply(running["ANN"], "HELP shares all")
    assert "BUY 3" in flat(answer)
    assert "takes no fees" in flat(answer)


def test_the_orders_replaced_are_counted_as_they_were_told(box: Box, workers: Workers) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    (first,) = box.reply(running["ANN"], "guess 3\nbuy 90")
    assert "1 order on file" in str(first["Subject"])
    (second,) = box.reply(running["ANN"], "guess 4")
    assert "Your letter replaced the order on file before." in flat(second)


def test_an_order_in_the_subject_of_an_empty_letter_is_not_passed_over_in_silence(
    box: Box, desk: Desk, workers: Workers
) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    address = str(running["ANN"]["Reply-To"])
    (answer,) = box.send(ANN, "", address, f"AW: {running['ANN']['Subject']}")
    assert "subject" not in flat(answer)
    assert on_file(desk, "ANN") is None
    (answer,) = box.send(ANN, "", address, "guess 3")
    assert "holds no orders, so I read those in its subject" in flat(answer)
    assert on_file(desk, "ANN") == "guess 3"


def test_a_command_written_another_way_is_told_where_its_form_is(box: Box, workers: Workers) -> None:
    running = begin(box, workers, ANN=ANN, BOB=BOB)
    for before in ("", "guess 3"):
        box.reply(running["ANN"], before)
        (answer,) = box.reply(running["ANN"], "press Bob: hello there")
        assert "PRESS? HELP PRESS tells how it is written." in flat(answer)


def test_a_letter_full_of_questions_costs_little_however_long_the_handbook_is() -> None:
    book = Handbook("Game", tuple(Topic(f"topic{number}", "", "", (f"also{number}",)) for number in range(400)))
    began = time.process_time()
    assert all("HELP topic7 may" in reply_to(f"what {'a ' * 190}Topic7?", book) for _ in range(100))
    assert time.process_time() - began < 0.5


def test_a_word_of_two_topics_finds_the_first_and_an_entry_only_where_no_topic_has_it() -> None:
    both = Handbook("Game", (Topic("one", "", "", ("Shared",)), Topic("two", "", "", ("shared",))), (Topic("ONE", "", ""),))
    assert both.find(" shared ") == both.find("One") == both.topics[0]
    assert both.find("three") is None
