"""ABSENCE: days on which a player is away, so that no deadline falls on them."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.documents.templates import count
from postern.desk.games.absences import announce, away_words, cancel, days_left, refusal, span_words
from postern.desk.language.parse import Form
from postern.desk.outbox.calendars import calendar_request
from postern.desk.timing.days import Unclear, read_span

_TAKES = re.compile(
    r"(?:list|show)?[.?!]?|cancel(?:led)?[.!]?|"
    r"(?:from|until|till|to|on|between|von|vom|ab|bis|today|tomorrow|heute|morgen|for|für|fuer|(?:the |die )?(?:next|nächsten?)"
    r"|(?:an?|one|two|three|four|eine?|zwei|drei|vier) (?:days?|weeks?|months?|tage?|wochen?|monate?))\b.{0,80}"
    r"|[^?]{0,30}\d.{0,60}",
    re.IGNORECASE,
)


def run(call: SeatCall) -> None:
    """Writes days of absence down, takes them back, or lists who is away."""
    game, seat, config = call.sitter.game, call.sitter.seat, call.sitter.config
    today = call.now.astimezone(config.zone).date()
    asked = call.rest.strip(" .!?").lower()
    if asked.startswith("cancel"):
        taken = cancel(call.session, game, seat, config, call.now)
        call.say(
            "Your absences are taken back. A deadline that moved for them stays where it is." if taken
            else "There was no absence of yours to take back."
        )  # fmt: skip
    elif asked not in ("", "list", "show"):
        try:
            span = read_span(call.rest, today)
        except Unclear as error:
            call.say(str(error))
        else:
            if fault := refusal(call.session, game, seat, config, span):
                call.say(fault)
            else:
                moved = announce(call, span)
                call.say(f"You are away {span_words(span.first, span.last)}: no deadline falls on these days.")
                call.say(_for_this_turn(moved))
                if moved:
                    call.answer.requests += calendar_request(call.desk, game, seat, call.sitter.prefs, call.now)
    left = days_left(call.session, seat, config, today.year)
    call.part(
        "absence",
        game=game,
        seat=seat,
        zone=config.zone,
        away=away_words(call.session, game, config, call.now),
        left=f"Of {today.year} you have {count(max(left, 0), 'day')} of absence left." if config.absence_days else "",
    )


def _for_this_turn(moved: bool) -> str:
    return "The deadline of this turn moves for you, and the others are told that you are away, not why." if moved else (
        "The deadline of this turn is not touched. The others see in STATUS that you are away, not why."
    )  # fmt: skip


COMMAND = Command(
    160,
    Form("ABSENCE", ("ABSENT", "AWAY", "VACATION"), _TAKES),
    run,
    SeatCall,
    "ABSENCE from 24 Dec to 2 Jan: no deadline falls on these days",
    "`ABSENCE from 24 Dec to 2 Jan` (or `2026-12-24 to 2027-01-02`, `24.12. to 2.1.`, `from tomorrow for 2 weeks`) says "
    "that you are away: a deadline that would fall on these days moves past them, as far as the game allows in a year. The "
    "others see when you are away, not why. `ABSENCE` lists, `ABSENCE CANCEL` takes yours back. It counts for the game whose "
    "letter you reply to.",
)
