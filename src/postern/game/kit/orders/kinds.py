"""Orders as one table: one declaration an order kind, from which orders are read, written, guessed, explained and counted
(``grammar``).

A form is written as players see it, with its arguments in angle brackets: ``L<leader:nn>M<path:p1p2...>`` is shown as
``LnnMp1p2...``. Before the colon stands the field of the order, behind it the sign shown to players, which is the key of an
``ArgumentType`` too (without a colon both are the same). ``<state:on|off>`` takes one of these words. ``?`` behind an argument
makes it optional, ``...`` repeats it; its type then comes out as a tuple. Literals are in capitals, as the text that is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Generic, TypeVar

V = TypeVar("V")

TOKEN = re.compile(r"(?<!\?P)<(?P<field>[a-z_]+)(?::(?P<sign>[^<>]+))?>(?P<many>\.\.\.)?(?P<optional>\?)?")
"""An argument in a form."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A text that was recognised but cannot be an order: an error code, why, what to write, a line to paste."""

    code: str
    why: str
    remedy: str = ""
    paste: str = ""


@dataclass(frozen=True)
class ArgumentType(Generic[V]):
    """One sort of argument: how it is written (``pattern``, without groups of its own that capture), what it comes to, and how
    a value is written in an order (None for a value that is of another type). ``examples`` are texts that are read.
    """

    pattern: str
    read: Callable[[str], V | Refusal]
    text: Callable[[Any], str | None]
    examples: tuple[str, ...]


Types = Mapping[str, ArgumentType[Any]]
"""The types of arguments by the signs that players see; where a sign has two meanings, by field, colon and sign."""

Words = str | Callable[..., str]
"""How an order is read back: a text with its fields in braces, or a function of the order and what the game knows."""

Told = Callable[[str, Any, Any], Iterable[tuple[str, Any]]]
"""What a field of an order is called in words, from its name, its value and what the game knows: one name or several."""


@dataclass(frozen=True)
class Form:
    """One way to write an order, with one line of help. ``fixed`` are fields which this form sets by itself.

    ``name`` and ``words`` are those of the kind where a form has none of its own.
    """

    text: str
    help: str
    name: str = ""
    words: Words = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The form as players see it."""
        return TOKEN.sub(_sign, self.text)


def form(text: str, help: str, *, name: str = "", words: Words = "", **fixed: Any) -> Form:
    """A form, with the fields that it sets by itself."""
    return Form(text, help, name, words, fixed)


def _sign(token: re.Match[str]) -> str:
    sign = f"{token['sign'] or token['field']}{token['many'] or ''}"
    return f"[{sign}]" if token["optional"] else sign


@dataclass(frozen=True)
class Saying:
    """Another way to write orders, as a regular expression with arguments: other words, or a mistake that has an answer.

    ``make`` gets the arguments by their names, and those that are ``fixed``; without one the order kind makes the order.
    An ``answer`` is no order; it has the arguments, as orders write them, in braces.
    """

    pattern: str
    make: Callable[..., Any] | None = None
    fixed: Mapping[str, Any] = field(default_factory=dict)
    answer: Refusal | None = None


@dataclass(frozen=True)
class OrderKind:
    """One order kind. ``name`` counts it, ``group`` is its section of the help, ``giver`` who may give it, ``step`` the step of
    the turn in which it acts.

    ``make`` builds an order from its fields; it is the type of the orders, unless ``type`` is. A Refusal is no order. ``words``
    reads an order back, ``check`` says why a seat's view forbids it, ``act`` carries it out. ``near`` are codes that are not
    shown, ``said`` are plain words. ``also`` are other words for the first word of its forms; ``block`` lets other orders
    stand inside.
    """

    name: str
    make: Callable[..., Any]
    forms: tuple[Form, ...]
    giver: str = ""
    step: str = ""
    group: str = ""
    words: Words = ""
    check: Callable[..., Refusal | None] | None = None
    act: Callable[..., bool] | None = None
    near: tuple[Saying, ...] = ()
    said: tuple[Saying, ...] = ()
    also: tuple[str, ...] = ()
    block: bool = False
    type: type | None = None

    @property
    def made(self) -> Any:
        """The type of its orders."""
        return self.type or self.make


def _choice(sign: str) -> ArgumentType[str]:
    words = sign.upper().split("|")
    return ArgumentType("|".join(map(re.escape, words)), str, lambda value: value if value in words else None, tuple(words))


def type_of(token: re.Match[str], types: Types) -> ArgumentType[Any]:
    """The type of the argument that this token of a form stands for."""
    sign = token["sign"] or token["field"]
    return _choice(sign) if "|" in sign else types.get(f"{token['field']}:{sign}") or types[sign]


def example(text: str, types: Types) -> str:
    """An order in a form, or what a part of one looks like."""
    return next(examples(text, types))


def examples(text: str, types: Types) -> Iterator[str]:
    """Texts in this form, with the examples of every argument in turn."""
    tokens = list(TOKEN.finditer(text))
    parts = TOKEN.split(text)[:: TOKEN.groups + 1]
    for filled in product(*(type_of(token, types).examples for token in tokens)):
        yield "".join(part + said for part, said in zip(parts, (*filled, ""), strict=True))
