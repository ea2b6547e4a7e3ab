"""The orders of a game as rows of a data file: how each is written, said in plain words, explained and read back. What an order
does stands in code, and is joined to its rows by the name of its kind.

A section of the file is an order kind: its ``forms``, the codes ``near`` to them and what is ``said`` for them, with the fields
that ``OrderKind``, ``Form`` and ``Saying`` have; ``by`` names the function that makes a saying's order. A pattern may stand for
a whole row. TOML has no None: a form names the fields that it leaves out in ``without``. The section ``words`` holds parts of
patterns, which others name as ``{NAME}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from inspect import signature
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from postern.game.kit.orders.kinds import Form, OrderKind, Refusal, Saying
from postern.game.kit.orders.sheets import NOT_UNDERSTOOD

Makers = Mapping[str, Callable[..., Any]]
NONE: Makers = MappingProxyType({})
D = TypeVar("D")
Section = Mapping[str, Any]
_OF_KINDS = frozenset(one.name for one in fields(OrderKind)) - {"name", "make", "check", "act", "type"}
"""What a section says for its ``OrderKind``."""
_SHARED = re.compile(r"\{([A-Z_]+)\}")


def with_words(pattern: str, words: Mapping[str, str]) -> str:
    """A pattern with the words that stand in it as ``{NAME}``. Raises KeyError for one that there is not."""
    return _SHARED.sub(lambda found: with_words(words[found[1]], words), pattern)


class OrderFile:
    """The rows of all order kinds, and the words that their patterns share."""

    def __init__(self, file: Mapping[str, Any]) -> None:
        self._kinds = dict(file)
        self._words: Mapping[str, str] = self._kinds.pop("words")
        self.left = dict.fromkeys(self._kinds)
        """The sections of which no order kind has been made: once all code is read, a game has none."""

    def __iter__(self) -> Iterator[str]:
        """The names of the sections, in the order of the file."""
        return iter(self._kinds)

    def pattern(self, text: str) -> str:
        """A pattern with the shared words in their places. Raises KeyError for a word that there is not."""
        return with_words(text, self._words)

    def kind(self, section: str, make: Callable[..., Any], makers: Makers = NONE, **more: Any) -> OrderKind:
        """The order kind of a section, made by ``make`` or by that one of the ``makers`` which a saying names (``by``), with
        what stands in code (``more``: ``type``, ``words``, ``check``, ``act``; what is None is left to the rows).

        Raises KeyError for a section or maker that there is not, TypeError for a field that there is not.
        """
        row = {"name": section, **self._kinds[section]}
        self.left.pop(section, None)
        row |= {name: value for name, value in more.items() if value is not None}
        row["forms"] = tuple(map(_form, row["forms"]))
        for part in ("near", "said"):
            row[part] = tuple(self._saying(one, makers) for one in row.get(part, ()))
        return OrderKind(make=make, **row)

    def _saying(self, row: str | Mapping[str, Any], makers: Makers) -> Saying:
        if isinstance(row, str):
            return Saying(self.pattern(row))
        fields = dict(row)
        if "by" in fields:
            fields["make"] = makers[fields.pop("by")]
        if "answer" in fields:
            fields["answer"] = Refusal(**{"code": NOT_UNDERSTOOD, **fields["answer"]})
        return Saying(**{**fields, "pattern": self.pattern(fields["pattern"])})


def declared(files: Mapping[str, Mapping[str, Section]], kind: type[D]) -> dict[str, D]:
    """Return what the sections of a game's files declare, in their order, as dataclasses of this kind by the sections' names.

    The dataclass has a ``name``, the columns of the game's own, and those of ``OrderKind`` that no section may leave out.
    Raises ValueError with a line for each fault, with file and section: a column that there is not, one that is left out or of
    another sort, a section that stands in an earlier file, too.
    """
    adapter, found, wrong = TypeAdapter(kind), dict[str, D](), list[str]()
    known = _OF_KINDS.union(signature(kind).parameters) - {"name"}
    sections = [(file, *section) for file, written in files.items() for section in written.items()]
    for file, name, section in sections:
        place = f"{file}.toml [{name}]"
        wrong += [f"{place}, {column}: there is no such column" for column in section if column not in known]
        wrong += [f"{place} stands in an earlier file, too"] if name in found else []
        try:
            found[name] = adapter.validate_python({**section, "name": name})
        except ValidationError as error:
            wrong += [f"{place}, {'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()]
    if wrong:
        raise ValueError("\n".join(wrong))
    return found


def for_kind(section: Section) -> Section:
    """Return what a section says for its ``OrderKind``, without the columns of a game's own."""
    return {column: value for column, value in section.items() if column in _OF_KINDS}


def _form(row: Mapping[str, Any]) -> Form:
    fields = dict(row)
    left_out = dict.fromkeys(fields.pop("without", ()))
    return Form(**{**fields, "fixed": {**fields.get("fixed", {}), **left_out}})
