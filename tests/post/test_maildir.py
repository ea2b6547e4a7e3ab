"""A Maildir as the source of letters."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import ValidationError

from postern.post.maildir import MaildirSource, deliver
from postern.post.settings import MaildirSettings
from postern.post.source import LetterKey, Outcome
from tests.post.watching import letter, until, watching


def settings(path: Path, **more: object) -> MaildirSettings:
    return MaildirSettings.model_validate({"path": path, "poll_every": 0.02, **more})


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*"))


async def test_letters_are_handed_out_and_moved_when_settled(tmp_path: Path) -> None:
    deliver(tmp_path, letter("one"), "1.a.host")
    async with watching(MaildirSource(settings(tmp_path))) as watcher:
        await watcher.has(1)
        deliver(tmp_path, letter("two"), "2.b.host")
        await watcher.has(2)
        await watcher.source.settled()
    assert watcher.subjects == ["one", "two"]
    assert watcher.letters[0].raw == letter("one")
    assert names(tmp_path / ".Handled" / "cur") == ["1.a.host:2,S", "2.b.host:2,S"]
    assert names(tmp_path / "new") == names(tmp_path / "cur") == []


async def test_failed_letters_go_to_their_own_folder_and_keep_their_flags(tmp_path: Path) -> None:
    path = deliver(tmp_path, letter("one"), "1.a.host")
    path.rename(tmp_path / "cur" / "1.a.host:2,F")
    async with watching(MaildirSource(settings(tmp_path)), Outcome.FAILED) as watcher:
        await watcher.has(1)
        await watcher.source.settled()
    assert names(tmp_path / ".Failed" / "cur") == ["1.a.host:2,FS"]


async def test_a_letter_not_settled_comes_again_in_the_next_run_only(tmp_path: Path) -> None:
    deliver(tmp_path, letter("one"), "1.a.host")
    source = MaildirSource(settings(tmp_path))
    async with watching(source, None) as watcher:
        await watcher.has(1)
        deliver(tmp_path, letter("two"), "2.b.host")
        await watcher.has(2)
        assert watcher.subjects == ["one", "two"]
    async with watching(MaildirSource(settings(tmp_path))) as again:
        await again.has(2)
    assert [one.key for one in again.letters] == [one.key for one in watcher.letters]


async def test_a_letter_renamed_by_a_mail_client_is_still_known_and_moved(tmp_path: Path) -> None:
    path = deliver(tmp_path, letter("one"), "1.a.host")
    source = MaildirSource(settings(tmp_path))
    async with watching(source, None) as watcher:
        await watcher.has(1)
        path.rename(tmp_path / "cur" / "1.a.host:2,RS")
        deliver(tmp_path, letter("two"), "2.b.host")
        await watcher.has(2)
        source.settle([watcher.letters[0].key, LetterKey(watcher.letters[0].key.mailbox, 0, "gone")], Outcome.HANDLED)
        await source.settled()
    assert watcher.subjects == ["one", "two"]
    assert names(tmp_path / ".Handled" / "cur") == ["1.a.host:2,RS"]


async def test_above_the_size_limit_only_the_header_comes(tmp_path: Path) -> None:
    deliver(tmp_path, letter("large", "x" * 3000), "1.a.host")
    async with watching(MaildirSource(settings(tmp_path, size_limit=1000))) as watcher:
        await watcher.has(1)
    (large,) = watcher.letters
    assert not large.complete
    assert b"Subject: large" in large.raw
    assert b"xxx" not in large.raw


async def test_a_maildir_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    async with watching(MaildirSource(settings(tmp_path / "later"))) as watcher:
        deliver(tmp_path / "later", letter("one"), "1.a.host")
        await watcher.has(1)


async def test_letters_come_in_batches(tmp_path: Path) -> None:
    for number in range(7):
        deliver(tmp_path, letter(str(number)), f"{number}.a.host")
    sizes: list[int] = []
    source = MaildirSource(settings(tmp_path, batch=3))
    async for batch in source.batches():
        sizes.append(len(batch))
        if sum(sizes) == 7:
            await source.close()
    assert sizes == [3, 3, 1]


def test_a_delivery_never_overwrites_and_is_complete_when_seen(tmp_path: Path) -> None:
    path = deliver(tmp_path, b"one", "1")
    assert path.read_bytes() == b"one"
    assert os.listdir(tmp_path / "tmp") == []
    with pytest.raises(ValidationError):
        settings(tmp_path, handled_folder="../elsewhere")


async def test_two_daemons_share_a_maildir(tmp_path: Path) -> None:
    for number in range(20):
        deliver(tmp_path, letter(str(number)), f"{number:02d}.a.host")
    first, second = MaildirSource(settings(tmp_path)), MaildirSource(settings(tmp_path))
    async with watching(first) as one, watching(second) as two:
        await until(lambda: len(names(tmp_path / ".Handled" / "cur")) == 20)
        await first.settled()
        await second.settled()
    assert {*one.subjects, *two.subjects} == {str(number) for number in range(20)}
