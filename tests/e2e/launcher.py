"""Daemons that are back within a moment: forked from a process that has read every module already.

Two hundred restarts would otherwise spend their time on reading modules and tables, when there is nothing yet to
interrupt. The child is the daemon itself: ``postern serve`` from its first own line on, in a session of its own.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import NoReturn

_READ = (
    "apscheduler.schedulers.asyncio",
    "postern.cli.main",
    "postern.desk.service.daemon",
    "postern.render.html",
    "postern.render.text",
    "postern.render.topic",
    "postern.rulesets.great_jewels.game",
)


class Launcher:
    """A process that starts daemons. Use as a context manager; what still runs at its end is killed."""

    def __init__(self, settings: Path, log: Path) -> None:
        self._settings = settings
        self._log = log

    def __enter__(self) -> Launcher:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.launcher", str(self._settings), str(self._log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert self._said() == "ready"
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(20)

    def start(self) -> int:
        """Starts a daemon; returns its process number at once."""
        return int(self._ask("start"))

    def kill(self) -> bool:
        """Kills the daemon as a power cut would, and waits until it is gone. False when it had ended by itself."""
        return self._ask("kill") == "killed"

    def _ask(self, word: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        return self._said()

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def _main(settings: Path, log: Path) -> None:
    for module in _READ:
        import_module(module)
    _warm_up()
    gc.collect()
    gc.freeze()  # or each daemon would look through all of it again, and copy it doing so
    child = 0
    print("ready", flush=True)
    for line in sys.stdin:
        if line.strip() == "start":
            child = os.fork()
            if child == 0:
                _serve(settings, log)
            print(child, flush=True)
        else:
            print("killed" if _kill(child) else "gone", flush=True)
            child = 0
    if child:
        _kill(child)


def _warm_up() -> None:
    """Has rules, tables, patterns and templates read that are read when first needed: a daemon that had to read the rules of
    all games first would be killed before it did anything."""
    from postern.desk.documents.preload import read_rules
    from postern.desk.documents.templates import Templates
    from postern.desk.documents.work import SetupJob, TurnJob, run_turn, set_up
    from postern.desk.settings.resources import letters_folder
    from postern.game.ruleset import Signup

    read_rules()
    stationery = Templates(letters_folder())
    for environment, html in ((stationery._text, False), (stationery._html, True)):
        for name in environment.list_templates(extensions=["j2"]):
            if name.endswith("html.j2") == html:
                environment.get_template(name)

    names = ("ANNE", "BERT", "CLEO", "DORA", "EMIL", "FRED")
    done = set_up(SetupJob("great_jewels", {}, tuple(Signup(name) for name in names), "warm"))
    run_turn(TurnJob("great_jewels", done.world, "warm", dict.fromkeys(names), frozenset(names)))


def _serve(settings: Path, log: Path) -> NoReturn:
    from postern.cli.serve import serve

    code = 1
    with contextlib.suppress(BaseException):
        os.setsid()
        target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, source in ((0, nothing), (1, target), (2, target)):
            os.dup2(source, number)
        serve(settings)
        code = 0
    os._exit(code)


def _kill(process: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    return os.WIFSIGNALED(status)


if __name__ == "__main__":
    _main(Path(sys.argv[1]), Path(sys.argv[2]))
