"""``./run gallery``: reports of a recorded game as pages to look at, written into ``docs/gallery/``.

Three seats after turns 1, 15 and 25: the whole report as PDF, its front page and its map as PNG. Then the page of the largest
battle of a late turn, and the report with which the game ends; computer players play it on to there.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from postern import render
from postern.game.chance import Chance
from postern.game.events import Event, seen
from postern.game.front import Front
from postern.game.report import Battle, Report, following
from postern.game.ruleset import LEVELS, Signup
from postern.rulesets.great_jewels.ruleset import RULESET
from tests.recorded.reading import GAMES
from tests.recorded.recording import load

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"
SEATS, TURNS, BATTLE_TURN = ("FOX", "ECHO", "GOLF"), (1, 15, 25), 20
_SCALE, _COLOURS, _LARGEST = 1.4, 224, 6_000_000
"""Pixels for a point of a page, colours of a picture, and the most bytes of the whole gallery."""


def played() -> Iterator[tuple[int, Any, Sequence[Event], bool]]:
    """The turns of the first recorded game, and those that computer players add until it ends: turn, world, events, the end."""
    recording = load(GAMES[0])
    chance = Chance(recording.seed)
    world: Any = RULESET.setup(recording.options, [Signup(name) for name in recording.seats], chance)
    yield 0, world, (), False
    turn, finished = 0, False
    while not finished:
        recorded = recording.orders[turn] if turn < len(recording.orders) else None
        views = {seat: RULESET.view(world, seat) for seat in RULESET.active(world)}
        texts = recorded or {
            seat: RULESET.plan(view, chance, level=LEVELS[at % len(LEVELS)]) for at, (seat, view) in enumerate(views.items())
        }
        sheets = {seat: RULESET.read(text, views[seat]) for seat, text in sorted(texts.items())}
        outcome = RULESET.resolve(world, sheets, chance)
        turn, world, finished = turn + 1, outcome.world, outcome.finished
        yield turn, world, outcome.events, finished


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    before: dict[str, Front | None] = dict.fromkeys(SEATS)
    for turn, world, events, finished in played():
        for seat in SEATS:
            view = RULESET.view(world, seat)
            report = following(RULESET.report(view, seen(events, seat)), before[seat])
            before[seat] = report.front
            name = f"{seat.lower()}-turn-{turn}"
            if turn in TURNS:
                keep(name, report, {"front": 0, "map": page_of(report, "WHO IS WHO")})
            if seat == SEATS[0] and turn == BATTLE_TURN and (place := largest_battle(report)):
                keep("battle", report, {"": page_of(report, place)}, document=False)
            if seat == SEATS[0] and finished:
                keep("final", report, {"": 1}, document=turn not in TURNS)
    size = sum(one.stat().st_size for one in FOLDER.iterdir())
    print(f"{len(list(FOLDER.iterdir()))} files in {FOLDER}, {size / 1e6:.1f} MB")
    if size > _LARGEST:
        raise SystemExit(f"the gallery needs to be below {_LARGEST / 1e6:.0f} MB")


def largest_battle(report: Report) -> str:
    """The title of the account of the front page's first battle, or ""."""
    titles = [
        block.title
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Battle) and report.front is not None and block.place == report.front.fights[0].place
    ]
    return titles[0] if titles else ""


def page_of(report: Report, words: str) -> int:
    """The number, from 0, of the first page behind the front page that shows these words; the second page where none does."""
    document = pypdfium2.PdfDocument(render.to_pdf(report))
    texts = [page.get_textpage().get_text_range() for page in document]
    return next((at for at, text in enumerate(texts) if at and words in " ".join(text.split())), 1)


def keep(name: str, report: Report, pages: dict[str, int], *, document: bool = True) -> None:
    """Writes the report, and these of its pages as pictures with few colours."""
    data = render.to_pdf(report)
    if document:
        (FOLDER / f"{name}.pdf").write_bytes(data)
    opened = pypdfium2.PdfDocument(data)
    for what, number in pages.items():
        picture = opened[number].render(scale=_SCALE).to_pil().convert("RGB")
        out = io.BytesIO()
        picture.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        (FOLDER / f"{f'{name}-{what}' if what else name}.png").write_bytes(out.getvalue())


if __name__ == "__main__":
    main()
