"""Keeps what the desk has written in its data folder to its owner: the signing key, access tokens, the database."""

from __future__ import annotations

from pathlib import Path

import structlog

from postern.desk.settings.config import Config

_OURS = (".", "*.key", "*.token", "postern.sqlite*", "health.json", "at-work.lock", "backups", "backups/*.zip")
"""What the desk makes in its data folder, and the folder itself."""
_log = structlog.get_logger(__name__)


def tighten(config: Config) -> list[Path]:
    """Takes the data folder, and what the desk makes there, from everybody but its owner. Returns what was open to others.

    Files that the settings name elsewhere are left as they are: the doctor speaks of them. One that is not ours to change
    is left too.
    """
    done = []
    for path in (path for name in _OURS for path in ((config.data,) if name == "." else sorted(config.data.glob(name)))):
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
