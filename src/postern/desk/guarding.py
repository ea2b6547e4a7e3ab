"""Keeps what the desk has written in its data folder to its owner: the signing key, access tokens, the database."""

from __future__ import annotations

from pathlib import Path

import structlog

from postern.desk.config import Config

_OURS = ("token.key", "oauth.token", "postern.sqlite", "postern.sqlite-wal", "postern.sqlite-shm")
_log = structlog.get_logger(__name__)


def tighten(config: Config) -> list[Path]:
    """Takes the files that the desk makes itself from everybody but their owner. Returns those that were open to others.

    Files that the settings name elsewhere are left as they are: the doctor speaks of them. One that is not ours to change
    is left too.
    """
    done = []
    for path in (config.data / name for name in _OURS):
        try:
            mode = path.stat().st_mode
            if mode & 0o077:
                path.chmod(mode & 0o700)
                done.append(path)
        except OSError as error:
            if path.exists():
                _log.warning("a file with secrets is open to others", file=str(path), error=error.strerror)
    if done:
        _log.info("files with secrets are now their owner's alone", files=[path.name for path in done])
    return done
