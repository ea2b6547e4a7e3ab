"""A letter that is too large for the mail server: it goes without its largest documents, and says how to get them."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import replace

from postern.desk.documents.document_request import DocumentRequest
from postern.desk.documents.templates import fill, put_on_sheet
from postern.post.letter import Attachment, InlineImage, Outgoing, compose

_ORDER = ("image/gif", "application/pdf", "image/png", "application/json", "application/zip")
"""What is left out first: the report itself is in the text, and the map can be had alone."""
_ASKED_FOR = ("image/gif", "image/png", "application/json", "application/pdf", "application/zip")
"""The same for who asked for the documents, or nobody would ever get them."""
_TURN = re.compile(r"turn-(\d+)-")
_SHOWN = re.compile(r'<img src="cid:([^"]*)"[^>]*>')


def fitted(
    letter: Outgoing, opening: str, requests: Sequence[DocumentRequest], largest: int, *, asked_for: bool, refused: bool = False
) -> bytes:
    """The letter's bytes, at most ``largest`` where leaving out documents can do that.

    Left out in turn: moving map, PDF, map, JSON; where the reader asked for the report again (``asked_for``) the PDF goes late.
    ``opening`` is the text below which it is said; ``refused``: a server has refused the letter for its size, and did not say
    how large it may be.
    """
    raw = compose(letter)
    left_out: list[str] = []
    lighter = letter
    for kind in _ASKED_FOR if asked_for else _ORDER:
        if len(raw) <= largest:
            break
        lighter, gone = _without(lighter, kind)
        if gone:
            left_out += gone
            raw = compose(_with_note(lighter, opening, _note(left_out, requests, "" if refused else _size(largest))))
    return raw


def _without(letter: Outgoing, kind: str) -> tuple[Outgoing, list[str]]:
    """The letter without its files of this kind, nor the pictures of its page where they are of it, and what went."""
    kept = tuple(file for file in letter.attachments if file.content_type != kind)
    images = tuple(image for image in letter.images if f"image/{image.subtype}" != kind)
    gone: list[InlineImage | Attachment] = [image for image in letter.images if image not in images]
    gone += [file for file in letter.attachments if file not in kept]
    left = {image.cid for image in images}
    page = _SHOWN.sub(lambda shown: shown[0] if shown[1] in left else "", letter.html)
    lighter = replace(letter, attachments=kept, images=images, html=page)
    return lighter, [f"{file.filename} ({_size(len(file.data))})" for file in gone]


def _note(left_out: Sequence[str], requests: Sequence[DocumentRequest], most: str) -> str:
    why = f"our mail server takes letters of {most} at most" if most else "a mail server refused this letter for its size"
    said = f"Left out, as {why}: {', '.join(left_out)}."
    turn = next((found[1] for request in requests if request.turn_id and (found := _TURN.search(request.name))), "")
    if not turn:
        return said
    return (
        f"{said} To have them, reply with REPORT {turn} (the report as PDF alone) or MAP {turn} (the map) on a line of its own."
    )


def _with_note(letter: Outgoing, opening: str, note: str) -> Outgoing:
    start = opening.rstrip()
    body = letter.text
    text = f"{start}\n\n{fill(note)}{body[len(start) :]}" if start and body.startswith(start) else f"{fill(note)}\n\n{body}"
    page = put_on_sheet(letter.html, f"<p>{html.escape(note)}</p>")
    return replace(letter, text=text, html=page)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 100_000 else f"{max(count // 1000, 1)} KB"
