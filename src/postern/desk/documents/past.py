"""The past of a finished game, from what ``history.gather`` packed: each turn's world, and its deeds by running it again."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import structlog

from postern.desk.settings.rulesets import AnyRuleset, ruleset
from postern.game.chance import Chance
from postern.game.chart import Chart
from postern.game.ending import Past, Stage, milestones, stage_of
from postern.game.events import Deed
from postern.game.ruleset import Uncovered

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Remembered:
    """A finished game: what the desk knows about it, its past, its last world uncovered, and charts of its milestones."""

    about: Mapping[str, Any]
    title: str
    past: Past
    stood: Uncovered
    charts: tuple[Chart, ...]


@contextmanager
def opened(archive: bytes) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any], AnyRuleset]]:
    """The archive's files, what it is about, and its ruleset."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        about: dict[str, Any] = json.loads(files.read("about"))
        yield files, about, ruleset(about["ruleset"])


@lru_cache(maxsize=1)  # the letters of a game's end, one for each seat, ask for the same again and again
def remembered(archive: bytes) -> Remembered:
    """Reads the whole game. Raises ValueError when the rules cannot read a world."""
    with opened(archive) as (files, about, rules):
        turns = sorted(int(name.removeprefix("world/")) - 1 for name in files.namelist() if name.startswith("world/"))
        shown = milestones(turns)
        runs = {run["turn"]: run for run in about["runs"]}
        stages: list[Stage] = []
        charts: list[Chart] = []
        before: Any = None
        for turn in turns:
            world = rules.load(unpacked(files, f"world/{turn + 1}"))
            stood = rules.uncovered(world)
            deeds = _deeds(files, rules, runs.get(turn), before, world) if before is not None else ()
            stages.append(stage_of(turn, stood, deeds))
            charts += [stood.chart] if turn in shown else []
            before = world
        land, lands, troops = stood.words
        past = Past(about["name"], tuple(stages), stood.sides, stood.starts, stood.winners, land, lands, troops, stood.emblems)
        return Remembered(about, rules.title, past, stood, tuple(charts))


def _deeds(
    files: zipfile.ZipFile, rules: AnyRuleset, run: Mapping[str, Any] | None, before: Any, after: Any
) -> tuple[Deed, ...] | None:
    """The deeds of a turn, which is run again from its world and orders. None where it does not come out as it did then: under
    other rules, or where it is no longer on record as a whole."""
    if run is None or f"orders/{run['turn']}" not in files.namelist() or rules.turn(before) != run["turn"]:
        return None
    try:
        texts: dict[str, str | None] = json.loads(files.read(f"orders/{run['turn']}"))
        sheets = {seat: rules.read(text, rules.view(before, seat)) for seat, text in texts.items() if text is not None}
        outcome = rules.resolve(before, sheets, Chance(run["seed"]))
        found = rules.dump(outcome.world)
        # A game master may have changed the stored world since; its form may be older than what is written today.
        if hashlib.sha256(found).hexdigest() != run["world_sha256"] and found != rules.dump(after):
            return None
        return rules.deeds(before, outcome.world, outcome.events)
    except Exception:  # rules that have changed may stumble over old orders: the rest of the game can still be told
        _log.exception("a turn of a finished game cannot be run again", turn=run["turn"])
        return None


def unpacked(files: zipfile.ZipFile, name: str) -> bytes:
    """One file of the archive that the database keeps packed."""
    return zlib.decompress(files.read(name))
