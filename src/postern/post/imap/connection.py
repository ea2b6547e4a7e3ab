"""One IMAP connection in the few words that a mailbox source needs, every wait bounded."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import re
import time
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from aioimaplib import aioimaplib as lib

from postern.post.imap.protocol import ROOM, WatchfulClient
from postern.post.oauth import OAuthFault, Revoked, Tokens, oauthbearer, xoauth2
from postern.post.settings import ImapSettings, Security

_MOVE_TRIES = 3
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_LONGEST = 20
"""A letter that comes slowly but steadily is waited for, up to so many time-outs."""
_FOR_NOW = re.compile(
    r"\[(UNAVAILABLE|INUSE|LIMIT|SERVERBUG|OVERQUOTA)\b|too many|simultaneous|\bconnections?\b.{0,40}\b(exceed|limit|reached)"
    r"|(maximum|limit).{0,40}\bconnections?\b|authenticated but not connected|server (is )?(un|not )available"
    r"|(try|come back) (again )?later|temporar|throttl|\brate.?limit|\bbusy\b|bandwidth|internal (server )?error",
    re.IGNORECASE,
)
"""Refusals that speak of the moment, not of user and password: the codes of RFC 5530, and the words of Gmail, Exchange,
Yahoo, Courier and others."""
_SEARCHED = 20_000
"""UIDs that are asked for together."""
_SLACK = 1.5
"""A letter may be so much longer than the server said: some count its line ends as one byte, some do not count its header."""
_T = TypeVar("_T")
_FETCH_START = re.compile(rb"^\d+ FETCH \(", re.IGNORECASE)
_UID = re.compile(rb"\bUID (\d+)", re.IGNORECASE)
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)", re.IGNORECASE)
_QUOTED_BODY = re.compile(rb'BODY\[[^\]]*\] "((?:[^"\\]|\\.)*)"', re.IGNORECASE | re.DOTALL)
_EMPTY_BODY = re.compile(rb"BODY\[[^\]]*\] \{0\}", re.IGNORECASE)
_LISTED = re.compile(rb'^(?:\* )?(?:LIST )?\((?P<flags>[^)]*)\) (?:NIL|"[^"]*") (?P<name>.+?)\r?$', re.IGNORECASE)
_UNSEEN = re.compile(rb"UNSEEN (\d+)", re.IGNORECASE)
_QUOTA = re.compile(rb'^(?:\* )?(?:QUOTA )?(?:"(?:[^"\\]|\\.)*"|[^ "(]+) \((?P<resources>[^()]*)\)\s*$', re.IGNORECASE)
_RESOURCE = re.compile(rb"([A-Za-z][A-Za-z-]*) (\d+) (\d+)")
_VALIDITY = re.compile(rb"UIDVALIDITY (\d+)", re.IGNORECASE)


class ImapFault(Exception):
    """The connection cannot be used any more, or never could: connect anew after a pause."""


class LoginRefused(ImapFault):
    """The server does not take the user and password, or not over this kind of connection."""


class NotNow(ImapFault):
    """The server lets nobody in at this moment, e.g. since there are too many connections: that heals by itself."""


class NoSuchFolder(ImapFault):
    """The folder is not there, or may not be opened."""


class CommandRefused(Exception):
    """The server said NO or BAD to one command; the connection is still good."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What one FETCH line brought: the UID, the size if asked for, the body or header if there."""

    uid: int
    size: int | None
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Quota:
    """A limit that the server sets: ``STORAGE`` in units of 1,024 bytes, ``MESSAGE`` in letters, and others."""

    resource: str
    used: int
    limit: int


class ImapConnection:
    """A logged-in connection; make it with `connect`."""

    def __init__(self, settings: ImapSettings, client: WatchfulClient) -> None:
        self._settings = settings
        self._client = client
        self.news = client.protocol.news

    @classmethod
    async def connect(cls, settings: ImapSettings, tokens: Tokens | None = None) -> ImapConnection:
        """Connect, secure and log in, with an access token if `tokens` are given.

        A token that the server refuses is replaced by a fresh one, once. Raises ImapFault, LoginRefused among them, within
        eight time-outs.
        """
        if tokens is None:
            return await cls._connect(settings)
        try:
            token = await tokens.token()
            try:
                return await cls._connect(settings, token)
            except LoginRefused:
                return await cls._connect(settings, await tokens.token(refused=token))
        except Revoked as fault:
            raise LoginRefused(str(fault)) from fault
        except OAuthFault as fault:
            raise ImapFault(str(fault)) from fault

    @classmethod
    async def _connect(cls, settings: ImapSettings, token: str = "") -> ImapConnection:
        context = settings.tls_context() if settings.security is not Security.PLAIN else None
        direct = context if settings.security is Security.TLS else None
        client = WatchfulClient(settings.host, settings.port, timeout=settings.timeout, ssl_context=direct)
        connection = cls(settings, client)
        try:
            await connection._ask(client.wait_hello_from_server())
            if settings.security is Security.STARTTLS:
                await connection._start_tls()
            await connection._log_in(token)
        except BaseException:
            client.drop()
            raise
        return connection

    @property
    def lost(self) -> bool:
        """Whether the connection has ended."""
        return self._client.protocol.lost.done()

    def offers(self, capability: str) -> bool:
        """Whether the server has this capability, e.g. IDLE or MOVE."""
        return capability in {word.upper() for word in self._client.protocol.capabilities}

    async def select(self, folder: str) -> int:
        """Open a folder; its UIDVALIDITY. Raises NoSuchFolder, an ImapFault."""
        try:
            lines = await self._command(self._client.select(_mailbox(folder)))
        except CommandRefused as fault:
            raise NoSuchFolder(f"folder {folder} cannot be opened: {fault}") from fault
        found = next((match for line in lines if (match := _VALIDITY.search(line))), None)
        return int(found.group(1)) if found else 0

    async def folders(self) -> dict[str, frozenset[str]]:
        """All folders with their flags, in lower case (RFC 3501, 7.2.2; RFC 6154, 2)."""
        lines = await self._command(self._client.list('""', '"*"'))
        found = [match for line in lines if (match := _LISTED.search(bytes(line)))]
        return {_folder(match["name"]): frozenset(match["flags"].decode().lower().split()) for match in found}

    async def unread(self, folder: str) -> int:
        """How many letters in this folder nobody has read. Raises CommandRefused if there is no such folder."""
        lines = await self._command(self._client.status(_mailbox(folder), "(UNSEEN)"))
        found = next((match for line in lines if (match := _UNSEEN.search(bytes(line)))), None)
        return int(found[1]) if found else 0

    async def quotas(self, folder: str) -> list[Quota]:
        """What of its room the folder's mailbox has used (RFC 9208, 4.1.2 and 5). Raises CommandRefused."""
        protocol = self._client.protocol
        words = ("GETQUOTAROOT", protocol.new_tag(), _mailbox(folder))
        lines = await self._command(protocol.execute(lib.Command(*words, untagged_resp_name="QUOTA", loop=protocol.loop)))
        listed = [match["resources"] for line in lines if (match := _QUOTA.search(bytes(line)))]
        triples = [found for resources in listed for found in _RESOURCE.findall(resources)]
        return [Quota(name.decode().upper(), int(used), int(limit)) for name, used, limit in triples]

    async def search(self, since: date | None = None) -> list[int]:
        """The UIDs of all letters in the folder that are not marked as deleted, ascending; ``since``: that came then or
        later, by the server's own days."""
        return sorted({uid for part in [part async for part in self.searched(since)] for uid in part})

    async def searched(self, since: date | None = None) -> AsyncIterator[list[int]]:
        """As `search`, the oldest first, in parts of bounded length: a folder may hold millions."""
        recent = f" SINCE {since.day}-{_MONTHS[since.month - 1]}-{since.year}" if since is not None else ""
        first = 1
        while True:
            last = first + _SEARCHED - 1
            ends = last >= self._client.protocol.present
            which = "" if ends and first == 1 else f"{first}:{'*' if ends else last} "
            lines = await self._command(self._client.uid_search(f"{which}UNDELETED{recent}", charset=None))
            yield sorted({int(word) for line in lines[:-1] for word in line.split() if re.fullmatch(rb"[0-9]+", word)})
            if ends:
                return
            first = last + 1

    @property
    def expunged(self) -> int:
        """How many letters left the folder since it was opened: what is searched in parts may have moved to another part."""
        return self._client.protocol.expunged

    async def sizes(self, uids: Sequence[int]) -> dict[int, int]:
        """Bytes of each letter; expunged ones are missing."""
        pieces = await self._fetch(uids, "(UID RFC822.SIZE)")
        return {piece.uid: piece.size for piece in pieces if piece.size is not None}

    async def bodies(self, uids: Sequence[int], size: int, *, header_only: bool = False) -> dict[int, bytes]:
        """The letters, of ``size`` bytes together as the server said, or their headers, without marking them as read; those
        that it leaves out are missing."""
        room = int(size * _SLACK) + ROOM
        pieces = await self._fetch(uids, "(UID BODY.PEEK[HEADER])" if header_only else "(UID BODY.PEEK[])", room)
        return {piece.uid: piece.body for piece in pieces if piece.body is not None}

    async def move(self, uids: Sequence[int], folder: str) -> None:
        """Move letters to a folder, which is made if missing. UIDs that are gone are passed over.

        Raises CommandRefused if the server will not.
        """
        left = list(uids)
        made = False
        for _ in range(_MOVE_TRIES):
            try:
                return await self._move(left, folder)
            except CommandRefused as fault:
                if "EXPUNGEISSUED" in str(fault):
                    # Another client took some of them at this moment (RFC 9051, 7.1): go on with those that are left.
                    await self.check()
                    sizes = await self.sizes(left)
                    left = [uid for uid in left if uid in sizes]
                    if not left:
                        return None
                elif made:
                    raise
                else:
                    made = await self._make(folder, fault)
        return await self._move(left, folder)

    async def _make(self, folder: str, why: CommandRefused) -> bool:
        """Make the folder to which a move was refused. Raises CommandRefused when it cannot be made, or was not missing."""
        try:
            await self._command(self._client.create(_mailbox(folder)))
        except CommandRefused as fault:
            missing = "TRYCREATE" in str(why).upper()
            if missing and "EXISTS" in str(fault).upper():
                return True  # another daemon has just made it
            raise CommandRefused(f"the folder is missing and cannot be made: {fault}" if missing else str(why)) from fault
        return True

    async def check(self) -> None:
        """NOOP: let the server notice what has come."""
        await self._command(self._client.noop())

    async def idle(self, wake: asyncio.Event, seconds: float) -> None:
        """IDLE until there is news, `wake` is set, or the seconds are over."""
        client = self._client
        client.protocol.room = ROOM
        # The library's own start can wait for ever on a connection that closes at this moment: `_ask` bounds it.
        idling = await self._ask(client.idle_start(timeout=seconds + 60))
        waits = [asyncio.create_task(event.wait()) for event in (self.news, wake)]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        if client.protocol.lost.done():
            raise ImapFault(client.protocol.lost.result())
        client.idle_done()
        await self._ask(asyncio.wait_for(idling, self._settings.timeout))
        while not client.protocol.idle_queue.empty():
            client.protocol.idle_queue.get_nowait()

    async def close(self) -> None:
        """Log out if the server answers within two seconds, and close."""
        if not self._client.protocol.lost.done():
            with contextlib.suppress(ImapFault):
                await self._ask(self._client.logout(), seconds=2)
        self._client.drop()

    def drop(self) -> None:
        """Close without a word."""
        self._client.drop()

    async def _start_tls(self) -> None:
        client, protocol = self._client, self._client.protocol
        if not self.offers("STARTTLS"):
            raise LoginRefused("the server does not offer STARTTLS")
        try:
            await self._command(protocol.execute(lib.Command("STARTTLS", protocol.new_tag(), loop=protocol.loop)))
        except CommandRefused as fault:
            raise LoginRefused(f"the server refuses STARTTLS: {fault}") from fault
        if protocol.incomplete_line:
            # Bytes sent in clear behind the reply could be an attacker's, to be taken as said under TLS.
            raise ImapFault("the server spoke on before TLS")
        transport = await self._ask(
            asyncio.get_running_loop().start_tls(
                protocol.transport,
                protocol,
                self._settings.tls_context(),
                server_hostname=self._settings.host,
                ssl_handshake_timeout=self._settings.timeout,
            )
        )
        if transport is None:
            raise ImapFault("the connection closed during the TLS handshake")
        protocol.transport = transport
        protocol.capabilities = set()
        await self._ask(client.protocol.capability())

    async def _log_in(self, token: str) -> None:
        client, settings = self._client, self._settings
        if client.get_state() != lib.AUTH:
            try:
                if token:
                    await self._command(self._authenticate(token))
                else:
                    await self._command(client.login(lib.quoted(settings.user), settings.secret()))
            except CommandRefused as fault:
                if _FOR_NOW.search(str(fault)):
                    raise NotNow(f"the server lets nobody in now: {fault}") from fault
                what = "access token" if token else "user and password"
                raise LoginRefused(f"the server refuses {what}: {fault}") from fault
            except ValueError as fault:
                raise LoginRefused(str(fault)) from fault
        await self._ask(client.protocol.capability())

    def _authenticate(self, token: str) -> Coroutine[object, object, lib.Response]:
        settings, protocol = self._settings, self._client.protocol
        if self.offers("AUTH=OAUTHBEARER") and not self.offers("AUTH=XOAUTH2"):
            words = oauthbearer(settings.user, token, settings.host, settings.port)
            return protocol.authenticate("OAUTHBEARER", words, "AQ==")
        return protocol.authenticate("XOAUTH2", xoauth2(settings.user, token), "")

    async def _move(self, uids: Sequence[int], folder: str) -> None:
        which, mailbox = _uid_set(uids), _mailbox(folder)
        if self.offers("MOVE"):
            await self._command(self._client.uid("move", which, mailbox))
            return
        await self._command(self._client.uid("copy", which, mailbox))
        await self._command(self._client.uid("store", which, "+FLAGS.SILENT", r"(\Deleted)"))
        if self.offers("UIDPLUS"):
            await self._command(self._client.uid("expunge", which))
        else:
            await self._command(self._client.expunge())

    async def _fetch(self, uids: Sequence[int], what: str, room: int = ROOM) -> list[Piece]:
        timeout = self._settings.timeout
        lines = await self._command(self._client.uid("fetch", _uid_set(uids), what), timeout * _LONGEST, room)
        return _pieces(lines[:-1])

    async def _command(
        self, work: Coroutine[object, object, lib.Response], longest: float | None = None, room: int = ROOM
    ) -> list[bytes]:
        self._client.protocol.room = room
        response = await self._ask(work, longest=longest)
        if response.result != "OK":
            said = bytes(response.lines[-1]).decode("utf-8", "replace") if response.lines else response.result
            raise CommandRefused(said[:200])
        return list(response.lines)

    async def _ask(self, work: Coroutine[object, object, _T], seconds: float | None = None, longest: float | None = None) -> _T:
        """Wait for the work, but not beyond the time-out nor the end of the connection.

        With ``longest`` the time-out is one of silence: while the server goes on sending, it is waited for up to that.
        """
        lost = self._client.protocol.lost
        task = asyncio.ensure_future(work)
        task.add_done_callback(_unheard)

        def give_up(_: asyncio.Future[str]) -> None:
            task.cancel()

        lost.add_done_callback(give_up)
        try:
            await self._patience(task, seconds or self._settings.timeout, longest)
        finally:
            lost.remove_done_callback(give_up)
            task.cancel()
        if task.done() and not task.cancelled():
            try:
                return task.result()
            except (lib.AioImapException, OSError, EOFError) as fault:
                raise ImapFault(_in_words(fault)) from fault
        raise ImapFault(lost.result() if lost.done() else "no answer within the time-out")

    async def _patience(self, task: asyncio.Future[_T], seconds: float, longest: float | None) -> None:
        began = time.monotonic()
        end = began + seconds
        while not task.done() and (left := end - time.monotonic()) > 0:
            await asyncio.wait({task}, timeout=left)
            if longest is not None:
                end = min(max(began, self._client.protocol.heard) + seconds, began + longest)


def _unheard(task: asyncio.Future[_T]) -> None:
    """What the work raises when nobody waits for it any more, at the end of a connection, is nobody's business."""
    if not task.cancelled():
        task.exception()


def _in_words(fault: BaseException) -> str:
    return " ".join((str(fault) or type(fault).__name__).split())[:200]


def _pieces(lines: Iterable[bytes | bytearray]) -> list[Piece]:
    """FETCH lines and literals, in the order they came, to one piece a letter."""
    done: list[Piece] = []
    text, body = b"", None
    for line in [*lines, b"0 FETCH ("]:
        if isinstance(line, bytearray):
            body = bytes(line)
        elif _FETCH_START.match(line):
            uid = _UID.search(text)
            size = _SIZE.search(text)
            if uid is not None:
                done.append(
                    Piece(
                        int(uid.group(1)), int(size.group(1)) if size else None, body if body is not None else _short_body(text)
                    )
                )
            text, body = line, None
        else:
            text += line
    return done


def _short_body(text: bytes) -> bytes | None:
    """A body that the server sent as a quoted string or an empty literal."""
    quoted = _QUOTED_BODY.search(text)
    if quoted is not None:
        return re.sub(rb"\\(.)", rb"\1", quoted.group(1), flags=re.DOTALL)
    return b"" if _EMPTY_BODY.search(text) else None


def _uid_set(uids: Sequence[int]) -> str:
    """UIDs as an IMAP set, neighbours joined: 1:3,7."""
    parts: list[list[int]] = []
    for uid in sorted(uids):
        if parts and parts[-1][1] == uid - 1:
            parts[-1][1] = uid
        else:
            parts.append([uid, uid])
    return ",".join(str(first) if first == last else f"{first}:{last}" for first, last in parts)


def _mailbox(name: str) -> str:
    """A folder's name quoted, in the modified UTF-7 of RFC 3501 section 5.1.3."""
    encoded = re.sub(r"[^\x20-\x7e]+", _utf7, name.replace("&", "&-"))
    return str(lib.quoted(encoded))


def _folder(listed: bytes) -> str:
    """A folder's name as we write it, from a LIST line: the reverse of `_mailbox`."""
    text = listed.decode("utf-8", "replace").strip()
    if text.startswith('"'):
        text = re.sub(r"\\(.)", r"\1", text[1:-1])
    return re.sub(r"&([^-]*)-", _from_utf7, text)


def _from_utf7(match: re.Match[str]) -> str:
    code = match[1].replace(",", "/")
    return base64.b64decode(code + "=" * (-len(code) % 4)).decode("utf-16-be", "replace") if code else "&"


def _utf7(match: re.Match[str]) -> str:
    code = base64.b64encode(match.group().encode("utf-16-be")).decode().rstrip("=")
    return f"&{code.replace('/', ',')}-"
