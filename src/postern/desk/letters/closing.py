"""The end of a letter's handling: its orders are filed, and the one answer is put together and written to the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from postern import render
from postern.desk.answers.answer import Answer, Sitter
from postern.desk.answers.filing import Filed, Filing
from postern.desk.answers.places import Place
from postern.desk.commands import registry
from postern.desk.context import Desk
from postern.desk.documents.templates import Part, words_on_sheet
from postern.desk.games import forgetting, outdated, ready_checks
from postern.desk.games.absences import away_words
from postern.desk.games.mine import my_games
from postern.desk.games.observing import watched_words
from postern.desk.games.readiness import awaited_words, early_words, set_ready, settle_early, was_reminded, withdraw_reminders
from postern.desk.games.seating import games_part
from postern.desk.games.standing import standings
from postern.desk.language.parse import guess
from postern.desk.language.questions import reply_to
from postern.desk.letters.authentication import names, sitters_of
from postern.desk.outbox.holding import GUEST
from postern.desk.outbox.letter_at_hand import LetterAtHand
from postern.desk.outbox.outgoing import About, NewLetter, put_answer
from postern.desk.settings.gamefile import GameConfig
from postern.game.report import ORDERS, PROBLEMS
from postern.store import filed as filed_sets
from postern.store import seats
from postern.store.brakes import ANSWER
from postern.store.tables import Game, Seat

_MOST_UNREAD = 40
"""So many lines without an order are kept for the report of a turn."""


def close(letter: LetterAtHand, places: Sequence[Place], address: str, receipt: Part | None) -> None:
    """Files the orders of every place and writes the one answer, place by place; ``receipt`` ends it."""
    sitter = places[0].sitter
    if (gone := next((place.answer.forget for place in places if place.answer.forget), None)) is not None:
        forgetting.forget(letter, gone)
        return
    names = [place.sitter.game.name for place in places if place.sitter is not None]
    parts: list[Part] = []
    for place in places:
        if len(places) > 1 and place.sitter is not None:
            parts.append(Part("place", {"names": names, "game": place.sitter.game, "seat": place.sitter.seat}))
        parts += _place(letter, place)
    answers = [place.answer for place in places]
    whole = NewLetter(
        address,
        [*parts, *([receipt] if receipt is not None else [])],
        kind=ANSWER if sitter is not None or letter.row.player_id is not None else GUEST,
        about=_about(sitter, answers),
        reply_token=next((answer.reply_token for answer in answers if answer.reply_token), ""),
        requests=[wish for answer in answers for wish in answer.requests],
        prefs=sitter.prefs if sitter is not None else None,
    )
    put_answer(letter, whole)


def _place(letter: LetterAtHand, place: Place) -> list[Part]:
    """What is answered for one seat: first what was done, then orders, forecast, the rest, the status."""
    session, sitter, answer, filing = letter.session, place.sitter, place.answer, place.filing
    filed = None
    if sitter is not None and filing is not None:
        filed = _file(letter, sitter, filing, answer)
        if not (answer.parts or answer.headlines or answer.requests or answer.status or answer.forecast):
            answer.show_orders = True
        if sitter.game.late_turn == sitter.game.turn > 0:
            settle_early(session, sitter.game, sitter.config, letter.now)
        if filed is not None and sitter.seat.player_id == sitter.player.id:
            _settle_ready(letter, sitter, answer, filed)
        answer.forecast = answer.forecast or (filing.touched and sitter.prefs.forecast)
        _note_late(letter, sitter, answer, filed)
        _note_elsewhere(session, letter.desk, sitter, filing.written(), answer)
    return _parts(session, letter.desk, sitter, answer, filed)


def _settle_ready(letter: LetterAtHand, sitter: Sitter, answer: Answer, filed: Filed) -> None:
    """READY or WAIT, whichever stands last in the letter, now that all its orders are on file."""
    if answer.ready:
        lines = letter.desk.config.limits.order_lines
        left_out = [*letter.incoming.lines[lines:], *letter.incoming.over, *_cut(answer)]
        answer.headlines.append(ready_checks.say_ready(letter, sitter, filed, left_out))
    elif answer.ready is False:
        set_ready(letter.session, sitter.game, sitter.seat, sitter.config, False, letter.now)


def turn_data(session: Session, game: Game, seat: Seat, config: GameConfig, now: datetime) -> dict[str, object]:
    """What every letter to a seat tells of the turn: its deadline, whether the seat is ready, who is awaited."""
    everybody = seats.readiness(session, game.id)
    return {
        "game": game,
        "seat": seat,
        "config": config,
        "zone": config.zone,
        "early": early_words(config),
        "over": game.deadline is not None and game.deadline <= now,
        "now": now,
        "ready": seat.ready_turn == game.turn > 0,
        "awaited": awaited_words(config, everybody, game.turn, seat.id),
    }


def _file(letter: LetterAtHand, sitter: Sitter, filing: Filing, answer: Answer) -> Filed | None:
    about_orders = answer.show_orders or answer.forecast or filing.touched
    if not about_orders and (answer.parts or answer.headlines or answer.requests or answer.status):
        return None
    book = letter.desk.cache.handbook(sitter.game.ruleset)
    may_vote = sitter.config.votes.extend != "never"
    filed = filing.close(lambda line: guess(line, registry.forms()), lambda line: reply_to(line, book, may_vote))
    if filed.changed and filed.text != filing.before:
        seats.put_orders(letter.session, sitter.seat.id, sitter.game.turn, filed.text, letter.now)
        if filed.text and was_reminded(sitter.game):
            withdraw_reminders(letter.session, sitter.game, sitter.seat)
    left_out = [*letter.incoming.lines[letter.desk.config.limits.order_lines :], *_cut(answer)]
    _keep_set(letter, sitter, filing, filed, left_out)
    return filed


def _cut(answer: Answer) -> list[str]:
    """Lines that would be orders, and were not read as the writer's own."""
    groups: Any = answer.not_read.data["groups"] if answer.not_read is not None else ()
    return [line for group in groups for line in group["lines"]]


def _keep_set(letter: LetterAtHand, sitter: Sitter, filing: Filing, filed: Filed, left_out: Sequence[str]) -> None:
    """Keeps the orders for UNDO, with the lines of the turn's letters that gave none, for its report."""
    session = letter.session
    seat_id, turn = sitter.seat.id, sitter.game.turn
    text, before = filed.text or "", filing.before or ""
    fresh = ready_checks.unread_lines(sitter, letter.incoming, [*filed.unread, *left_out])
    if filing.put_back is not None and filing.put_back.text == text and not fresh:
        filed_sets.turn_to(session, seat_id, turn, filing.put_back)
        return
    if text == before and not fresh and not filing.cleared:
        return
    earlier: Sequence[str] = ()
    if filing.put_back is not None:
        earlier = filing.put_back.unread
    elif (filed.useless or not filing.cleared) and (standing := filed_sets.standing(session, seat_id, turn, before)):
        earlier = standing.unread
    unread = list(dict.fromkeys((*earlier, *fresh)))[-_MOST_UNREAD:]
    filed_sets.note(session, seat_id, turn, before, text, unread, letter.now)


def _note_late(letter: LetterAtHand, sitter: Sitter, answer: Answer, filed: Filed | None) -> None:
    """Says so when orders that may have been meant for another turn are on file for this one."""
    game, turn = sitter.game, outdated.replied_turn(sitter.game, letter.incoming)
    if filed is None or not filed.changed or turn == game.turn:
        return
    see = "still fit"
    if turn is None:
        if not outdated.written_before(game, letter):
            return
        lead = f"By its date you wrote your letter before turn {game.turn} began."
    else:
        lead = f"You replied to a letter {outdated.about(game, turn)}."
        if turn > game.turn:
            lead = f"{lead[:-1]}, but turn {game.turn} was taken back and is awaited again."
            see = "are meant for it (UNDO if not)"
    answer.headlines.insert(0, f"{lead} Your orders are now on file for turn {game.turn}; please see that they {see}.")


def _note_elsewhere(session: Session, desk: Desk, sitter: Sitter, written: str, answer: Answer) -> None:
    """Warns whose letter names another game of theirs in words only: its orders are for the game that it replied to."""
    if "-" not in written:
        return  # no game is named: every name has a dash
    game = sitter.game.name
    for other in sitters_of(session, desk, sitter.address):
        if other.game.id != sitter.game.id and names(written, other.game):
            answer.headlines.append(
                f"Your letter names {other.game.name}, but it answers a letter of {game}: what it holds was read for {game}. "
                f"Orders for {other.game.name} go below a line GAME {other.game.name}, or into a reply to a letter of it."
            )


def _parts(session: Session, desk: Desk, sitter: Sitter | None, answer: Answer, filed: Filed | None) -> list[Part]:
    parts = [Part("notice", {"sentences": answer.headlines})] if answer.headlines else []
    parts += [answer.not_read] if answer.not_read is not None else []
    if sitter is None:
        if not answer.parts:
            parts.append(games_part(session, desk, template="welcome"))
        return parts + answer.parts
    turn = turn_data(session, sitter.game, sitter.seat, sitter.config, desk.clock.now())
    if filed is not None and answer.show_orders:
        parts.append(Part("orders", turn | {"filed": filed, "echo": sitter.prefs.echo}))
    if filed is not None and answer.forecast:
        report = sitter.rules.forecast(filed.sheet, desk.cache.view(session, sitter.game, sitter.seat.name))
        if answer.show_orders:
            report = replace(report, sections=tuple(one for one in report.sections if one.key not in (ORDERS, PROBLEMS)))
        parts.append(Part("forecast", turn | {"text": render.to_text(report), "html": words_on_sheet(render.to_html(report))}))
    parts += answer.parts
    if answer.status or not any(part.name != "notice" for part in parts):
        on_file = bool(filed.accepted) if filed else _has_orders(session, sitter)
        others = my_games(session, desk, sitter.address, sitter.prefs, but=sitter.seat.id)
        away = away_words(session, sitter.game, sitter.config, desk.clock.now())
        watched = watched_words(session, sitter.address)
        status = {
            "on_file": on_file,
            "standings": standings(session, desk, sitter.game, sitter.seat),
            "away": away,
            "others": others,
            "watched": watched,
        }
        status["terms"] = sitter.config.terms
        parts.append(Part("status", turn | status))
    return parts


def _has_orders(session: Session, sitter: Sitter) -> bool:
    return seats.orders(session, sitter.seat.id, sitter.game.turn) is not None


def _about(sitter: Sitter | None, answers: Sequence[Answer]) -> About:
    for answer in answers:
        if answer.new_seat is not None and answer.new_game is not None:
            return About(answer.new_game, answer.new_seat, answer.new_game.turn)
    if sitter is not None:
        return About(sitter.game, sitter.seat, sitter.game.turn)
    return About()
