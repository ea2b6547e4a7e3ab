"""Which workers there are is for the settings to say."""

from __future__ import annotations

from postern.desk.documents.workers import LocalWorkers, Workers
from postern.desk.settings.config import Config
from postern.post.troubles import Troubles


def open_workers(config: Config, troubles: Troubles) -> Workers:
    """The workers that the settings name. What lasts there is told to ``troubles``."""
    if not config.work.scheduler:
        return LocalWorkers(config.work.processes)
    # Dask is read only where it is used: it need not be installed, and takes memory.
    from postern.desk.documents.dask_workers import DaskWorkers

    return DaskWorkers(config.work, config.home, troubles)
