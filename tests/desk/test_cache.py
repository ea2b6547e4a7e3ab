"""What is kept in memory is used by the store's threads and the event loop at once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from postern.desk.cache import Cache, _kept

Key = tuple[int, int, str]
ANN: Key = (1, 1, "ANN")


class Disturbed(OrderedDict[Key, Any]):
    """Another thread comes in between, unless it is kept out, wherever something was looked up and while it is gone through."""

    disturb: Callable[[], object] = staticmethod(lambda: None)

    def __contains__(self, key: object) -> bool:
        found = super().__contains__(key)
        self._comes_in()
        return found

    def __iter__(self) -> Iterator[Key]:
        for key in super().__iter__():
            yield key
            self._comes_in()

    def _comes_in(self) -> None:
        disturb, self.disturb = self.disturb, lambda: None
        other = threading.Thread(target=disturb)
        other.start()
        other.join(0.2)


def test_a_game_that_is_forgotten_meanwhile_troubles_no_letter() -> None:
    views = Disturbed({ANN: "view"})
    shelf = Cache(_views=views)
    views.disturb = lambda: shelf.forget(1)
    assert _kept(views, ANN, 10, lambda: "anew") == "view"


def test_a_letter_that_is_handled_meanwhile_troubles_no_forgetting() -> None:
    views = Disturbed({ANN: "view", (1, 1, "EVE"): "view"})
    views.disturb = lambda: _kept(views, (2, 1, "BOB"), 10, lambda: "view")
    Cache(_views=views).forget(1)
    assert [key for key in views if key[0] == 1] == []


def test_what_is_made_out_of_other_things_kept_is_kept_too() -> None:
    views, worlds = OrderedDict[Key, str](), OrderedDict[Key, str]()
    made = [_kept(views, ANN, 10, lambda: _kept(worlds, ANN, 10, lambda: "world") + " seen") for _ in range(2)]
    assert made == ["world seen"] * 2
    assert (len(views), len(worlds)) == (1, 1)
