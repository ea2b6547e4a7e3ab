"""Checks the outgoing mail server: the login, whether it takes our letters and plus addresses, and their largest size."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy.exc import SQLAlchemyError

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.doctor.letters import newest_letters
from postern.desk.doctor.mailbox import login_remedy
from postern.post.condition import Link
from postern.post.providers import provider
from postern.post.smtp import Delivery, SendResult, SmtpSender
from postern.post.tokens import plus_address

_AREA = "sending"
_SMALL = 2_000_000
_NO_LOGIN = "AUTH extension is not supported"
"""What the library says of a server that offers no login."""


async def check(case: Case) -> AsyncIterator[Finding]:
    """Checks the outgoing server over a connection of its own; no letter is sent."""
    post = case.config.post
    sender = SmtpSender(post.smtp, case.tokens() if post.by_oauth(post.smtp) else None)
    ours = plus_address(post.address, "doctor")
    result, size = await sender.try_out(post.address, ours)
    where = f"{post.smtp.host} port {post.smtp.port}"
    if _NO_LOGIN in result.said:
        remedy = (
            'use its port for mail programs (587 with security = "starttls", or 465 with security = "tls"); where the server '
            "sends for us without a login, leave user and password out of [post.smtp]"
        )
        yield Finding(Level.FAIL, _AREA, f'{where} takes no login with security = "{post.smtp.security}"', remedy)
        return
    if sender.condition.link is Link.REFUSED:
        yield Finding(Level.FAIL, _AREA, f"{where}: {result.said}", login_remedy(case))
        return
    if sender.condition.link is not Link.UP:
        remedy = "check host, port and security in [post.smtp], and that a firewall lets us through"
        yield Finding(Level.FAIL, _AREA, f"{where} cannot be used: {result.said}", remedy)
        return
    yield Finding(Level.OK, _AREA, f"{where} lets us in{f' as {post.smtp.user}' if post.smtp.user else ' without a login'}")
    yield _size(case, size)
    yield _plus(case, ours, result)


def _size(case: Case, announced: int | None) -> Finding:
    wanted = case.config.post.limits.message_size
    if not announced:
        said = "the server announces no largest letter"
        return Finding(Level.OK, _AREA, f"{said}; {wanted / 1e6:.0f} MB are kept to" if wanted else said)
    if announced < _SMALL:
        remedy = "ask for more, or set documents in the games to fewer: reports go without what does not fit"
        return Finding(Level.WARN, _AREA, f"the server takes letters up to {announced / 1e6:.1f} MB only", remedy)
    return Finding(Level.OK, _AREA, f"the server takes letters up to {announced / 1e6:.0f} MB")


def _plus(case: Case, ours: str, result: SendResult) -> Finding:
    local, _, domain = case.config.post.address.partition("@")
    known = provider(case.config.post.provider)
    mark = f"{local}+".lower().encode()
    try:
        seen = any(mark in head.lower() for _, head in newest_letters(case))
    except SQLAlchemyError:
        seen = False
    if seen:
        return Finding(Level.OK, _AREA, f"plus addresses work: letters to {local}+…@{domain} have come")
    if result.delivery is Delivery.REFUSED:
        remedy = "set recipient_delimiter = + at your server (Postfix and Dovecot), or take a provider with plus addresses"
        return Finding(Level.FAIL, _AREA, f"the server refuses letters to {ours}: {result.said}", remedy)
    if known.plus_addresses:
        return Finding(Level.OK, _AREA, f"plus addresses are known to work at {known.title}")
    if result.delivery is Delivery.SENT:
        return Finding(Level.OK, _AREA, f"the server would take letters to {ours}; the first reply of a player will prove it")
    return Finding(Level.WARN, _AREA, f"the server does not say now whether it takes {ours}: {result.said}", "try again later")
