"""``./run gallery``: reports of a recorded game as pages to look at, written into ``docs/gallery/``.

Three seats after turns 1, 15 and 25: the whole report as PDF, its front page and its map as PNG. Then the page of the
weightiest battle of a late turn, and the end of the game: its history as PDF, the first page of it, and the moving map.
"""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
from PIL import Image

from postern import render
from postern.desk.documents.chronicle import film_of, report_of
from postern.game.report import Report
from tests.recorded.reading import GAMES, reports
from tests.recorded.test_endings import played

FOLDER = Path(__file__).parents[2] / "docs" / "gallery"
SEATS, TURNS, BATTLE_TURN = ("FOX", "ECHO", "GOLF"), (1, 15, 25), 20
_SCALE, _COLOURS = 1.4, 224
"""Pixels for a point of a page, colours of a picture."""
_FILM, _LARGEST = 600_000, 6_000_000
"""The most bytes of the moving picture, about, and of the whole gallery."""


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for view, report in reports(GAMES[0], max(TURNS), SEATS):
        turn = view.turn - 1
        if turn in TURNS:
            keep(f"{view.seat.lower()}-turn-{turn}", report, {"front": 0, "map": page_of(report, "WHO IS WHO")})
        if view.seat == SEATS[0] and turn == BATTLE_TURN:
            keep("battle", report, {"": page_of(report, "ORDER OF BATTLE")}, document=False)
    archive, _ = played(0)
    keep("final", report_of(archive), {"": 0})
    (FOLDER / "final.gif").write_bytes(film_of(archive, _FILM))
    size = sum(one.stat().st_size for one in FOLDER.iterdir())
    print(f"{len(list(FOLDER.iterdir()))} files in {FOLDER}, {size / 1e6:.1f} MB")
    if size > _LARGEST:
        raise SystemExit(f"the gallery needs to be below {_LARGEST / 1e6:.0f} MB")


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
