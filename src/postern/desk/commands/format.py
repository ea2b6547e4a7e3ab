"""FORMAT: which documents come with letters and reports."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.settings import show
from postern.desk.commands.spec import Command
from postern.desk.language.parse import Form
from postern.desk.settings.preferences import prefer

_WORDS: dict[str, str] = {
    "TEXT": "text",
    "HTML": "html",
    "PDF": "pdf",
    "MAP": "png",
    "PNG": "png",
    "PICTURE": "png",
    "JSON": "json",
    "CALENDAR": "calendar",
    "ICAL": "calendar",
}
"""What players write → the document; text always comes."""
_ORDER = ("html", "pdf", "png", "json", "calendar")
_TAKES = re.compile(r"[:=]?\s*[\w+](?:[\w\s,;&+]*[\w+])?[.!]?", re.IGNORECASE)
_BARE = re.compile(r"[.?]?")


def run(call: SeatCall) -> None:
    """``FORMAT text pdf``: exactly these. ``FORMAT json on``: one more. ``FORMAT usual``: as each game has it."""
    words = [word for word in re.split(r"[^A-Z]+", call.rest.upper()) if word and word != "AND"]
    unknown = [word for word in words if word not in (*_WORDS, "ON", "OFF", "ALL", "USUAL")]
    if unknown:
        call.say(
            f"FORMAT does not know {', '.join(unknown)}; nothing was changed. "
            "It knows text, HTML, PDF, map, JSON and calendar, each also with ON or OFF."
        )
    elif words == ["USUAL"]:
        prefer(call.sitter.player, formats=None, calendar=True)
        call.say("From now on reports bring what each game usually gives.")
    elif words:
        prefs = call.sitter.prefs
        before = (*prefs.documents(call.sitter.config), *(("calendar",) if prefs.calendar else ()))
        wanted = _wanted(words, before)
        formats = [document for document in wanted if document != "calendar"]
        prefer(call.sitter.player, formats=formats, calendar="calendar" in wanted)
        call.say("Your choice of documents is noted; it counts from this letter on.")
    show(call)


def _wanted(words: list[str], before: tuple[str, ...]) -> list[str]:
    """The documents that the words ask for; with ON or OFF behind a word, only that one changes."""
    switching = "ON" in words or "OFF" in words
    wanted: set[str] = set(before) if switching else set()
    pending: list[str] = []
    for word in words:
        if word not in ("ON", "OFF"):
            pending.append(word)
            continue
        named = _named(pending)
        wanted = wanted | named if word == "ON" else wanted - named
        pending = []
    wanted |= _named(pending)
    return [document for document in _ORDER if document in wanted]


def _named(words: list[str]) -> set[str]:
    return set(_ORDER) if "ALL" in words else {_WORDS[word] for word in words if word != "USUAL"} & set(_ORDER)


COMMAND = Command(
    320,
    Form("FORMAT", ("FORMATS",), re.compile(f"{_TAKES.pattern}|{_BARE.pattern}", re.IGNORECASE)),
    run,
    SeatCall,
    "which documents you get: FORMAT text pdf map",
    "`FORMAT text pdf map` says what your letters and reports bring: plain **text** (always), **HTML**, the report as a "
    "**PDF**, the **map** as a picture, **JSON** for programs, the deadline for your **calendar**. `FORMAT json on` or "
    "`FORMAT html off` changes one of them; `FORMAT usual` goes back to what each game gives.",
)
