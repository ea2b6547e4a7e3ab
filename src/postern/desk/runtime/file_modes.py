"""Makes the desk's files in its data folder readable for their owner alone: signing key, access tokens, database."""

from __future__ import annotations

from pathlib import Path

import structlog

from postern.desk.settings.config import Config

_OURS = (".", "*.key", "*.token", "postern.sqlite*", "health.json", "at-work.lock", "backups", "backups/*.zip")
"""What the desk makes in its data folder, and the folder itself."""
_log = structlog.get_logger(__name__)


def tighten(config: Config) -> list[Path]:
    """Makes the data folder, and what the desk writes there, accessible to its owner alone. Returns what was open to others.

    Files that the settings name elsewhere are left as they are (the doctor checks them), and so are files that belong to
    another user.
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
