"""The history of a finished game: who may have it, and gathering what it is made of from the database."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

from sqlmodel import Session

from postern import render
from postern.desk.context import Desk
from postern.desk.documents.chronicle import film_of, full_log, report_of
from postern.desk.games.lookup import finished_game
from postern.desk.settings.redaction import hidden
from postern.store import bygone, seats
from postern.store.tables import Game, GameState, Journal, TurnRecord

NAMELESS = "somebody"
_FILM = 1_000_000


def gather(session: Session, game_id: int, full: bool) -> bytes | None:
    """Everything that the history is made of, as an archive for ``chronicle``; with ``full`` press and reports too. None
    when the game is not over, ended before it began, or is not stored.

    It holds no address and no token, and only press to all. Worlds and reports stay packed as the database has them, so
    that a long game takes a few megabytes.
    """
    game = session.get(Game, game_id)
    if game is None or game.state != GameState.FINISHED or game.turn == 0:
        return None
    everybody = seats.of_game(session, game_id)
    runs = bygone.runs(session, game_id)
    about: dict[str, Any] = {
        "name": game.name,
        "ruleset": game.ruleset,
        "reason": hidden(game.reason),
        "seats": [{"name": seat.name, "computer": seat.computer, "state": seat.state} for seat in everybody],
        "runs": [_run(run) for run in runs],
    }
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        for turn, world in bygone.worlds(session, game_id).items():
            _put(archive, f"world/{turn}", world)
        for run in runs:
            _put(archive, f"orders/{run.turn}", run.sheets)  # without them no turn can be run again
        if full:
            names = {seat.id: seat.name for seat in everybody}
            about["press"] = [
                {"turn": press.turn, "writer": NAMELESS if press.anonymous else names.get(press.seat_id, NAMELESS)}
                | {"text": hidden(press.text)}
                for press in bygone.public_press(session, game_id)
            ]
            about["masters"] = [_intervention(line) for line in bygone.interventions(session, game_id)]
            for run in runs:
                for seat_id, report in bygone.reports(session, run.id).items():
                    if seat_id in names:
                        _put(archive, f"report/{run.turn}/{names[seat_id]}", report)
        _put(archive, "about", json.dumps(about).encode())
    return found.getvalue()


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Without the time of day: the same game gives the same archive, which is then read only once."""
    archive.writestr(zipfile.ZipInfo(name), data)


def _run(run: TurnRecord) -> dict[str, Any]:
    when = f"{run.ran_at:%a %d %b %Y, %H:%M} UTC"
    return {"turn": run.turn, "ran_at": when, "seed": run.seed, "world_sha256": run.world_sha256}


def _intervention(line: Journal) -> dict[str, Any]:
    detail = line.detail
    reason = f", because: {hidden(str(detail['reason']))}" if detail.get("reason") else ""
    did = "changed the world as it awaited" if line.action == "patched" else "took back the game to"
    patch = "\n".join(json.dumps(step, ensure_ascii=False) for step in detail.get("patch", ()))
    return {"turn": int(detail["turn"]), "text": f"The game master {did} turn {detail['turn']}{reason}.", "patch": patch}


async def documents(desk: Desk, name: str) -> dict[str, bytes]:
    """The same documents as the command's letters bring, by file name. Raises MasterError for a game that is not over."""
    archive = await desk.store.read(_gathered, name)
    return await asyncio.to_thread(_documents, name.upper(), archive)


def _gathered(session: Session, name: str) -> bytes:
    archive = gather(session, finished_game(session, name).id, full=True)
    assert archive is not None, "the game is over and has begun"
    return archive


def _documents(name: str, archive: bytes) -> dict[str, bytes]:
    report = report_of(archive)
    return {
        f"{name}-history.txt": render.to_text(report).encode(),
        f"{name}-history.pdf": render.to_pdf(report),
        f"{name}-history-film.gif": film_of(archive, _FILM),
        f"{name}-log.zip": full_log(archive),
    }
