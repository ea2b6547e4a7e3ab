"""Amounts of resources: whole numbers in orders and costs, hundredths in stores (decision 2.4); and what stands in a cell of
the tables: several words or numbers, exact numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated

from pydantic import BeforeValidator

from postern.game.kit.content import split

HUNDRED = 100
Stock = dict[str, int]
"""What lies in a store, by resource, in hundredths. A resource that is not there does not stand in it."""


def read_amounts(cell: object) -> object:
    """``gold:10 men:5`` as a mapping; a kind of mana is two words (``spirit mana:4``). Other values are left as they are.

    Raises ValueError for a part without a colon.
    """
    if not isinstance(cell, str):
        return cell
    found: dict[str, str] = {}
    name = ""
    for part in cell.split():
        word, colon, number = part.partition(":")
        name = f"{name} {word}".strip()
        if colon:
            found[name], name = number, ""
    if name:
        raise ValueError(f"{cell!r}: write RESOURCE:AMOUNT")
    return found


def nearest(hundredths: int) -> int:
    """Return the whole number next to an amount in hundredths, as reports print it; a half goes up."""
    return (hundredths + HUNDRED // 2) // HUNDRED


Amounts = Annotated[Mapping[str, int], BeforeValidator(read_amounts)]
"""Whole numbers by resource, from a cell of a table."""


def written(amounts: Mapping[str, int]) -> str:
    """Amounts as orders write them: ``gold:10 men:5``."""
    return " ".join(f"{name}:{number}" for name, number in amounts.items())


def share(amounts: Mapping[str, int], of: int, standard: int) -> dict[str, int]:
    """What ``of`` individuals cost when ``standard`` cost ``amounts``: each resource rounded up (CF-7.1-16)."""
    return {name: math.ceil(Fraction(number * of, standard)) for name, number in amounts.items()}


def add(stock: Stock, amounts: Mapping[str, int]) -> None:
    """Puts whole amounts into a store."""
    for name, number in amounts.items():
        put(stock, name, number * HUNDRED)


def put(stock: Stock, name: str, hundredths: int) -> None:
    """Puts an amount in hundredths into a store, or takes it out (negative). Raises ValueError when there is less."""
    left = stock.get(name, 0) + hundredths
    if left < 0:
        raise ValueError(f"{name}: {-hundredths} hundredths of {stock.get(name, 0)}")
    stock.pop(name, None)
    if left:
        stock[name] = left


def whole(stock: Mapping[str, int], name: str) -> int:
    """How much of a resource a store holds, shown rounded down."""
    return stock.get(name, 0) // HUNDRED


def total(stocks: Iterable[Mapping[str, int]]) -> Stock:
    """What several stores hold together."""
    found: Stock = {}
    for stock in stocks:
        for name, number in stock.items():
            put(found, name, number)
    return found


Words = Annotated[tuple[str, ...], split()]
Numbers = Annotated[tuple[int, ...], split()]
Phrases = Annotated[tuple[str, ...], split(";")]
"""Several names of one or more words in a cell, parted by semicolons."""
Exact = Annotated[Fraction, BeforeValidator(lambda cell: Fraction(cell) if isinstance(cell, str) else cell)]
"""A number with a point in a table, kept exactly."""
