"""Turns and documents on more machines: workers of a real Dask scheduler, each bound to a core, on a real PostgreSQL."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sqlalchemy import make_url
from tests.servers.dask import RealDask
from tests.servers.postgres import RealPostgres

from benchmarks.figures import Figure
from benchmarks.many import SETTINGS, check_finished, open_games, turns_and_documents
from postern.desk.context import Desk, open_desk
from postern.desk.documents.dask_workers import DaskWorkers
from postern.desk.documents.work import SetupJob, set_up
from postern.desk.documents.workers import LocalWorkers, Workers
from postern.desk.settings.config import WorkSettings, read_config
from postern.game.ruleset import Signup
from postern.post.troubles import Troubles

_GAMES = 300
_MOST = 2
"""Workers, and cores that they are bound to."""
_COMES_WITHIN = 60.0
_WARM_UP = SetupJob("great_jewels", {"game": "QJ-0"}, tuple(Signup(f"P{letter}", {}) for letter in "ABCDEFGHIJKL"), "warm")
_wanted = [_GAMES]


def without_options(names: list[str]) -> list[str]:
    """The names without ``--games N``, which is kept for ``scale``."""
    if "--games" not in names:
        return names
    at = names.index("--games")
    _wanted[0] = int(names[at + 1])
    return [*names[:at], *names[at + 2 :]]


def scale() -> list[Figure]:
    """Games of Great Jewels due in the same minute, with all documents: one worker, two workers, local processes."""
    count = _wanted[0]
    speeds: dict[str, float] = {}
    with RealPostgres() as postgres, tempfile.TemporaryDirectory(prefix="scale-") as folder:
        houses = _Houses(postgres, Path(folder), count)
        (Path(folder) / "dask").mkdir()
        dask = RealDask(Path(folder) / "dask")
        dask.start_scheduler()
        try:
            for workers in range(1, _MOST + 1):
                speeds[f"local {workers}"] = houses.speed(partial(LocalWorkers, workers), workers)
                dask.add_worker(core=workers - 1)
                speeds[f"dask {workers}"] = houses.speed(partial(_of, dask), workers)
        finally:
            dask.close()
    what = f"{count} games due at once on PostgreSQL, all documents"
    figures = [
        Figure(f"{what}: Dask, {workers} of {_MOST} cores", f"{speeds[f'dask {workers}']:.0f} games a minute")
        for workers in range(1, _MOST + 1)
    ]
    gain = speeds[f"dask {_MOST}"] / speeds["dask 1"]
    figures.append(Figure(f"… {_MOST} workers against one", f"{gain:.2f} times", "1.8 times or more"))
    for workers in range(1, _MOST + 1):
        behind = (1 - speeds[f"dask {workers}"] / speeds[f"local {workers}"]) * 100
        local = f"{speeds[f'local {workers}']:.0f} games a minute in local processes"
        figures.append(Figure(f"… Dask behind {workers} local", f"{behind:+.0f} %", "15 % or less", local))
    return figures


def _of(dask: RealDask) -> Workers:
    return DaskWorkers(WorkSettings(workers=dask.setting, fallback=False), Path(), Troubles())


class _Houses:
    """Desks that are all alike: games whose first turn is due now, on a database of their own."""

    def __init__(self, postgres: RealPostgres, folder: Path, count: int) -> None:
        self._postgres = postgres
        self._folder = folder
        self._count = count
        self._numbers = itertools.count(1)
        self._url = postgres.new_database()
        self._home = folder / "home-0"
        (self._home / "games").mkdir(parents=True)
        self._write(self._home, self._url)
        desk = open_desk(read_config(self._home / "postern.toml"))
        try:
            open_games(desk, count)
        finally:
            desk.close()

    def speed(self, workers: Callable[[], Workers], width: int) -> float:
        """Games a minute with these workers, once there are as many as said."""
        desk = self._copy()
        try:
            seconds = asyncio.run(_taken(desk, workers, width))
            check_finished(desk, self._count)
        finally:
            desk.close()
        return 60 * self._count / seconds

    def _copy(self) -> Desk:
        home = self._folder / f"home-{next(self._numbers)}"
        shutil.copytree(self._home, home)
        name = f"scale_{home.name.rpartition('-')[2]}"
        url = make_url(self._url)
        self._postgres.sql(f"CREATE DATABASE {name} TEMPLATE {url.database}")
        self._write(home, url.set(database=name).render_as_string(hide_password=False))
        return open_desk(read_config(home / "postern.toml"))

    @staticmethod
    def _write(home: Path, url: str) -> None:
        (home / "postern.toml").write_text(SETTINGS.replace("[desk]\n", f'[desk]\nstore = "{url}"\n'))


async def _taken(desk: Desk, make: Callable[[], Workers], width: int) -> float:
    """Seconds until every turn has run and every document is drawn."""
    workers = make()
    try:
        workers.prepare()
        async with asyncio.timeout(_COMES_WITHIN):
            while workers.crew is not None and workers.crew.fitting < width:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        # What is started and read only once does not count.
        await asyncio.gather(*(workers.run(set_up, _WARM_UP) for _ in range(2 * width)))
        began = time.perf_counter()
        await turns_and_documents(desk, workers)
        return time.perf_counter() - began
    finally:
        workers.close()
