"""What the fields of a world key into, and the bounds of its numbers, as tables; what does not fit is told with its place.

A place is a path of names with dots between them: ``*`` stands for every item of a list or every value of a dictionary, ``#``
for every key of one. The same tables serve a world that is loaded and one that a game master has patched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any


def strangers(root: Any, keys: Mapping[str, str], sets: Mapping[str, Collection[Any]]) -> Iterator[str]:
    """Say of each value that is in none of the sets where it stands and what it is. ``keys`` names for each place its set, with
    a question mark behind it where nothing ("", 0 or None) may stand as well."""
    for path, what in keys.items():
        name, blank = what.removesuffix("?"), what.endswith("?")
        for place, value in _found(root, path.split("."), ""):
            if not (blank and not value) and value not in sets[name]:
                yield f"{place}: there is no {name} {value!r}"


def beyond(root: Any, bounds: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    """Say of each number that lies outside the bounds of its place where it stands and what it is."""
    for path, (least, most) in bounds.items():
        for place, value in _found(root, path.split("."), ""):
            if not least <= value <= most:
                yield f"{place}: {value} cannot be; it lies between {least:g} and {most:g}"


def _found(value: Any, path: list[str], place: str) -> Iterator[tuple[str, Any]]:
    """All values at a path, each with its place."""
    if not path:
        yield place, value
        return
    name, rest = path[0], path[1:]
    if name == "#":
        yield from ((f"{place}.{one}", one) for one in value)
    elif name == "*":
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, one in items:
            yield from _found(one, rest, f"{place}.{key}")
    else:
        one = getattr(value, name)
        if one is not None:
            yield from _found(one, rest, f"{place}.{name}" if place else name)
