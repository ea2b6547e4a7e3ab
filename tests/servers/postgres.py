"""A private PostgreSQL in a folder of its own, reached by a socket there, beside any that the machine itself runs.

Needs the Debian package postgresql. As root it runs as an unprivileged user, since it refuses to run as root::

    with RealPostgres() as server:
        url = server.new_database()
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

from sqlalchemy import URL, make_url

_USER = "nobody"
_SETTINGS = {
    "listen_addresses": "''",
    "unix_socket_permissions": "0777",
    # The tests' databases live for seconds: nothing of them needs to outlive a power cut.
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "40",
    "log_min_messages": "warning",
}


def programs() -> Path | None:
    """The folder of PostgreSQL's newest programs on this machine; None where it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    return found[-1].parent if found else None


def missing() -> str:
    """Why the server cannot be run here, in a few words; empty if it can."""
    return "" if programs() else "not installed: PostgreSQL (Debian: postgresql)"


class RealPostgres:
    """A running server. ``new_database`` makes an empty database; ``stop`` and ``start`` do what they say."""

    def __init__(self) -> None:
        self.dir = Path()
        self._numbers = itertools.count(1)

    def __enter__(self) -> RealPostgres:
        self.dir = Path(tempfile.mkdtemp(prefix="pg-"))
        if os.geteuid() == 0:
            shutil.chown(self.dir, _USER)
        self.dir.chmod(0o755)
        self._run("initdb", "-D", self.dir / "data", "-U", "postern", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8")
        with (self.dir / "data" / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in _SETTINGS.items())
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()
        shutil.rmtree(self.dir, ignore_errors=True)

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        log, socket = self.dir / "data" / "server.log", f"-k {self.dir}"
        self._run("pg_ctl", "start", "-w", "-D", self.dir / "data", "-l", log, "-o", socket)

    def stop(self) -> None:
        """Stops the server, cutting off whoever is connected."""
        self._run("pg_ctl", "stop", "-w", "-m", "immediate", "-D", self.dir / "data")

    def new_database(self, like: str = "template1") -> str:
        """The URL of a fresh database: empty, or a copy of the one with the name ``like``, to which nobody is connected."""
        name = f"postern_{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {like}")
        url = URL.create("postgresql+psycopg", username="postern", database=name, query={"host": str(self.dir)})
        return url.render_as_string(hide_password=False)

    def sql(self, text: str, url: str = "") -> str:
        """What psql answers to this, bare, in the database of this URL."""
        database = make_url(url).database if url else "postgres"
        words = ("-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.dir, "-U", "postern", "-d", database, "-c", text)
        return self._run("psql", *words).strip()

    def _run(self, program: str, *words: str | Path | None) -> str:
        bin = programs()
        assert bin is not None
        user = _USER if os.geteuid() == 0 else None
        # Into a file, not a pipe: the server keeps what it inherits, and a pipe would never end.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                [str(bin / program), *map(str, words)],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                check=False,
                timeout=60,
                user=user,
                extra_groups=[] if user else None,
                cwd=self.dir,
            )
            said.seek(0)
            text = said.read()
        if done.returncode:
            raise RuntimeError(f"{program} said: {text.strip()}")
        return text
