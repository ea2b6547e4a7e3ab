"""RULES: the whole handbook of a game as a PDF."""

from __future__ import annotations

import re

from postern.desk.answers.answer import Call
from postern.desk.commands.spec import Command
from postern.desk.documents.document_request import DocumentRequest
from postern.desk.games.seating import games_part
from postern.desk.language.parse import Form
from postern.store import games
from postern.store.tables import GameState


def run(call: Call) -> None:
    """Sends the rules of the writer's game, of the game named, or of the only one that there is."""
    slug = _slug(call)
    if not slug:
        lead = "RULES needs the name of a game, as in RULES QJ-101."
        call.answer.parts.append(games_part(call.session, call.desk, lead))
        return
    book = call.desk.cache.handbook(slug)
    paper = call.sitter.prefs.paper_for(call.sitter.config) if call.sitter else "a4"
    call.answer.requests.append(DocumentRequest("rules", ("pdf",), slug, paper=paper, name="rules"))
    call.part("rules", title=book.title, topics=book.topics)


def _slug(call: Call) -> str:
    named = games.by_name(call.session, call.rest) if call.rest else None
    if named is not None:
        return named.ruleset
    if call.sitter is not None:
        return call.sitter.game.ruleset
    rulesets = {game.ruleset for game in games.in_states(call.session) if game.state != GameState.FINISHED}
    meant = {slug for slug in rulesets if slug.casefold() == call.rest.casefold()} or rulesets
    return meant.pop() if len(meant) == 1 else ""


COMMAND = Command(
    230,
    Form("RULES", ("HANDBOOK",), re.compile(r"(?:(?:of|for)\s+)?\S{0,40}", re.IGNORECASE)),
    run,
    Call,
    "the whole rules as a PDF",
    "`RULES` sends the whole handbook of your game as a PDF.",
    own_game_only=True,
)
