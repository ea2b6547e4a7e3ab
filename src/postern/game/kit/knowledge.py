"""What a seat does not know of a world that is imagined for it.

A field of another side that nobody told is ``unknown("the influence of EL")``: whoever reckons with it raises ``NotKnown``
instead of going on with a 0 that means nothing. Functions that judge give ``X | None``, and None is told as "not known".
"""

from __future__ import annotations

from typing import Any, NoReturn, Self


class NotKnown(Exception):
    """Something was reckoned with that the seat does not know; the text names it, as in "the influence of EL"."""


class Unknown(float):
    """A value that is not known. It may be copied, and written (as no number); sums, comparisons, truth, length and iteration
    raise."""

    what: str

    def __new__(cls, what: str) -> Self:
        found = super().__new__(cls, "nan")
        found.what = what
        return found

    def _raise(self, *args: Any) -> NoReturn:
        raise NotKnown(self.what)

    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __int__ = __float__ = __index__ = __round__ = _raise
    __lt__ = __le__ = __gt__ = __ge__ = __format__ = __neg__ = __abs__ = _raise
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = _raise

    def __eq__(self, other: object) -> bool:
        """Two unknown values of the same thing are equal, so that worlds can be compared; anything else raises."""
        return self.what == other.what if isinstance(other, Unknown) else self._raise()

    def __hash__(self) -> int:
        return hash(self.what)

    def __deepcopy__(self, memo: object) -> Self:
        return self


def unknown(what: str) -> Any:
    """Return the value for a field of which the seat knows nothing: ``unknown("the influence of EL")``."""
    return Unknown(what)
