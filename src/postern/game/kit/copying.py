"""Copies of worlds, several times as fast as ``copy.deepcopy``."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")


def copied(value: T) -> T:
    """Return a copy that shares nothing with the value which could be changed.

    For trees of records (dataclasses), dictionaries, lists, sets and tuples. Frozen records and plain values are shared. The
    copy of a record has its fields and nothing else, such as cached properties. ``deepcopy`` copies anything else.
    """
    copy: T = _COPIERS[type(value)](value)
    return copy


def _itself(value: T) -> T:
    return value


class _Copiers(dict[type, Callable[[Any], Any]]):
    """How values of a type are copied; made when a type is first met."""

    def __missing__(self, kind: type) -> Callable[[Any], Any]:
        self[kind] = found = self._made(kind)
        return found

    def _made(self, kind: type) -> Callable[[Any], Any]:
        if issubclass(kind, Enum):
            return _itself
        if is_dataclass(kind):
            return _itself if kind.__dataclass_params__.frozen else self._of_record(kind)  # type: ignore[attr-defined]
        return deepcopy

    def _of_record(self, kind: type) -> Callable[[Any], Any]:
        names = tuple(field.name for field in fields(kind))
        if not hasattr(kind, "__dict__") or "__slots__" in kind.__dict__:
            return lambda one: self._by_slots(kind, one, names)

        def copy(one: Any) -> Any:
            new: Any = object.__new__(kind)
            old, made = one.__dict__, new.__dict__
            for name in names:
                value = old[name]
                copier = self[type(value)]
                made[name] = value if copier is _itself else copier(value)
            return new

        return copy

    def _by_slots(self, kind: type, one: Any, names: tuple[str, ...]) -> Any:
        new: Any = object.__new__(kind)
        for name in names:
            value = getattr(one, name)
            copier = self[type(value)]
            setattr(new, name, value if copier is _itself else copier(value))
        return new


_COPIERS = _Copiers()
_COPIERS |= dict.fromkeys((int, float, str, bytes, bool, type(None), frozenset, range), _itself)
_COPIERS[dict] = lambda table: {key: _COPIERS[type(value)](value) for key, value in table.items()}
_COPIERS[list] = lambda items: [_COPIERS[type(value)](value) for value in items]
_COPIERS[tuple] = lambda items: tuple([_COPIERS[type(value)](value) for value in items])
_COPIERS[set] = lambda items: {_COPIERS[type(value)](value) for value in items}
