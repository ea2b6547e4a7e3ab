"""Letters: how a game reads and answers many texts, as a fingerprint a text, in ``letters/GAME.txt``.

The texts are the phrases of the kit's proofs, each kind of order among them, and 200 lines in which words of orders stand
together by chance of a fixed seed. The handbook and a few letters of sign-up are fingerprints, too.

``python -m tests.recorded.letters [GAME ...]`` writes the files anew.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.kit.game import Game
from tests.kit.games import GAMES, game_named
from tests.kit.reading import views
from tests.recorded.recording import fingerprint

FOLDER = Path(__file__).parent / "letters"
_BY_CHANCE = 200
_MOST_WORDS = 6
_SIGN_UPS = ("NAME=ORLA", "NAME=O", "NAME=LORD\nTYPE=RILRIS", "NATION=Gh", "KINGDOM=EL, WA", "TEAM=2\nhello", "")


def texts(game: Game) -> Iterator[str]:
    """The letters of orders that are read."""
    yield from game.phrases
    chance = random.Random("letters")
    for _ in range(_BY_CHANCE):
        yield " ".join(chance.choices(game.words, k=chance.randint(1, _MOST_WORDS)))


def found(game: Game) -> Mapping[str, str]:
    """Each letter with its fingerprint. The views of the kit's proofs read them in turn."""
    seen, prints = views(game), {"HANDBOOK": _of(asdict(game.rules.handbook()))}
    for text in _SIGN_UPS:
        wish, problems = game.rules.signup(text, ("LORD",))
        prints[f"JOIN {json.dumps(text)}"] = _of([wish and asdict(wish), [asdict(one) for one in problems]])
    for number, text in enumerate(texts(game)):
        view = seen[number % len(seen)]
        sheet = game.rules.read(text, view)
        orders = [(one.line, one.text, one.code, one.words) for one in sheet.orders]
        answer = asdict(game.rules.check(sheet, view)) if orders else [asdict(one) for one in sheet.problems]
        prints[f"{number % len(seen)} {json.dumps(text)}"] = _of([orders, answer])
    return prints


def _of(plain: Any) -> str:
    return fingerprint(json.dumps(plain, sort_keys=True, default=str, ensure_ascii=False).encode())


def kept(game: Game) -> Mapping[str, str]:
    """Each letter with the fingerprint that is recorded."""
    lines = (FOLDER / f"{game.slug}.txt").read_text(encoding="utf-8").splitlines()
    return {text: print_ for print_, _, text in (line.partition(" ") for line in lines)}


def main(games: Sequence[str]) -> int:
    """Writes the files of these games anew, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for game in [game_named(slug) for slug in games] or GAMES:
        lines = (f"{print_} {text}\n" for text, print_ in found(game).items())
        (FOLDER / f"{game.slug}.txt").write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
