"""A real Dask scheduler and real workers, as processes of this machine on loopback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PROJECT = Path(__file__).parents[2]
PRELOAD = "postern.desk.documents.dask_preload"


class Certificates(NamedTuple):
    """The files of an authority, and of a certificate that it signed and its key."""

    authority: Path
    certificate: Path
    key: Path


def make_certificates(folder: Path) -> Certificates:
    """A new authority of these tests, and one certificate of it for everybody."""
    authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an authority of tests")])
    anybody = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "anybody")])

    def signed(subject: x509.Name, public: ec.EllipticCurvePublicKey, may_sign: bool) -> bytes:
        now = datetime.now(UTC)
        certificate = x509.CertificateBuilder(authority, subject, public, x509.random_serial_number())
        certificate = certificate.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        certificate = certificate.add_extension(x509.BasicConstraints(may_sign, None), critical=True)
        return certificate.sign(authority_key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    found = Certificates(folder / "ca.pem", folder / "us.pem", folder / "us.key")
    found.authority.write_bytes(signed(authority, authority_key.public_key(), True))
    found.certificate.write_bytes(signed(anybody, key.public_key(), False))
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    found.key.write_bytes(key.private_bytes(*form))
    return found


class RealDask:
    """A scheduler at a fixed port, and workers that are added one by one. Everything it started ends with ``close``."""

    def __init__(self, folder: Path, *, tls: Certificates | None = None, **settings: str) -> None:
        """``settings`` are Dask's own, as it takes them from its environment."""
        self._folder = folder
        self._tls = tls
        self._settings = settings
        self._count = 0
        self.port = _free_port()
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    @property
    def setting(self) -> str:
        """The scheduler as the settings name it."""
        return f"{'tls' if self._tls is not None else 'dask'}://127.0.0.1:{self.port}"

    def start_scheduler(self) -> None:
        """Starts the scheduler, again at the same port if it has run before."""
        words = (
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
            "--dashboard-address",
            "127.0.0.1:0",
        )
        self.scheduler = self._start("scheduler", words)

    def add_worker(self, preload: str | None = PRELOAD, core: int | None = None) -> subprocess.Popen[bytes]:
        """Starts a worker, bound to this core if one is named."""
        self._count += 1
        words = (
            *("worker", self.setting.replace("dask://", "tcp://"), "--host", "127.0.0.1", "--nworkers", "1", "--nthreads", "1"),
            *("--no-nanny", "--no-dashboard", "--memory-limit", "0", "--local-directory", str(self._folder)),
            *(("--preload", preload) if preload is not None else ()),
        )
        worker = self._start(f"worker-{self._count}", words, ("taskset", "-c", str(core)) if core is not None else ())
        self.workers.append(worker)
        return worker

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Ends a process at once."""
        process.kill()
        process.wait()
        self.workers = [worker for worker in self.workers if worker is not process]

    def kill_scheduler(self) -> None:
        """Ends the scheduler at once. Its workers end by themselves, as they do; this waits for it."""
        assert self.scheduler is not None
        self.kill(self.scheduler)
        self.scheduler = None

    def log(self) -> str:
        """What scheduler and workers have said."""
        return "\n".join(f"{path.name}: {path.read_text()}" for path in sorted(self._folder.glob("*.log")))

    def close(self) -> None:
        """Ends everything at once."""
        for process in (*self.workers, *([self.scheduler] if self.scheduler is not None else [])):
            self.kill(process)
        self.scheduler = None

    def _encrypted(self) -> tuple[str, ...]:
        if self._tls is None:
            return ()
        names = ("--tls-ca-file", "--tls-cert", "--tls-key")
        return tuple(str(word) for pair in zip(names, self._tls, strict=True) for word in pair)

    def _start(self, name: str, words: Iterable[str], before: Iterable[str] = ()) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join((str(PROJECT / "src"), str(PROJECT)))
        environment = os.environ | {"PYTHONPATH": paths, "DASK_CONFIG": str(self._folder)} | self._settings
        with (self._folder / f"{name}.log").open("ab") as log:
            command = [*before, sys.executable, "-m", "dask", *words, *self._encrypted()]
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._folder, env=environment
            )


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
