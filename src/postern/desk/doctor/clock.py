"""Compares this machine's clock with those of the mail servers that handled our letters."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session

from postern.desk.delivery.sending import LONGEST_PAUSE
from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.letters import newest_letters, reading
from postern.desk.timing.durations import spoken
from postern.post.stamps import server_stamp
from postern.store import outbox

_BEHIND = timedelta(minutes=2)
_AHEAD = timedelta(minutes=15)


async def check(case: Case) -> AsyncIterator[Finding]:
    """Compares with the mail servers' clocks, and looks whether letters wait for a moment that a wrong clock gave them."""
    yield _by_stamps(case)
    if beyond := _beyond(case):
        waits = "letter waits" if beyond == 1 else "letters wait"
        said = f"{beyond} {waits} to be sent for longer than the longest pause allows: the clock was ahead, and was set back"
        yield Finding(Level.WARN, "clock", said, "start or restart the daemon: letters that wait so are tried at once then")


def _beyond(case: Case) -> int:
    """How many letters wait longer than any pause of ours."""
    engine = reading(case.config)
    if engine is None:
        return 0
    try:
        with Session(engine) as session:
            return outbox.count_beyond(session, case.now + LONGEST_PAUSE)
    except SQLAlchemyError:
        return 0
    finally:
        engine.dispose()


def _by_stamps(case: Case) -> Finding:
    """By the stamp of the last server a letter passed (RFC 5321, 4.4), or else the letter's own Date."""
    try:
        letters = newest_letters(case)
    except SQLAlchemyError:
        letters = []
    lags = [stored - stamp for stored, head in letters if (stamp := server_stamp(head)) is not None]
    if not lags:
        return Finding(Level.OK, "clock", "no letter has come yet to compare with")
    best = min(lags, key=abs)
    remedy = "let the system keep its clock by NTP (timedatectl set-ntp true)"
    if min(lags) < -_BEHIND:
        said = f"this clock is {spoken(-min(lags))} behind that of the mail servers; deadlines pass too late"
        return Finding(Level.FAIL, "clock", said, remedy)
    if best > _AHEAD:
        said = f"every letter came {spoken(best)} or more after its server's stamp: this clock is ahead, or nobody watched"
        return Finding(Level.WARN, "clock", said, remedy)
    return Finding(Level.OK, "clock", f"within {spoken(max(abs(best), timedelta(seconds=1)))} of the mail servers'")
