"""Orders declared by their rows: what each needs, costs and does.

A row names its needs, its price and its effect; functions bear these names. They are joined when the tables are read, and what
is missing, unknown or points nowhere is refused there, with file and row. A need finds a thing for the order (an own group, the
region that it names), or tells the failure itself; what was found is handed to later needs, to prices and to the effect by the
name of the need.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Any, Generic, TypeVar

D = TypeVar("D")
F = TypeVar("F", bound=Callable[..., Any])
Found = Mapping[str, Any]
"""What the needs of an order found, by their names."""


@dataclass(frozen=True)
class Declaration:
    """What a row says of an order, under the ``key`` by which it is known.

    ``needs`` are groups of needs: of a group all are asked, the next group only when it stands. ``pays`` has the name of a
    price for each resource. ``acts`` is the need that finds who uses up his action by it. ``where`` is file and row, for
    whoever has to mend it.
    """

    key: Hashable
    where: str
    effect: str
    needs: tuple[tuple[str, ...], ...] = ()
    pays: Mapping[str, str] = field(default_factory=dict)
    acts: str = ""


def groups_of(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the needs of a cell: ``ruler + region, not_best`` has two groups, of two needs and of one."""
    return tuple(tuple(one.strip() for one in group.split("+")) for group in text.split(",")) if text.strip() else ()


def prices_of(text: str) -> dict[str, str]:
    """Return the prices of a cell by resource: ``gold recruit.gold, food recruit.food``. Raises ValueError for a price
    without its resource."""
    found: dict[str, str] = {}
    for part in text.split(",") if text.strip() else ():
        resource, _, name = part.strip().partition(" ")
        if not name:
            raise ValueError(f"{resource!r} is no resource with its price: write them as `gold feast.gold`")
        found[resource] = name.strip()
    return found


@dataclass(frozen=True)
class _Asked:
    """A function with the names of the things that it wants beside the order."""

    call: Callable[..., Any]
    wants: tuple[str, ...]

    def __call__(self, doing: Any, found: Found) -> Any:
        return self.call(doing, **{name: found[name] for name in self.wants})


def _asked(call: Callable[..., Any]) -> _Asked:
    """Raises ValueError for a function that takes no order, or things by place alone."""
    first, *others = signature(call).parameters.values()
    odd = [one.name for one in (first, *others) if one.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)]
    if odd:
        raise ValueError(f"{call.__qualname__} takes {', '.join(odd)}: things are handed over by their names")
    return _Asked(call, tuple(one.name for one in others if one.default is Parameter.empty))


@dataclass(frozen=True)
class Declared(Generic[D]):
    """An order's row joined to its functions."""

    row: Declaration
    groups: tuple[tuple[tuple[str, _Asked], ...], ...]
    prices: tuple[tuple[str, _Asked], ...]
    act: _Asked

    def found(self, doing: D) -> dict[str, Any] | None:
        """Find what the order needs; None when a need told a failure."""
        found: dict[str, Any] = {}
        for group in self.groups:
            asked = [(name, need(doing, found)) for name, need in group]
            if any(thing is None or thing is False for _, thing in asked):
                return None
            found.update(asked)
        return found

    def price(self, doing: D, found: Found) -> dict[str, int]:
        """Return what the order costs, by resource."""
        return {resource: price(doing, found) for resource, price in self.prices}

    def effect(self, doing: D, found: Found) -> Any:
        """Carry the order out with what was found, and return what its effect returns."""
        return self.act(doing, found)


class Declarations(Generic[D]):
    """The needs, prices and effects of a game's orders by their names, to be joined to the rows of an edition."""

    def __init__(self) -> None:
        self._needs: dict[str, _Asked] = {}
        self._prices: dict[str, _Asked] = {}
        self._effects: dict[str, _Asked] = {}

    def need(self, call: F) -> F:
        """Register a need under the name of its function. Raises ValueError for a second one of this name."""
        return self._kept(self._needs, "need", (call.__name__,), call)

    def price(self, call: F) -> F:
        """Register a price that is reckoned under the name of its function. Raises ValueError for a second one of this name."""
        return self._kept(self._prices, "price", (call.__name__,), call)

    def effect(self, *names: str) -> Callable[[F], F]:
        """Register what orders do under these names; without one under the name of the function. Raises ValueError for a second
        one of a name."""
        return lambda call: self._kept(self._effects, "effect", names or (call.__name__,), call)

    def _kept(self, known: dict[str, _Asked], sort: str, names: Iterable[str], call: F) -> F:
        for name in names:
            if name in known:
                raise ValueError(f"there are two functions for the {sort} {name!r}")
            known[name] = _asked(call)
        return call

    def joined(
        self, rows: Iterable[Declaration], figure: Callable[[str], Callable[[D], int] | None] = lambda name: None
    ) -> dict[Hashable, Declared[D]]:
        """Join the rows of an edition to the functions, and return them by their keys.

        ``figure`` gives the price that is a plain figure of the edition, None for a name that it has not. Raises ValueError
        with a line for each fault: an effect, need or price that there is not, a thing that no need of the row finds, a key
        twice.
        """
        faults: list[str] = []
        joined: dict[Hashable, Declared[D]] = {}
        for row in rows:
            wrong = list(self._faults(row, figure))
            if row.key in joined:
                wrong.append(f"{row.key} is declared twice")
            faults += [f"{row.where}: {fault}" for fault in wrong]
            if not wrong:
                groups = tuple(tuple((name, self._needs[name]) for name in group) for group in row.needs)
                prices = tuple((resource, self._price(name, figure)) for resource, name in row.pays.items())
                joined[row.key] = Declared[D](row, groups, prices, self._effects[row.effect])
        if faults:
            raise ValueError("\n".join(faults))
        return joined

    def unused(self, rows: Iterable[Declaration]) -> list[str]:
        """Return the effects, needs and prices that none of the rows names."""
        rows = list(rows)
        named = {row.effect for row in rows} | {need for row in rows for group in row.needs for need in group}
        named |= {price for row in rows for price in row.pays.values()}
        return sorted({*self._effects, *self._needs, *self._prices} - named)

    def _price(self, name: str, figure: Callable[[str], Callable[[D], int] | None]) -> _Asked:
        plain = figure(name)
        return self._prices[name] if plain is None else _Asked(plain, ())

    def _faults(self, row: Declaration, figure: Callable[[str], Callable[[D], int] | None]) -> Iterator[str]:
        found: set[str] = set()
        for group in row.needs:
            for name in group:
                if name not in self._needs:
                    yield f"there is no need {name!r}"
                else:
                    yield from _missing(f"the need {name!r}", self._needs[name], found)
            found.update(group)
        for resource, name in row.pays.items():
            if name in self._prices:
                yield from _missing(f"the price {name!r}", self._prices[name], found)
            elif figure(name) is None:
                yield f"there is no price {name!r} for {resource}"
        if row.acts and row.acts not in found:
            yield f"the action is that of {row.acts!r}, which no need finds"
        if row.effect not in self._effects:
            yield f"there is no effect {row.effect!r}"
        else:
            yield from _missing(f"the effect {row.effect!r}", self._effects[row.effect], found)


def _missing(what: str, asked: _Asked, found: set[str]) -> Iterator[str]:
    for name in asked.wants:
        if name not in found:
            yield f"{what} wants {name!r}, which no need before it finds"
