"""What confirms a letter that was held: a person's reply, and neither the mailbox of somebody who is away nor a protest."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

import pytest
from sqlmodel import Session, col, select

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import master
from postern.desk.language.assent import agrees
from postern.desk.settings.auth_policy import Way
from postern.store.tables import Credential, Seat
from tests.desk.box import Box, text_of
from tests.desk.playing import ANN, BOB, begin, on_file
from tests.desk.telltale import flat

AWAY = "I am out of the office until 3 December, with limited access to email.\n\nSincerely yours, V."
VICTIM = "victim@v.example"


@pytest.fixture
def first(box: Box, workers: Workers) -> dict[str, EmailMessage]:
    return begin(box, workers, ANN=ANN, BOB=BOB)


def away(box: Box, asked: EmailMessage, sender: str) -> list[EmailMessage]:
    """What the mailbox of somebody who is away answers, without a header that says so."""
    return box.send(sender, AWAY, str(asked["Reply-To"]), f"Out of office: {asked['Subject']}")


def test_an_absent_players_mailbox_carries_out_no_forged_letter(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "guess 9\nRESIGN YES")
    (again,) = away(box, asked, ANN)
    assert "YES" in flat(text_of(again))
    assert on_file(desk, "ANN") is None
    (told,) = box.reply(first["ANN"], "STATUS")
    assert str(told["Subject"]).startswith("[TOY-1 turn 1] ANN")


def test_a_person_whose_letters_look_automatic_confirms_with_yes(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "guess 9")
    (again,) = box.send(ANN, "", str(asked["Reply-To"]), "Re: it", X_Auto_Response_Suppress="All")
    assert on_file(desk, "ANN") is None
    box.send(ANN, "yes!", str(again["Reply-To"]), "Re: it", X_Auto_Response_Suppress="All")
    assert on_file(desk, "ANN") == "guess 9"


@pytest.mark.parametrize("wish", ["OBSERVE TOY-1", "STANDBY", "FORGET ME"])
def test_an_absent_strangers_mailbox_asks_for_nothing(wish: str, first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    if wish == "FORGET ME":
        (asked,) = box.send(VICTIM, "STANDBY")
        box.reply(asked, "")
    (asked,) = box.send(VICTIM, wish)
    (again,) = away(box, asked, VICTIM)
    assert str(again["Subject"]) == "Please confirm with YES"


@pytest.mark.parametrize("protest", ["No, I never wrote that!", "no. who are you?", "NO", "no fui yo"])
def test_a_no_with_more_words_behind_it_is_a_no(protest: str, first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "guess 9")
    (declined,) = box.reply(asked, protest)
    assert "thrown away" in flat(text_of(declined))
    assert on_file(desk, "ANN") is None


@pytest.mark.parametrize("words", ["", "What is this? I want to play on!", "guess 4"])
def test_a_forged_wish_to_be_forgotten_takes_no_seat_by_a_protest(
    words: str, first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (asked,) = box.send(ANN, "FORGET ME")
    assert "ANN in TOY-1" in flat(text_of(asked))
    box.reply(asked, words)
    (told,) = box.reply(first["ANN"], "guess 5")
    assert "1 order on file" in str(told["Subject"])
    box.reply(asked, "FORGET ME YES")
    assert any(row.recipient == ANN and row.subject == "You are forgotten" for row in box.rows())


PROTESTS = [
    "I did not write that.",
    "wasn't me",
    "it wasn\u2019t me!",
    "please don't",
    "Please, no.",
    "What is this?",
    "thanks, but that was somebody else",
    "Das war ich nicht",
    "Ce n'est pas moi",
    "To nie ja",
    "Это не я",
    "我没有写这个",
    "???",
    "\U0001f44e",
    "Stop it",
    "HELP",
    "HELP what is that",
    "CANCEL",
    "it was you",
    "you wrote this",
    "take me out of this game",
    "I am out",
    "was it me",
    "Did I write this",
    "War das ich",
    "he wrote it",
    "der war das",
    "that was yours",
    "Ja, das war mein Bruder",
]
ASSENTS = [
    "",
    "ok",
    "OK!",
    "confirmed, thanks",
    "Yes, that was me.",
    "yes\nI did not see your letter before, sorry",
    "Hi Postern,\n\nit was me.\n\nBest regards,\nAnn",
    "Sent from my iPhone",
    "Von meinem iPhone gesendet",
    "\U0001f44d\U0001f3fd",
    "ja, danke",
    "Oui, c\u2019est moi",
    "Guess 9",
    "Confirmed.\nguess 4\nREADY",
    "Hi,\n\nyes, that was me. Sorry for the trouble.\n\nCheers\nAnn",
    "It was me, writing from my work address.",
    "Yes, those are my orders. Thank you for checking!",
    "Yes, please carry them out",
    "Looks good, go ahead",
    "Hiermit bestätige ich meinen Brief.\n\nViele Grüße\nAnn",
    "Ja, der Brief war von mir.",
    "Das ist richtig so.\nMit freundlichen Grüßen",
    "Bonjour,\n\nje confirme mes ordres.\n\nCordialement,\nAnn",
    "Hola, sí, he sido yo. Un saludo",
    "De acuerdo, es correcto",
    "Sì, confermo i miei ordini. Va bene",
    "Akkoord, dat ben ik",
    "Да, это я",
]


@pytest.mark.parametrize("protest", PROTESTS)
def test_a_protest_in_any_words_carries_out_nothing(protest: str, first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "guess 9\nRESIGN YES")
    (answer,) = box.reply(asked, protest)
    assert "YES" in flat(text_of(answer))
    assert on_file(desk, "ANN") is None
    (told,) = box.reply(first["ANN"], "STATUS")
    assert str(told["Subject"]).startswith("[TOY-1 turn 1] ANN")


@pytest.mark.parametrize("words", ASSENTS)
def test_whoever_agrees_has_the_letter_carried_out(words: str, first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "guess 9")
    (answer,) = box.reply(asked, words, "Ann Smith <ann@a.example>")
    assert "confirmed and carried out" in flat(text_of(answer))
    assert (on_file(desk, "ANN") or "").split("\n\n") == (["guess 9", "guess 4"] if "guess 4" in words else ["guess 9"])


@pytest.mark.parametrize("lost", ["RESIGN YES", "FORGET ME YES"])
@pytest.mark.parametrize("words", ["", "I still want to play!", "It's my seat.", "yes"])
def test_a_forged_letter_takes_no_seat_whatever_is_answered(
    lost: str, words: str, first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (asked,) = box.send(ANN, f"guess 9\n{lost}")
    (answer,) = box.reply(asked, words)
    assert "reply to this letter with YES" in flat(text_of(answer))
    assert on_file(desk, "ANN") == "guess 9"
    (told,) = box.reply(answer, "STATUS")
    assert str(told["Subject"]).startswith("[TOY-1 turn 1] ANN")
    (gone,) = (letter for letter in box.reply(answer, lost) if letter["To"] == ANN)
    assert "given up" in flat(text_of(gone))


@pytest.mark.shown(ANN, "eve@e.example")
def test_an_address_is_left_by_no_words_that_do_not_begin_with_yes(
    first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    asked = {str(letter["To"]): letter for letter in box.reply(first["ANN"], "ADDRESS eve@e.example")}
    box.reply(asked["eve@e.example"], "yes, please")
    for protest in ("My mail is fine here, thanks", "I still want my mail here"):
        (again,) = box.reply(asked[ANN], protest)
        assert str(again["Subject"]) == "Please confirm with YES"
    box.reply(asked[ANN], "Yes, that was me")
    (told,) = box.send("eve@e.example", "STATUS")
    assert "TOY-1" in flat(text_of(told))


def test_orders_beside_a_protest_count_and_the_held_letter_does_not(
    first: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (asked,) = box.send(ANN, "guess 9\nRESIGN YES")
    (answer,) = box.reply(asked, "I never sent that!\nguess 4")
    assert "What I asked you to confirm is not carried out" in flat(text_of(answer))
    assert on_file(desk, "ANN") == "guess 4"


@pytest.mark.parametrize("wish", ["JOIN TOY-1\nNAME=EVE", "OBSERVE TOY-1", "STANDBY"])
def test_a_strangers_protest_asks_for_nothing(wish: str, box: Box, desk: Desk) -> None:
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(VICTIM, wish)
    (again,) = box.reply(asked, "I have nothing to do with this, leave me alone")
    assert str(again["Subject"]) == "Please confirm with YES"
    (done,) = box.reply(again, "yes, please")
    assert "confirm" not in str(done["Subject"])


@pytest.mark.parametrize(
    "words",
    [
        "I would like to take over the seat.",
        "I'd love to take it, thank you!",
        "Sign me up, I want to play",
        "Ich möchte mitspielen, bin gern dabei",
        "Yes, I am interested. Count me in",
    ],
)
def test_whoever_is_glad_of_a_seat_is_not_asked_again(words: str) -> None:
    assert agrees([words])


def test_words_in_the_subject_of_an_empty_reply_count(first: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.send(ANN, "guess 9")
    (again,) = box.send(ANN, "", str(asked["Reply-To"]), "that was not me")
    assert "YES" in flat(text_of(again))
    (declined,) = box.send(ANN, "", str(asked["Reply-To"]), "NO")
    assert "thrown away" in flat(text_of(declined))
    assert on_file(desk, "ANN") is None


def test_names_of_the_writer_and_of_the_game_agree_and_other_words_do_not() -> None:
    assert agrees(["Regards", "Ann-Marie O'Neil"], ["Ann-Marie O'Neil"])
    assert not agrees(["Regards", "Mallory"], ["Ann"])
    assert not agrees(["did I do that?"])


def test_of_a_reply_no_more_is_read_than_of_any_letter(box: Box, desk: Desk) -> None:
    desk.config = desk.config.model_copy(update={"limits": desk.config.limits.model_copy(update={"order_lines": 3})})
    asyncio.run(master.create(desk, "TOY-1"))
    (asked,) = box.send(VICTIM, "JOIN TOY-1\nNAME=EVE")
    (joined,) = box.reply(asked, "yes\nyes\nyes\nNAME=ZOE")
    assert str(joined["Subject"]) == "[TOY-1] You are EVE"


IRREVERSIBLE = ("FORGET ME", "FORGET ME YES", "RESIGN", "RESIGN YES", "NEW SECRET", "PASSWORD SET open-sesame-now")


def standing(desk: Desk) -> list[object]:
    """Who holds which seat with which secret, password and key."""

    def look(session: Session) -> list[object]:
        held = [(seat.name, seat.player_id, seat.generation) for seat in session.exec(select(Seat).order_by(col(Seat.id)))]
        return [*held, *((row.seat_id, row.kind) for row in session.exec(select(Credential)))]

    return desk.store.read_now(look)


@pytest.fixture
def trusting(first: dict[str, EmailMessage], desk: Desk) -> dict[str, EmailMessage]:
    trust = desk.config.trust.model_copy(update={"accept": (Way.TOKEN, Way.PASSWORD)})
    desk.config = desk.config.model_copy(update={"trust": trust})
    return first


@pytest.mark.shown(ANN, "eve@e.example")
@pytest.mark.parametrize("sender", [ANN, "eve@e.example"])
@pytest.mark.parametrize("words", IRREVERSIBLE)
def test_what_cannot_be_undone_is_asked_about_at_the_players_own_address(
    words: str, sender: str, trusting: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    before = standing(desk)
    (asked,) = box.reply(trusting["ANN"], words, sender)
    assert asked["To"] == ANN
    assert "reply to this letter with YES" in flat(text_of(asked))
    for said in ("", "What is this? I never wrote that.", "I want to play on"):
        (again,) = box.reply(asked, said)
        assert str(again["Subject"]) == "Please confirm with YES"
    assert standing(desk) == before
    box.reply(asked, "yes, please")
    assert standing(desk) != before


@pytest.mark.parametrize("words", IRREVERSIBLE)
def test_a_no_leaves_everything_as_it_is_and_the_yes_counts_once(
    words: str, trusting: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    before = standing(desk)
    (asked,) = box.reply(trusting["ANN"], words)
    (declined,) = box.reply(asked, "NO")
    assert "thrown away" in flat(text_of(declined))
    assert standing(desk) == before
    if not words.startswith("FORGET"):
        box.reply(asked, "YES")
        assert standing(desk) == before
    (newer,) = box.reply(trusting["ANN"], words)
    (newest_,) = box.reply(trusting["ANN"], words)
    if not words.startswith("FORGET"):
        box.reply(newer, "YES")
        assert standing(desk) == before
    box.reply(newest_, "YES")
    assert standing(desk) != before


def test_orders_in_reply_to_the_question_are_filed_and_answer_it_with_no_yes(
    trusting: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    before = standing(desk)
    (asked,) = box.reply(trusting["ANN"], "guess 3\nRESIGN")
    assert on_file(desk, "ANN") == "guess 3"
    (answer,) = box.reply(asked, "guess 5")
    assert "What I asked you to confirm is not carried out" in flat(text_of(answer))
    assert (on_file(desk, "ANN"), standing(desk)) == ("guess 5", before)
    (done,) = [letter for letter in box.reply(asked, "\n\nYes.\nBye all") if letter["To"] == ANN]
    assert "You have given up your seat" in flat(text_of(done))


def test_one_yes_answers_all_that_one_letter_asked_about(trusting: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    (asked,) = box.reply(trusting["ANN"], "NEW SECRET\nPASSWORD SET open-sesame-now\nPASSWORD SET another-word-now")
    (done,) = box.reply(asked, "YES")
    assert "ANN in TOY-1 has a new secret" in flat(text_of(done))
    assert "The password of ANN in TOY-1 is set." in flat(text_of(done))
