"""The connection to a Dask scheduler, and which of its workers are ours."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from collections.abc import Awaitable, Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import dask
from distributed import Client, KilledWorker, Security
from distributed.client import ClosedClientError

from postern.desk.documents.build import build, version_in
from postern.desk.documents.jobs import perform
from postern.desk.settings.config import WorkSettings

__all__ = ["CUT_OFF", "KilledWorker", "Link", "Roll"]

CUT_OFF = (OSError, TimeoutError, CancelledError, ClosedClientError)
"""What a job ends with that is not at fault itself: its scheduler or the way there."""
_LARGE = "1 GiB"
_CLOSES_WITHIN = 1.0
_DATA = ["dask", "error"]
"""How a result may be written that the client fetches: bytes as Dask writes them, and no pickles."""

# What fails with scheduler and workers we say ourselves; the client's tracebacks of cut connections add nothing to that.
logging.getLogger("distributed").setLevel(logging.WARNING)
logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
dask.config.set({"distributed.admin.large-graph-warning-threshold": _LARGE})


@dataclass(frozen=True)
class Roll:
    """The workers of a scheduler: the addresses of those of our build, and a sentence on each of the others."""

    fitting: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class Link:
    """A client of a scheduler, in the running event loop. ``gone`` is set when it is given up."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.gone = asyncio.Event()

    @classmethod
    async def open(cls, settings: WorkSettings, home: Path, patience: float) -> Link:
        """Connects. Raises OSError or TimeoutError after so many seconds."""
        client = Client(
            settings.scheduler,
            asynchronous=True,
            security=_security(settings, home),
            timeout=patience,
            set_as_default=False,
            deserializers=_DATA,
            name="postern",
        )
        link = cls(client)
        try:
            async with asyncio.timeout(patience):
                await client
        except BaseException:
            await link.close()
            raise
        return link

    @property
    def up(self) -> bool:
        """Whether it is connected, as far as it knows."""
        return not self.gone.is_set() and self._client.status == "running"

    async def look(self, patience: float) -> Roll:
        """Asks for all workers. Raises OSError or TimeoutError after so many seconds."""
        async with asyncio.timeout(patience):
            identity = await self._client.scheduler.identity()
        return judged(identity["workers"])

    def submit(self, data: bytes, workers: tuple[str, ...] = ()) -> Any:
        """Has a worker of our build ``perform`` this: one of ``workers`` where that can be. Gives Dask's future."""
        return self._client.submit(
            perform,
            data,
            key=f"postern-{uuid.uuid4().hex}",
            resources={build(): 1},
            workers=list(workers) or None,
            allow_other_workers=bool(workers),
            pure=False,
            retries=0,
        )

    async def worker_of(self, future: Any, patience: float) -> str:
        """The worker that has been given this; "" when none has. Raises OSError or TimeoutError after so many seconds."""
        async with asyncio.timeout(patience):
            found = await cast(Awaitable[Mapping[str, Any]], self._client.processing())
        return next((worker for worker, keys in found.items() if future.key in keys), "")

    async def close(self) -> None:
        """Lets go, whatever the scheduler does. Never raises but CancelledError."""
        self.gone.set()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_CLOSES_WITHIN):
                await self._client.close(timeout=_CLOSES_WITHIN)


def judged(workers: Mapping[str, Mapping[str, Any]]) -> Roll:
    """Which of these workers are ours; ``workers`` as the scheduler tells of them."""
    fitting: list[str] = []
    refused: list[str] = []
    for address, about in sorted(workers.items()):
        if build() in about["resources"]:
            if about["status"] == "running":
                fitting.append(address)
            continue
        theirs = next((found for name in about["resources"] if (found := version_in(name)) is not None), None)
        if theirs is None:
            refused.append(
                f"The worker {address} is none of Postern's: start it with --preload postern.desk.documents.dask_preload."
            )
        else:
            other = " (other code)" if theirs == version("postern") else ""
            refused.append(f"The worker {address} runs Postern {theirs}{other}: start it anew with this version.")
    return Roll(tuple(fitting), tuple(refused))


def _security(settings: WorkSettings, home: Path) -> Any:
    if settings.certificates is None:
        return None
    authority, certificate, key = (str(home / path) for path in settings.certificates)
    return Security(tls_ca_file=authority, tls_client_cert=certificate, tls_client_key=key, require_encryption=True)
