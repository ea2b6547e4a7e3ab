"""Players propose and vote by letter; what passes is done at once, what cannot pass fails, silence is no yes."""

from __future__ import annotations

import math
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlmodel import Session

from postern.desk.context import Desk
from postern.desk.documents.work import TurnJob, run_turn
from postern.desk.documents.workers import Workers
from postern.desk.gamemaster import actions, master
from postern.desk.games import turns
from postern.desk.games.due import last_due, next_moment, run_due
from postern.desk.games.voting import Count, close_due
from postern.desk.timing.clock import ManualClock
from postern.store import games, seats, votes
from postern.store.tables import Game, GameState
from tests.desk.box import GAME, Box, text_of

PEOPLE = ("ANNE", "BERT", "CLEO")


@pytest.fixture
def home(home: Path) -> Path:
    (home / "games" / "toy-1.toml").write_text(GAME.replace("seats = 3", "seats = 4"))
    return home


@pytest.fixture
async def letters(desk: Desk, box: Box, workers: Workers) -> dict[str, EmailMessage]:
    """TOY-1 in its first turn with three people and a computer player; what they reply to."""
    await master.create(desk, "TOY-1")
    for name in PEOPLE:
        (question,) = box.send(f"{name.lower()}@example.org", f"JOIN TOY-1\nNAME={name}")
        box.reply(question, "")
    await run_due(desk, workers)
    return {str(letter["To"]).partition("@")[0].upper(): letter for letter in box.news()}


def flat(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def game_of(desk: Desk) -> Game:
    found = desk.store.write_now(lambda session: games.by_name(session, "TOY-1"))
    assert found is not None
    return found


def to(found: list[EmailMessage], name: str) -> str:
    return " ".join(flat(letter) for letter in found if str(letter["To"]).startswith(name.lower()))


async def test_a_draw_needs_all_and_ends_the_game(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    asked = box.reply(letters["ANNE"], "PROPOSE DRAW")
    assert "You propose that the game ends now, in a draw" in to(asked, "ANNE")
    assert "VOTE YES 1" in to(asked, "BERT")
    assert "ANNE" not in to(asked, "BERT").replace("anne", "")
    box.reply(letters["BERT"], "VOTE YES")
    assert game_of(desk).state == GameState.RUNNING
    told = box.reply(letters["CLEO"], "VOTE YES 1")
    assert game_of(desk).state == GameState.FINISHED
    for name in PEOPLE:
        assert "This is passed: 3 said yes, 0 no, 0 did not vote" in to(told, name)
    assert "a draw of ANNE, BERT, CLEO" in to(told, "gm")


async def test_one_no_ends_what_needs_all_and_votes_stay_secret(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(letters["ANNE"], "propose a draw")
    told = box.reply(letters["BERT"], "vote no")
    assert "not passed: 1 said yes, 1 no, 1 did not vote; 3 yes were needed" in to(told, "CLEO")
    assert "BERT" not in to(told, "CLEO")
    assert game_of(desk).state == GameState.RUNNING


async def test_open_votes_name_those_who_voted(letters: dict[str, EmailMessage], box: Box, desk: Desk, home: Path) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + "[votes]\nsecret = false\n")
    desk.read_files()
    box.reply(letters["ANNE"], "PROPOSE DRAW")
    told = box.reply(letters["BERT"], "VOTE NO")
    assert "ANNE: yes BERT: no" in to(told, "CLEO")


async def test_a_vote_may_be_changed_until_it_is_decided(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(letters["ANNE"], "PROPOSE CONCESSION TO CLEO")
    box.reply(letters["ANNE"], "VOTE NO")
    assert game_of(desk).state == GameState.RUNNING
    assert "1 said yes, 1 no" in to(box.reply(letters["BERT"], "VOTE NO"), "CLEO") or game_of(desk).state == GameState.RUNNING


async def test_a_concession_counts_the_winner_as_yes(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(letters["ANNE"], "PROPOSE CONCESSION TO CLEO")
    box.reply(letters["BERT"], "VOTE YES")
    found = game_of(desk)
    assert found.state == GameState.FINISHED
    assert "CLEO has won" in found.reason


async def test_the_deadline_moves_by_majority_and_letters_say_so(
    letters: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    before = game_of(desk).deadline
    assert before is not None
    box.reply(letters["ANNE"], "PROPOSE EXTEND 2 days")
    told = box.reply(letters["BERT"], "VOTE YES")
    assert game_of(desk).deadline == before + timedelta(days=2)
    assert "The deadline of turn 1 is Sun 29 Nov 2026, 20:00 CET" in to(told, "CLEO")


def test_a_vote_for_a_later_deadline_calls_off_an_early_run_and_says_so(
    letters: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    for name in letters:
        box.reply(letters[name], "READY")
    assert game_of(desk).early_at is not None
    box.reply(letters["ANNE"], "PROPOSE EXTEND 1d")
    told = [letter for name in letters if name != "ANNE" for letter in box.reply(letters[name], "VOTE YES")]
    assert game_of(desk).early_at is None
    assert any("only once somebody writes READY again" in " ".join(text_of(letter).split()) for letter in told)


async def test_a_deadline_moved_by_vote_lets_no_reminder_go_twice_and_observers_hear_of_it(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers, home: Path
) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + 'observers = "yes"\n')
    desk.read_files()
    (question,) = box.send("eve@example.org", "OBSERVE TOY-1")
    box.reply(question, "")
    deadline = game_of(desk).deadline
    assert deadline is not None
    clock.advance(deadline - timedelta(hours=23, minutes=30) - clock.now())
    await run_due(desk, workers)
    assert len([letter for letter in box.news() if "orders are due" in str(letter["Subject"])]) == 3
    box.reply(letters["ANNE"], "PROPOSE EXTEND 1h")
    told = box.reply(letters["BERT"], "VOTE YES")
    assert "21:00" in to(told, "eve"), "those who look on hear of the new deadline"
    await run_due(desk, workers)
    assert [str(letter["Subject"]) for letter in box.news()] == []


def leave_cleo(desk: Desk, box: Box, letter: EmailMessage, how: str) -> list[EmailMessage]:
    if how == "ejected":
        desk.store.write_now(actions.eject, desk, "TOY-1", "CLEO", "silence", "gm")
        return box.news()
    return box.insist(letter, "RESIGN YES")


@pytest.mark.parametrize("how", ["ejected", "resigned"])
@pytest.mark.parametrize("then", ["VOTE YES", "VOTE NO", "nothing"])
async def test_that_somebody_leaves_passes_nothing(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers, clock: ManualClock, how: str, then: str
) -> None:
    box.reply(letters["ANNE"], "PROPOSE DRAW")
    box.reply(letters["BERT"], "VOTE YES")
    told = leave_cleo(desk, box, letters["CLEO"], how)
    await run_due(desk, workers)
    told += box.news()
    assert game_of(desk).state == GameState.RUNNING, "only the one who left had not agreed"
    for name in ("ANNE", "gm"):
        assert "the vote goes on" in " ".join(str(letter["Subject"]) for letter in told if name.lower() in str(letter["To"]))
        assert "That alone decides nothing: it is counted with the next vote that one of them casts, or when" in to(told, name)
    assert "VOTE NO 1" in to(told, "ANNE")
    assert "VOTE NO" not in to(told, "gm")
    assert "the vote goes on" not in " ".join(str(letter["Subject"]) for letter in told if "cleo" in str(letter["To"]))
    await run_due(desk, workers)
    assert box.news() == [], "they hear of it once"
    if then == "nothing":
        clock.advance(timedelta(days=5, seconds=1))
        await run_due(desk, workers)
        after = box.news()
    else:
        after = box.reply(letters["ANNE"], then)
    passed = then != "VOTE NO"
    assert (game_of(desk).state == GameState.FINISHED) == passed
    assert f"This is {'passed: 2 said yes, 0' if passed else 'not passed: 1 said yes, 1'} no, 0 did not vote" in to(
        after, "BERT"
    )


async def test_a_replaced_player_loses_the_seat_and_has_no_vote(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    await master.run_now(desk, workers, "TOY-1")
    box.news()
    box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    assert "You have no vote" in to(box.reply(letters["CLEO"], "VOTE YES"), "CLEO")
    box.reply(letters["BERT"], "VOTE YES")
    clock.advance(timedelta(days=2))
    await run_due(desk, workers)
    told = box.news()
    assert "The other players of TOY-1 have voted to take your seat CLEO from you." in to(told, "CLEO")
    assert "game master has taken" not in to(told, "CLEO")
    assert "The seat CLEO in TOY-1 was taken from its player by a vote" in to(told, "gm")
    after = box.reply(letters["CLEO"], "GUESS 3")
    assert "GUESS 3" not in to(after, "CLEO") or "confirm" in to(after, "CLEO").lower()
    assert "CLEO is taken" in to(told, "ANNE")


async def test_a_vote_that_has_its_time_waits_for_a_look_into_the_mailbox(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers, clock: ManualClock
) -> None:
    await master.run_now(desk, workers, "TOY-1")
    box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    box.reply(letters["BERT"], "VOTE YES")
    least = clock.now() + timedelta(days=2)
    desk.read_through = lambda moment: None if moment >= least else moment
    clock.advance(timedelta(days=2))
    box.news()
    again = await run_due(desk, workers)
    assert not [letter for letter in box.news() if "The seat CLEO in TOY-1 was taken" in text_of(letter)], (
        "a changed vote may lie unread"
    )
    assert again == clock.now() + timedelta(seconds=1)
    assert desk.store.read_now(last_due, desk) == least, "the daemon has the mailbox looked into"
    desk.read_through = lambda moment: moment
    await run_due(desk, workers)
    assert "CLEO is taken" in to(box.news(), "ANNE")


async def test_nobody_takes_a_seat_alone(letters: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers) -> None:
    box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    given_up = box.insist(letters["BERT"], "RESIGN YES")
    await run_due(desk, workers)
    assert "The seat BERT in TOY-1 was given up" in to(given_up, "gm")
    assert "not passed: 1 said yes, 0 no, 0 did not vote; 2 yes were needed" in to([*given_up, *box.news()], "CLEO")
    refused = box.reply(letters["ANNE"], "PROPOSE REPLACE CLEO")
    assert [str(letter["To"]) for letter in refused] == ["anne@example.org"]
    assert "only where two others or more can vote" in to(refused, "ANNE")
    assert "write PRESS TO GM" in to(refused, "ANNE")
    alone = box.insist(letters["CLEO"], "RESIGN YES") and box.reply(letters["ANNE"], "PROPOSE DRAW")
    assert "1 said yes, 0 no, 0 did not vote; 1 yes was needed" in to(alone, "ANNE")


async def test_the_end_is_asked_of_the_rules(letters: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers) -> None:
    box.reply(letters["ANNE"], "PROPOSE END TURN 99")
    assert "the market closes after 50 turns" in to(box.reply(letters["BERT"], "VOTE YES"), "ANNE")
    box.reply(letters["ANNE"], "PROPOSE END TURN 4")
    assert "TOY-1 ends after turn 4" in to(box.reply(letters["BERT"], "VOTE YES"), "CLEO")
    await master.run_now(desk, workers, "TOY-1")
    assert game_of(desk).state == GameState.FINISHED


async def test_time_closes_a_vote_even_while_nobody_writes(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers
) -> None:
    box.reply(letters["ANNE"], "PROPOSE DRAW")
    moment = await desk.store.read(next_moment, desk)
    assert moment is not None
    assert moment <= clock.now() + timedelta(days=5)
    clock.advance(timedelta(days=5, seconds=1))
    await run_due(desk, workers)
    assert "not passed: 1 said yes, 0 no, 2 did not vote" in to(box.news(), "ANNE")


@pytest.mark.parametrize("wish", ["EXTEND 2d", "END TURN 3"])
async def test_a_vote_that_closes_while_the_turn_runs_is_decided_after_it(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, clock: ManualClock, workers: Workers, home: Path, wish: str
) -> None:
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + '[votes]\nextend = "two-thirds"\nopen_for = "1h"\n')
    desk.read_files()
    box.reply(letters["ANNE"], f"PROPOSE {wish}")
    claimed = desk.store.write_now(turns.claim, desk, 1, True)
    assert claimed is not None
    assert isinstance(claimed.job, TurnJob)

    def agree(session: Session) -> None:
        proposal = votes.of_game(session, 1)[0]
        for seat in seats.of_game(session, 1):
            votes.cast(session, proposal, seat.id, True, clock.now())

    desk.store.write_now(agree)
    box.news()
    desk.store.write_now(close_due, desk)
    assert box.news() == []
    assert desk.store.write_now(turns.commit, desk, claimed, await workers.run(run_turn, claimed.job))
    before = game_of(desk)
    clock.advance(timedelta(hours=1))
    desk.store.write_now(close_due, desk)
    lapsed = (
        "This is not passed: 3 said yes, 0 no, 0 did not vote; 2 yes were needed. The vote was about the deadline of turn 1"
    )
    assert (lapsed if "EXTEND" in wish else "This is passed") in to(box.news(), "ANNE")
    after = game_of(desk)
    assert before.deadline is not None
    assert after.deadline == before.deadline
    assert after.version == before.version + (0 if "EXTEND" in wish else 1)


async def test_a_vote_on_a_deadline_lapses_with_its_turn(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    asked = box.reply(letters["ANNE"], "PROPOSE EXTEND 2d")
    assert "that the deadline of turn 1 moves by 2 days" in to(asked, "BERT")
    await master.run_now(desk, workers, "TOY-1")
    box.news()
    before = game_of(desk).deadline
    told = box.reply(letters["BERT"], "VOTE YES")
    assert "The vote was about the deadline of turn 1, which is no longer awaited; it moves no other." in to(told, "CLEO")
    assert "The deadline of turn" not in to(told, "CLEO")
    again = box.reply(letters["BERT"], "PROPOSE EXTEND 2d\nVOTE")
    assert "that the deadline of turn 2 moves by 2 days" in to(again, "CLEO")
    assert game_of(desk).deadline == before


async def test_what_cannot_be_proposed_is_answered_kindly(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, home: Path
) -> None:
    answers = {
        "PROPOSE": "PROPOSE DRAW, PROPOSE CONCESSION",
        "PROPOSE a toast to the winner": "PROPOSE DRAW, PROPOSE CONCESSION",
        "PROPOSE REPLACE NOBODY": "Nobody here is called NOBODY",
        "PROPOSE EXTEND 900 days": "60 days at most",
        "PROPOSE EXTEND a while": "no span of time",
        "PROPOSE EXTEND 9999999999d": "no span of time",
        "PROPOSE END TURN 0": "has run already",
        "VOTE": "Nothing is put to the vote",
        "VOTE YES": "Nothing is put to the vote",
    }
    for body, words in answers.items():
        assert words in to(box.reply(letters["ANNE"], body), "ANNE"), body
    path = home / "games" / "toy-1.toml"
    path.write_text(path.read_text() + '[votes]\ndraw = "never"\n')
    desk.read_files()
    assert "does not vote on that" in to(box.reply(letters["ANNE"], "PROPOSE DRAW"), "ANNE")


async def test_several_proposals_are_told_apart(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    box.reply(letters["ANNE"], "PROPOSE DRAW\nPROPOSE EXTEND 1d")
    assert "is proposed already" in to(box.reply(letters["BERT"], "PROPOSE DRAW"), "BERT")
    assert "Say which proposal you mean" in to(box.reply(letters["BERT"], "VOTE YES"), "BERT")
    assert "You have not voted" in to(box.reply(letters["BERT"], "VOTE"), "BERT")
    box.reply(letters["BERT"], "VOTE YES 2")
    assert "by 1 day" not in to(box.reply(letters["CLEO"], "VOTE"), "CLEO")


@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20), st.integers(1, 30))
def test_a_count_is_never_both_passed_and_failed(yes: int, no: int, open_: int, needed: int) -> None:
    result = Count(yes, no, open_, needed)
    assert not (result.passed and result.failed)
    if open_ == 0:
        assert result.passed or result.failed
    assert math.ceil(needed) == needed


def own(found: list[EmailMessage], name: str, words: str) -> EmailMessage:
    """The letter to this player that has these words in its subject."""
    return next(one for one in found if str(one["To"]).startswith(name.lower()) and words in str(one["Subject"]))


@pytest.mark.parametrize(
    "words", ["Yes, I agree.", "yes", "I agree\n\nBert", "Fine with me.", "Aye!", "OK for me, thanks", "Ja"]
)
def test_a_yes_in_words_is_a_vote_for_the_proposal_of_the_letter(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, words: str
) -> None:
    first = own(box.reply(letters["ANNE"], "PROPOSE DRAW"), "BERT", "vote")
    box.reply(letters["ANNE"], "PROPOSE END TURN 5")
    assert "Your vote on proposal 1 is yes: that the game ends now, in a draw" in to(box.reply(first, words), "BERT")


@pytest.mark.parametrize(
    "words", ["No, never.", "no", "No thanks", "Never!", "I don't agree.", "I do not want that", "I vote against it", "Nein"]
)
def test_a_no_in_words_is_a_vote_against_it(letters: dict[str, EmailMessage], box: Box, words: str) -> None:
    first = own(box.reply(letters["ANNE"], "PROPOSE CONCESSION TO BERT"), "CLEO", "vote")
    box.reply(letters["ANNE"], "PROPOSE END TURN 5")
    assert "Your vote on proposal 1 is no: " in to(box.reply(first, words), "CLEO")


@pytest.mark.parametrize(
    "words",
    [
        "Yes, but only if CLEO leaves.",
        "What does that mean?",
        "Let me think about it.",
        "I have nothing against it but wait",
        "Do I agree?",
        "Well, agree or not, who cares about it",
        "Bert",
    ],
)
def test_words_that_may_be_no_vote_are_asked_about(letters: dict[str, EmailMessage], box: Box, desk: Desk, words: str) -> None:
    first = own(box.reply(letters["ANNE"], "PROPOSE DRAW"), "BERT", "vote")
    answer = to(box.reply(first, words), "BERT")
    assert "I cannot be sure how you vote; no vote was noted. Reply VOTE YES 1 or VOTE NO 1." in answer
    assert "You have not voted" in to(box.reply(letters["BERT"], "VOTE"), "BERT")


def test_a_bare_vote_in_reply_is_for_that_letters_proposal(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    first = own(box.reply(letters["ANNE"], "PROPOSE DRAW"), "BERT", "vote")
    second = own(box.reply(letters["ANNE"], "PROPOSE END TURN 5"), "BERT", "vote")
    assert "Your vote on proposal 2 is yes" in to(box.reply(second, "VOTE YES"), "BERT")
    assert "Your vote on proposal 1 is no" in to(box.reply(first, "VOTE NO"), "BERT")
    assert "Proposal 1 is decided already (failed)" in to(box.reply(first, "VOTE YES"), "BERT")
    assert "proposal 1 is decided" in to(box.reply(first, "Yes, I agree."), "BERT").lower()


def test_orders_beside_a_vote_in_words_are_filed_by_a_yes(letters: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    """The address that a vote letter is replied to takes a vote and nothing else: the rest is asked about."""
    first = own(box.reply(letters["ANNE"], "PROPOSE DRAW"), "BERT", "vote")
    (asked,) = box.reply(first, "Yes, I agree.\n\nguess 4\nREADY")
    assert "Your vote on proposal 1 is yes" in to([asked], "BERT")
    answer = to(box.reply(asked, "YES"), "BERT")
    assert "you guess 4" in answer
    assert "You are ready for turn 1." in answer


async def test_the_letter_that_ends_a_game_by_vote_has_the_final_standings_and_so_has_status(
    letters: dict[str, EmailMessage], box: Box, desk: Desk, workers: Workers
) -> None:
    await master.run_now(desk, workers, "TOY-1")
    box.news()
    box.reply(letters["ANNE"], "PROPOSE DRAW")
    box.reply(letters["BERT"], "VOTE YES")
    told = box.reply(letters["CLEO"], "VOTE YES")
    for reader in (*PEOPLE, "gm"):
        assert "FINAL STANDINGS 1. " in to(told, reader)
        assert all(name in to(told, reader).partition("FINAL STANDINGS")[2] for name in (*PEOPLE, "ALDER"))
    status = to(box.reply(letters["ANNE"], "STATUS"), "ANNE")
    assert "TOY-1 is over: a draw of ANNE, BERT, CLEO, ALDER, by vote" in status
    standings = status.partition("FINAL STANDINGS")[2]
    assert all(f" {name} " in standings for name in (*PEOPLE, "ALDER")), status
