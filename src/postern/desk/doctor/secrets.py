"""Checks who may read the files that hold secrets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from postern.desk.doctor.finding import Case, Finding, Level
from postern.desk.settings.config import key_file
from postern.post.settings import ImapSettings, Password

_AREA = "secrets"


async def check(case: Case) -> AsyncIterator[Finding]:
    """Checks that the passwords are there, and that nobody but the owner can read them."""
    post, data = case.config.post, case.config.data
    passwords: dict[str, Password] = {"post.smtp": post.smtp, "post.secret": post.secret}
    if isinstance(post.mailbox, ImapSettings):
        passwords["post.mailbox"] = post.mailbox
    if post.oauth is not None:
        passwords["post.oauth.client_secret"] = post.oauth.client_secret
    files = {data / "oauth.token", case.config.token_file, data / "postern.sqlite"}
    if (key := key_file(case.config)) is not None:
        files.add(key)
    quiet = True
    for table, place in passwords.items():
        if place.password_file is not None:
            files.add(place.password_file)
        if place.password is not None and case.config.file is not None:
            files.add(case.config.file)
        if table == "post.secret" and place.password_file is not None:
            continue  # made when missing
        try:
            place.secret()
        except ValueError as error:
            quiet = False
            remedy = "put the password there; a variable must also be set in the shell from which the doctor is called"
            yield Finding(Level.FAIL, _AREA, f"[{table}] {error}", remedy)
    for path in sorted(files):
        if finding := _open_to_others(path):
            quiet = False
            yield finding
    if quiet:
        yield Finding(Level.OK, _AREA, "passwords are there, and only their owner can read them")


def _open_to_others(path: Path) -> Finding | None:
    try:
        mode = path.stat().st_mode
    except OSError:
        return None
    if mode & 0o007:
        return Finding(Level.FAIL, _AREA, f"everybody on this machine can read {path}", f"chmod 600 {path}")
    if mode & 0o070:
        return Finding(Level.WARN, _AREA, f"a group can read {path}", f"chmod 600 {path}, unless the group is meant to")
    return None
