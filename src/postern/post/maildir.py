"""Letters from a Maildir on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, Iterable
from datetime import datetime
from pathlib import Path

from postern.post.condition import Link, unknown
from postern.post.settings import MaildirSettings
from postern.post.source import Fetched, LetterKey, Looked, Outcome
from postern.post.troubles import Troubles

_LONGEST_PAUSE = 60.0
_MOST_BYTES = 8_000_000
REACH, MOVING = "the mailbox", "moving letters to their folders"
"""The troubles that a source tells of, by name."""


class MaildirSource:
    """A `Source` over a Maildir (https://cr.yp.to/proto/maildir.html).

    Letters are read where they lie, in `new` and `cur`, and moved to the Maildir++ folders of the settings when settled. Two
    daemons may share a Maildir: a rename is one step, and whoever comes second finds nothing to do.
    """

    def __init__(self, settings: MaildirSettings, troubles: Troubles | None = None) -> None:
        self._settings = settings
        self._troubles = troubles or Troubles()
        self._mailbox = f"maildir:{settings.path}"
        self._folders = {Outcome.HANDLED: settings.handled_folder, Outcome.FAILED: settings.failed_folder}
        self._known: set[str] = set()
        self._moves: dict[str, Outcome] = {}
        self._wake = asyncio.Event()
        self._all_moved = asyncio.Event()
        self._all_moved.set()
        self._closed = False
        self.looked = Looked()
        self.condition = unknown()

    async def batches(self) -> AsyncGenerator[list[Fetched], None]:
        """See `Source.batches`."""
        self._known.clear()
        pause = self._settings.poll_every
        while not self._closed:
            self._try_to_move()
            began = self.looked.clock()
            try:
                letters = self._look()
            except OSError as fault:
                pause = min(pause * 2, _LONGEST_PAUSE)
                self.looked.clear()
                self.condition = self.condition.become(Link.DOWN, fault.strerror or str(fault))
                self._troubles.failed(REACH, fault.strerror or str(fault), person=True)
            else:
                pause = self._settings.poll_every
                self.condition = self.condition.become(Link.UP)
                self._troubles.worked(REACH)
                if letters:
                    yield letters
                    continue
                self.looked.through(began)
            await self._rest(pause)
        self._try_to_move()

    def settle(self, keys: Iterable[LetterKey], outcome: Outcome) -> None:
        """See `Source.settle`."""
        self._moves.update((key.uid, outcome) for key in keys if key.mailbox == self._mailbox)
        if self._moves:
            self._all_moved.clear()
            self._wake.set()

    def look(self) -> None:
        """See `Source.look`."""
        self._wake.set()

    def look_again(self, since: datetime) -> None:
        """See `Source.look_again`."""
        self.looked.clear(since)
        self._wake.set()

    async def settled(self) -> None:
        """See `Source.settled`."""
        await self._all_moved.wait()

    async def close(self) -> None:
        """See `Source.close`."""
        self._closed = True
        self._wake.set()

    def _files(self) -> dict[str, Path]:
        """The letters by the unique part of their names, oldest first; not those being delivered in `tmp`."""
        found = [path for part in ("new", "cur") for path in self._entries(part)]
        return {path.name.partition(":")[0]: path for path in sorted(found, key=lambda path: path.name)}

    def _entries(self, part: str) -> list[Path]:
        with os.scandir(self._settings.path / part) as entries:
            return [Path(entry.path) for entry in entries if not entry.name.startswith(".") and entry.is_file()]

    def _look(self) -> list[Fetched]:
        """The next letters not yet handed out, at most `batch` of them and eight million bytes."""
        present = self._files()
        self._known.intersection_update(present)
        letters: list[Fetched] = []
        room = _MOST_BYTES
        for uid, path in present.items():
            if uid in self._known:
                continue
            try:
                letter = self._read(uid, path)
            except FileNotFoundError:
                continue
            self._known.add(uid)
            letters.append(letter)
            room -= len(letter.raw)
            if len(letters) >= self._settings.batch or room <= 0:
                break
        return letters

    def _read(self, uid: str, path: Path) -> Fetched:
        key = LetterKey(self._mailbox, 0, uid)
        limit = self._settings.size_limit
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size <= limit:
                return Fetched(key, file.read())
            head = file.read(min(limit, 256_000)).replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        return Fetched(key, head + b"\n\n", complete=False)

    def _try_to_move(self) -> None:
        """What cannot be moved stays where it is, and holds up no other letter."""
        try:
            self._move_settled()
        except OSError as fault:
            self._all_moved.set()
            self._troubles.failed(MOVING, fault.strerror or str(fault), person=True)
        else:
            self._troubles.worked(MOVING)

    def _move_settled(self) -> None:
        self._wake.clear()
        if self._moves:
            present = self._files()
            for uid, outcome in list(self._moves.items()):
                if uid in present:
                    self._move(present[uid], outcome)
                del self._moves[uid]
        self._all_moved.set()

    def _move(self, path: Path, outcome: Outcome) -> None:
        """Move one letter to its folder's `cur`, marked as seen."""
        folder = self._settings.path / f".{self._folders[outcome]}"
        for part in ("tmp", "new", "cur"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        (folder / "maildirfolder").touch()
        unique, _, info = path.name.partition(":")
        flags = "".join(sorted({*info.removeprefix("2,"), "S"}))
        with contextlib.suppress(FileNotFoundError):
            path.rename(folder / "cur" / f"{unique}:2,{flags}")

    async def _rest(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._wake.wait()


def deliver(maildir: Path, raw: bytes, unique: str) -> Path:
    """Put a letter into a Maildir, written to `tmp` first and then shown in `new`; makes the Maildir if missing.

    `unique` names the file and must never have been used in this Maildir. Run as root, it is given to the Maildir's owner.
    """
    for part in ("tmp", "new", "cur"):
        (maildir / part).mkdir(parents=True, exist_ok=True)
    waiting = maildir / "tmp" / unique
    with waiting.open("xb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    if os.geteuid() == 0:
        owner = maildir.stat()
        os.chown(waiting, owner.st_uid, owner.st_gid)
    return waiting.rename(maildir / "new" / unique)


def return_letters(settings: MaildirSettings, since: datetime) -> int:
    """Moves letters that were written since then back from the folders of the handled and the failed. Returns how many."""
    moved = 0
    for name in (settings.handled_folder, settings.failed_folder):
        for path in sorted((settings.path / f".{name}").glob("[cn][ue][rw]/*")):
            if path.stat().st_mtime >= since.timestamp():
                path.rename(settings.path / "cur" / path.name)
                moved += 1
    return moved
