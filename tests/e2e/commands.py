"""``postern ...`` as a game master types it, by a process that is there within a moment.

It is forked from one that has read every module already (see ``launcher``) and is the command itself from its first own
line on: with its own arguments, environment, output and exit code. That the installed program begins so is proved by
whatever starts the daemon.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

_forked = multiprocessing.get_context("forkserver")
_forked.set_forkserver_preload(["postern.cli.main", "postern.desk.documents.work", "postern.rulesets.great_jewels.game"])


def run(words: Sequence[str], environment: Mapping[str, str], patience: float = 120.0) -> tuple[int, str]:
    """The exit code of this command and what it printed. Raises TimeoutError when it does not end in time."""
    with tempfile.TemporaryDirectory(prefix="command-") as folder:
        said = Path(folder) / "said"
        said.touch()
        process = _forked.Process(target=_command, args=(tuple(words), dict(environment), said))
        process.start()
        process.join(patience)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutError(f"postern {' '.join(words)} did not end; it said: {said.read_text()}")
        return process.exitcode, said.read_text()


def _command(words: tuple[str, ...], environment: dict[str, str], said: Path) -> None:
    from postern.cli.main import app

    target = os.open(said, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(target, number)
    os.environ.clear()
    os.environ.update(environment)
    app(words, prog_name="postern")
