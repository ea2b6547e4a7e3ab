"""Whatever happens to the files beside a running daemon, its turns and documents come from those it started with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[3]

PROGRAM = """
import asyncio, shutil, sys
from pathlib import Path

import postern
from postern.desk.settings.rulesets import ruleset
from postern.desk.documents.preload import read_rules
from postern.desk.documents.work import SetupJob, TurnJob, run_turn, set_up
from postern.desk.documents.workers import LocalWorkers
from postern.game.ruleset import Signup
from postern.render.json import from_json

SEATS = tuple(Signup(name, {}) for name in ("ANN", "BOB", "CLEO", "DAVE"))


async def documents(workers):
    from postern import render

    world = (await workers.run(set_up, SetupJob("great_jewels", {"game": "QJ-1"}, SEATS, "seed"))).world
    job = TurnJob("great_jewels", world, "seed", {"ANN": "GB2BC4"}, frozenset(("BOB", "CLEO", "DAVE")))
    done = await workers.run(run_turn, job)
    report = from_json(done.reports["ANN"])
    handbook = ruleset("great_jewels").handbook()
    return [
        done.world,
        *done.reports.values(),
        *[await workers.run(draw, report) for draw in (render.to_html, render.to_pdf, render.to_text)],
        await workers.run(render.handbook_pdf, handbook),
        render.topic_text(handbook.topics[0]),
    ]


async def main(processes):
    workers = LocalWorkers(processes, idle=0.1)
    workers.prepare()
    read_rules()
    before = await documents(workers)
    while workers._pool is not None:
        await asyncio.sleep(0.1)
    home = Path(postern.__file__).parents[2]
    assert home == Path(sys.argv[2]), home
    shutil.rmtree(home)
    assert await documents(workers) == before
    workers.close()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
"""


def runs_without_its_files(tmp_path: Path, processes: int) -> subprocess.CompletedProcess[str]:
    home, program = tmp_path / "postern", tmp_path / "program.py"
    for part in ("src/postern", "templates"):
        shutil.copytree(PROJECT / part, home / part)
    program.write_text(PROGRAM)
    words = [sys.executable, str(program), str(processes), str(home)]
    return subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(home / "src")},
    )


@pytest.mark.parametrize("processes", [1, 0], ids=["workers that start later", "a daemon without workers"])
def test_turns_run_and_documents_are_drawn_as_at_the_start(tmp_path: Path, processes: int) -> None:
    done = runs_without_its_files(tmp_path, processes)
    assert done.returncode == 0, done.stderr
