"""Letters out by SMTP: a few connections kept open for bursts, and a plain verdict for each letter."""

from __future__ import annotations

import asyncio
import contextlib
import re
import ssl
import time
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

import aiosmtplib
from aiosmtplib import errors

from postern.post.blame import Blame, blame
from postern.post.condition import Condition, Link, unknown
from postern.post.letter import is_address
from postern.post.oauth import OAuthFault, Revoked, Tokens, oauthbearer
from postern.post.settings import Security, SmtpSettings

_OF_RECIPIENT = re.compile(r"\b[45]\.(1\.(1|2|3|6|10)|2\.[1-4])\b")
# Gmail: 550 5.4.5 daily sending quota; Exchange: 432 4.3.2 and 4.7.x; Postfix and others in words.
_TOO_MUCH = re.compile(
    r"\b[45]\.4\.5\b|\b4\.7\.(28|500|650|708)\b|\brate\b.{0,30}\b(limit|exceed)|too many (messages|e?-?mails|letters|conc|conn)"
    r"|too many (failed )?logins?|too much mail"
    r"|(sending|daily|hourly|outgoing|submission|thread).{0,20}(limit|quota)|throttl|slow down|sending too",
    re.IGNORECASE,
)
_ABOUT_US = frozenset({500, 501, 502, 503, 504, 530, 534, 535, 538})
"""Replies to our address that speak of the conversation, not of the address: login needed or refused (RFC 4954), a command
that is not known."""
NO_WORD = "no word whether the letter was taken: "
"""So begins what is said of a letter that may have arrived."""
_DATA = 10
"""So many time-outs are waited for the word that a letter was taken (RFC 5321, 4.5.3.2.6): giving up early doubles it."""
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Delivery(Enum):
    """What became of a letter handed to the server."""

    SENT = "sent"
    LATER = "later"
    REFUSED = "refused"


class Cause(Enum):
    """What a verdict speaks of: this one letter; the server, which takes no letter now; or us, whom it will not have (a
    wrong password, no TLS, our address): then a person has to see to it."""

    LETTER = "letter"
    SERVER = "server"
    US = "us"


@dataclass(frozen=True, slots=True)
class SendResult:
    """The verdict: `code` is the SMTP reply code if there was one, `detail` one line for the log and the game master.

    `slow`: the server says that we send too much; no letter should follow for a while. `about_sender`: it refused the
    envelope sender for ever, and has not looked at the recipient. `too_large`: it refused the letter for its size.
    `of_recipient`: it refused the recipient, by name. `unexplained`: it refused for ever, in words that name neither recipient
    nor letter. `perhaps`: the letter was handed over, and no word came whether it was taken.
    """

    delivery: Delivery
    code: int | None = None
    detail: str = ""
    slow: bool = False
    cause: Cause = Cause.LETTER
    about_sender: bool = False
    too_large: bool = False
    of_recipient: bool = False
    unexplained: bool = False
    perhaps: bool = False

    @property
    def said(self) -> str:
        """Code and detail in one line."""
        return f"{self.code or ''} {self.detail}".strip()


class Sender(Protocol):
    """A way out for letters."""

    @property
    def condition(self) -> Condition:
        """How the connection to the server stands, by the last attempt."""
        ...

    async def send(self, sender: str, recipient: str, raw: bytes) -> SendResult:
        """Hand one letter to the server for one recipient; never raises for what the server or the network does."""
        ...

    async def largest(self) -> int:
        """The largest letter that the server says it takes (RFC 1870), in bytes; 0 when it does not say, or not now."""
        ...

    async def close(self) -> None:
        """Say goodbye to the server."""
        ...


@dataclass(slots=True)
class _Line:
    """One open connection and when it was last used (monotonic seconds)."""

    client: aiosmtplib.SMTP
    used: float


class SmtpSender:
    """Sends through the configured server; call `send` from as many tasks as you like.

    At most `connections` are open at a time; each is reused until it is idle for `idle_close` seconds. A connection found
    dead before the letter was handed over is replaced once, at once; a letter whose fate is unknown is `LATER`, to be sent
    again under its same Message-ID.
    """

    def __init__(self, settings: SmtpSettings, tokens: Tokens | None = None) -> None:
        """``tokens``: log in with these instead of a password."""
        self._settings = settings
        self._tokens = tokens
        self._free: list[_Line] = []
        self.condition = unknown()
        self._largest: int | None = None
        self._room = asyncio.Semaphore(settings.connections)
        self._tidy: asyncio.Task[None] | None = None
        self._context = None if settings.security is Security.PLAIN else settings.tls_context()

    async def send(self, sender: str, recipient: str, raw: bytes) -> SendResult:
        """See `Sender.send`. `sender` may be empty: then the letter bears no return path (RFC 5321, null)."""
        if not is_address(recipient):
            return SendResult(Delivery.REFUSED, None, "the address is not one that can be written to")
        async with self._room:
            result = await self._send(sender, recipient, raw)
        self.condition = self._condition(result)
        return result

    async def largest(self) -> int:
        """See `Sender.largest`. The server is asked when no connection has been made yet."""
        if self._largest is None:
            async with self._room:
                with contextlib.suppress(OAuthFault, errors.SMTPException, OSError, TimeoutError, ValueError):
                    self._give_back(await self._connect())
        return self._largest or 0

    async def try_out(self, sender: str, recipient: str) -> tuple[SendResult, int | None]:
        """Whether the server would take a letter to this recipient, without sending one; the largest letter it announces.

        What is wrong with the connection or the login is in `condition` and the verdict.
        """
        try:
            client = await self._connect()
        except (errors.SMTPException, OAuthFault, OSError, TimeoutError, ValueError) as fault:
            result = _verdict(fault)
            self.condition = self._condition(result)
            return result, None
        self.condition = self.condition.become(Link.UP)
        try:
            await client.mail(sender, encoding="ascii")
            reply = await client.rcpt(recipient, encoding="ascii")
            result = SendResult(Delivery.SENT, reply.code, _short(reply.message))
        except errors.SMTPResponseException as fault:
            result = _judge(fault)
        except (errors.SMTPException, OSError, TimeoutError) as fault:
            result = SendResult(Delivery.LATER, None, _short(str(fault)))
        finally:
            await _quit(client)
        return result, self._largest

    async def close(self) -> None:
        """Close all idle connections with QUIT."""
        if self._tidy is not None:
            self._tidy.cancel()
            self._tidy = None
        while self._free:
            await _quit(self._free.pop().client)

    def _condition(self, result: SendResult) -> Condition:
        """What a verdict says of the server."""
        if result.cause is Cause.US:
            return self.condition.become(Link.REFUSED, _short(f"{result.code or ''} {result.detail}"))
        if result.cause is Cause.SERVER or result.code is None:
            return self.condition.become(Link.DOWN, _short(f"{result.code or ''} {result.detail}"))
        return self.condition.become(Link.UP)

    async def _send(self, sender: str, recipient: str, raw: bytes) -> SendResult:
        while True:
            line = self._take()
            fresh = line is None
            client: aiosmtplib.SMTP | None = None
            handed_over = False
            try:
                client = line.client if line is not None else await self._connect()
                await client.mail(sender, encoding="ascii")
                await client.rcpt(recipient, encoding="ascii")
                handed_over = True
                reply = await client.data(raw, timeout=self._settings.timeout * _DATA)
                self._give_back(client)
                return SendResult(Delivery.SENT, reply.code, _short(reply.message))
            except errors.SMTPResponseException as fault:
                if client is not None and client.is_connected and await _reset(client):
                    self._give_back(client)
                if fault.code == 421 and not fresh:
                    continue
                return _judge(fault)
            except (errors.SMTPException, OAuthFault, OSError, TimeoutError, ValueError) as fault:
                _drop(client)
                if isinstance(fault, errors.SMTPServerDisconnected | ConnectionError) and not fresh and not handed_over:
                    continue
                return _verdict(fault, handed_over=handed_over)
            except BaseException:
                _drop(client)
                raise

    async def _connect(self) -> aiosmtplib.SMTP:
        if self._tokens is None:
            return await self._open("")
        token = await self._tokens.token()
        try:
            return await self._open(token)
        except errors.SMTPAuthenticationError:
            return await self._open(await self._tokens.token(refused=token))

    async def _open(self, token: str) -> aiosmtplib.SMTP:
        settings = self._settings
        client = aiosmtplib.SMTP(
            hostname=settings.host,
            port=settings.port,
            timeout=settings.timeout,
            use_tls=settings.security is Security.TLS,
            start_tls=settings.security is Security.STARTTLS,
            tls_context=self._context,
            username=settings.user if settings.user and self._tokens is None else None,
            password=settings.secret() if settings.user and self._tokens is None else None,
            local_hostname=settings.helo or ("localhost" if settings.host in _LOOPBACK else None),
        )
        # The library's time-outs are per reply: bound the whole of greeting, TLS and login as well.
        try:
            async with asyncio.timeout(settings.timeout * 2):
                await client.connect()
                if client.is_ehlo_or_helo_needed:
                    await client.ehlo()
                if token:
                    await _authenticate(client, settings, token)
            size = client.esmtp_extensions.get("size", "").strip()
            self._largest = int(size) if re.fullmatch("[0-9]+", size) else 0
        except BaseException:
            _drop(client)
            raise
        return client

    def _take(self) -> _Line | None:
        """The connection used last that still stands; others are let rest so that they can time out."""
        while self._free:
            line = self._free.pop()
            if line.client.is_connected:
                return line
        return None

    def _give_back(self, client: aiosmtplib.SMTP) -> None:
        self._free.append(_Line(client, time.monotonic()))
        if self._tidy is None or self._tidy.done():
            self._tidy = asyncio.create_task(self._close_idle())

    async def _close_idle(self) -> None:
        while self._free:
            await asyncio.sleep(min(5.0, self._settings.idle_close))
            oldest = time.monotonic() - self._settings.idle_close
            idle = [line for line in self._free if line.used < oldest]
            self._free = [line for line in self._free if line.used >= oldest]
            for line in idle:
                await _quit(line.client)


def _judge(fault: errors.SMTPResponseException) -> SendResult:
    """Whether a reply concerns the letter or its recipient for ever, or for now, or neither of them at all (``blame``)."""
    detail, cause, slow = _short(fault.message), _cause(fault), _sends_too_much(fault)
    about_sender = isinstance(fault, errors.SMTPSenderRefused) and 500 <= fault.code < 600 and fault.code not in _ABOUT_US
    if not 500 <= fault.code < 600 or slow or cause is not Cause.LETTER:
        return SendResult(Delivery.LATER, fault.code, detail, slow, cause, about_sender)
    named = blame(detail, fault.code)
    return SendResult(
        Delivery.LATER if named in (Blame.FULL, Blame.NOBODY) else Delivery.REFUSED,
        fault.code,
        detail,
        cause=cause,
        too_large=named is Blame.SIZE,
        of_recipient=named is Blame.RECIPIENT,
        unexplained=named is Blame.NOBODY,
    )


def _sends_too_much(fault: errors.SMTPResponseException) -> bool:
    """Whether the reply asks all our letters to wait, with whatever code.

    What it says of one recipient (RFC 3463, X.1 and X.2) or of one letter's size (552) does not.
    """
    said = _short(fault.message)
    if fault.code == 552 or _OF_RECIPIENT.search(said):
        return False
    return _TOO_MUCH.search(said) is not None or (fault.code == 421 and " 4.7." in f" {said}")


def _verdict(fault: Exception, *, handed_over: bool = False) -> SendResult:
    """What a fault means for the letter that was being sent."""
    if isinstance(fault, errors.SMTPResponseException):
        return _judge(fault)
    # After handing over, the letter itself may be what the server breaks at: it must not hold up the others.
    cause = Cause.LETTER if handed_over else Cause.US if _is_about_us(fault) else Cause.SERVER
    lost = isinstance(fault, errors.SMTPServerDisconnected | ConnectionError)
    what = "connection lost" if lost else type(fault).__name__
    says = str(fault) if isinstance(fault, OAuthFault | ValueError) else f"{what}: {fault}"
    return SendResult(
        Delivery.LATER, None, _short(f"{NO_WORD}{says}" if handed_over else says), cause=cause, perhaps=handed_over
    )


def _cause(fault: errors.SMTPResponseException) -> Cause:
    if _sends_too_much(fault) and not isinstance(fault, errors.SMTPAuthenticationError):
        # Told apart from a failure: the pace of sending sees to it.
        return Cause.LETTER
    if fault.code == 421:
        return Cause.SERVER
    if isinstance(fault, errors.SMTPRecipientRefused | errors.SMTPDataError) and fault.code != 530:
        return Cause.LETTER
    # Greeting, EHLO, STARTTLS, login and MAIL say nothing of the letter: "for ever" means us, and anything else this moment.
    return Cause.US if fault.code >= 500 else Cause.SERVER


def _is_about_us(fault: BaseException) -> bool:
    """Whether it will not heal by itself: no STARTTLS, an unknown certificate, a password that cannot be read."""
    if isinstance(fault, ssl.SSLCertVerificationError | ValueError | Revoked):
        return True
    if isinstance(fault, errors.SMTPConnectError | errors.SMTPTimeoutError | errors.SMTPServerDisconnected):
        return isinstance(fault.__cause__, ssl.SSLCertVerificationError)
    return isinstance(fault, errors.SMTPException)


async def _authenticate(client: aiosmtplib.SMTP, settings: SmtpSettings, token: str) -> None:
    """AUTH with an access token. Raises SMTPAuthenticationError when it is refused."""
    if "oauthbearer" not in client.server_auth_methods or "xoauth2" in client.server_auth_methods:
        await client.auth_xoauth2(settings.user, token)
        return
    words = oauthbearer(settings.user, token, settings.host, settings.port)
    reply = await client.execute_command(b"AUTH", b"OAUTHBEARER", words.encode())
    if reply.code == 334:
        reply = await client.execute_command(b"AQ==")
    if reply.code != 235:
        raise errors.SMTPAuthenticationError(reply.code, reply.message)


async def _reset(client: aiosmtplib.SMTP) -> bool:
    try:
        await client.rset()
    except (errors.SMTPException, OSError):
        _drop(client)
        return False
    return client.is_connected


async def _quit(client: aiosmtplib.SMTP) -> None:
    with contextlib.suppress(errors.SMTPException, OSError, TimeoutError):
        async with asyncio.timeout(2):
            await client.quit()
    _drop(client)


def _drop(client: aiosmtplib.SMTP | None) -> None:
    if client is not None:
        client.close()


def _short(text: str) -> str:
    return " ".join(text.split())[:300]
