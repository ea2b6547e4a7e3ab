"""Jobs as they travel to workers of other machines and back: bytes, and a name out of a fixed table for what is to be done."""

from __future__ import annotations

import pickle
import threading
import traceback
import zlib
from collections.abc import Callable
from typing import Any, TypeVar

from postern.desk.documents.drawing import DrawJob, draw
from postern.desk.documents.work import SetupJob, TurnJob, run_turn, set_up
from postern.desk.settings.rulesets import RULESETS

R = TypeVar("R")

JOBS: dict[str, Callable[[Any], Any]] = {"set up": set_up, "run turn": run_turn, "draw": draw}
"""What workers of other machines do, by name."""
_QUICK = 1
"""How hard zlib tries: worlds are text and shrink to a sixth, pictures are packed already."""
_alone = threading.Lock()
"""What draws is not made for several threads."""


def travels(work: Callable[[Any], Any], job: object) -> bool:
    """Whether workers of other machines can do this: work of the table, by rules that are part of Postern."""
    if work not in JOBS.values():
        return False
    match job:
        case DrawJob():
            return all(request.ruleset in RULESETS for request in job.requests)
        case SetupJob() | TurnJob():
            return job.ruleset in RULESETS
    return True


def packed(work: Callable[[Any], Any], job: object) -> bytes:
    """The job for ``perform``. ``travels`` must allow it."""
    name = next(name for name, known in JOBS.items() if known is work)
    return _squeezed((name, job))


def perform(data: bytes) -> bytes:
    """Does a job, on a worker: what came of it, or what it raised, for ``result_of``."""
    name, job = _opened(data)
    with _alone:
        try:
            return _squeezed((JOBS[name](job), None, ""))
        except Exception as error:
            return _squeezed((None, _sendable(error), traceback.format_exc()))


def result_of(data: bytes) -> Any:
    """What ``perform`` gave. Raises what the job raised; its traceback of the other machine is told as the cause."""
    result, error, trace = _opened(data)
    if error is not None:
        raise error from Elsewhere(trace)
    return result


class Elsewhere(Exception):
    """Where something was raised on another machine: its traceback."""

    def __str__(self) -> str:
        return f"on a worker of another machine:\n{self.args[0]}"


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _squeezed(what: object) -> bytes:
    return zlib.compress(pickle.dumps(what, protocol=pickle.HIGHEST_PROTOCOL), _QUICK)


def _opened(data: bytes) -> Any:
    return pickle.loads(zlib.decompress(data))
