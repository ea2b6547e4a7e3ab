"""EXPORT: sends everything that is stored about the writer, as a file."""

from __future__ import annotations

import re

from postern.desk.answers.answer import SeatCall
from postern.desk.commands.spec import Command
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.language.parse import Form


def run(call: SeatCall) -> None:
    """Attaches the document; it is made when the letter is finished, and goes to the player's own address alone."""
    game, player_id = call.sitter.game, call.sitter.player.id
    call.answer.requests.append(DocumentRequest("export", ("json",), game.ruleset, player_id=player_id, name="postern-export"))
    call.part("export")


COMMAND = Command(
    410,
    Form("EXPORT", (), re.compile(r"(?:me|(?:my )?data|all)?[.!?]?", re.IGNORECASE)),
    run,
    SeatCall,
    "sends you all that is stored about you",
    "`EXPORT` sends you everything that is stored about you and your seats, as one JSON file.",
)
