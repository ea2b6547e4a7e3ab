"""Jobs as they travel to workers of other machines, and what comes back.

A job is a name out of a fixed table and its pickled data, as whoever gives jobs can run code on the worker in any case. What
comes back is data alone (MessagePack), bounded, typed, and compared with its job before anything is made of it.
"""

from __future__ import annotations

import builtins
import pickle
import threading
import traceback
import zlib
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from postern.desk.documents.drawing import DrawJob, draw
from postern.desk.documents.work import SetupJob, TurnJob, ensure_fits, run_turn, set_up
from postern.desk.settings.rulesets import RULESETS

R = TypeVar("R")

JOBS: dict[str, Callable[[Any], Any]] = {"set up": set_up, "run turn": run_turn, "draw": draw}
"""What workers of other machines do, by name."""
_QUICK = 1
"""How hard zlib tries: worlds are text and shrink to a sixth, pictures are packed already."""
_LARGEST = 64 * 1024 * 1024
"""Bytes of a result, packed and unpacked: more than all documents of the largest game have."""
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
    return zlib.compress(pickle.dumps((name, job), protocol=pickle.HIGHEST_PROTOCOL), _QUICK)


def perform(data: bytes) -> bytes:
    """Do a job, on a worker: return what came of it, or what it raised, as data for ``result_of``."""
    name, job = pickle.loads(zlib.decompress(data))
    with _alone:
        try:
            return _squeezed({"done": _plain(JOBS[name](job))})
        except Exception as error:
            return _squeezed({"raised": type(error).__name__, "words": str(error), "trace": traceback.format_exc()})


def result_of(work: Callable[[Any], Any], job: object, data: object) -> Any:
    """Return what ``perform`` gave, checked against the job.

    Raise what the job raised, as far as that is an exception of Python's own, with its traceback of the other machine as the
    cause; and WrongResult for what is no result of this job.
    """
    found = _opened(data)
    if set(found) == {"raised", "words", "trace"}:
        name, words, trace = (str(found[key]) for key in ("raised", "words", "trace"))
        known = getattr(builtins, name, None)
        if isinstance(known, type) and issubclass(known, Exception) and not issubclass(known, UnicodeError):
            raise known(words) from Elsewhere(trace)
        raise RuntimeError(f"{name}: {words}") from Elsewhere(trace)
    if set(found) != {"done"}:
        raise WrongResult("it is neither a result nor an error")
    result = _typed(found["done"], get_type_hints(work)["return"])
    try:
        if isinstance(job, SetupJob | TurnJob):
            ensure_fits(job, result)
        if isinstance(job, DrawJob) and len(result) != len(job.requests):
            raise ValueError(f"{len(result)} documents of {len(job.requests)}")
    except Exception as error:
        raise WrongResult(f"it does not fit its job: {type(error).__name__}: {error}") from error
    return result


class WrongResult(Exception):
    """A worker of another machine gave what is no result of its job; the text says what."""


class Elsewhere(Exception):
    """Where something was raised on another machine: its traceback."""

    def __str__(self) -> str:
        return f"on a worker of another machine:\n{self.args[0]}"


def _plain(value: Any) -> Any:
    """Return the value as data: numbers, text, bytes, lists and tables by name. Raise TypeError for anything else."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    raise TypeError(f"{type(value).__name__} is no data")


def _typed(value: Any, hint: Any) -> Any:
    """Return the data as the type that the hint names. Raise WrongResult where it is another."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        kinds = [one for one in inner if one is type(value)] or list(inner)
        return _typed(value, kinds[0])
    if origin is tuple and isinstance(value, tuple):
        return tuple(_typed(one, inner[0]) for one in value)
    if origin is Mapping and isinstance(value, dict):
        return {_typed(key, inner[0]): _typed(one, inner[1]) for key, one in value.items()}
    if is_dataclass(hint) and isinstance(hint, type) and isinstance(value, dict):
        hints = get_type_hints(hint)
        if set(value) != {one.name for one in fields(hint)}:
            raise WrongResult(f"{hint.__name__} has other fields than {', '.join(map(str, value))}"[:200])
        return hint(**{name: _typed(one, hints[name]) for name, one in value.items()})
    if type(value) is hint:
        return value
    raise WrongResult(f"{getattr(hint, '__name__', hint)} is needed, not {type(value).__name__}")


def _msgpack() -> Any:
    """Return the package that comes with Dask, without which nothing of this is needed."""
    return import_module("msgpack")


def _squeezed(what: object) -> bytes:
    return zlib.compress(_msgpack().packb(what, unicode_errors="surrogatepass"), _QUICK)


def _opened(data: object) -> dict[Any, Any]:
    """Return what ``_squeezed`` packed, within bounds. Raise WrongResult for anything else."""
    if not isinstance(data, bytes) or len(data) > _LARGEST:
        raise WrongResult(f"bytes are needed, {_LARGEST:,} at most, not {type(data).__name__}")
    try:
        opening = zlib.decompressobj()
        plain = opening.decompress(data, _LARGEST)
        if opening.unconsumed_tail or not opening.eof:
            raise WrongResult(f"it holds more than {_LARGEST:,} bytes, or is cut off")
        found = _msgpack().unpackb(plain, use_list=False, strict_map_key=False, unicode_errors="surrogatepass")
    except (zlib.error, ValueError, RecursionError, _msgpack().UnpackException) as error:
        raise WrongResult(f"it cannot be unpacked: {error}") from error
    if not isinstance(found, dict):
        raise WrongResult(f"a table is needed, not {type(found).__name__}")
    return found
