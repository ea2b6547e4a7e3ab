"""A letter's plain and formatted text: one is read, and what was typed into the other alone is named and holds READY."""

from __future__ import annotations

import asyncio
import re
from email.message import EmailMessage
from html import escape

import pytest

from postern.desk.context import Desk
from postern.desk.documents.workers import Workers
from postern.desk.games.due import run_due
from postern.desk.settings.rulesets import ruleset
from postern.game.chance import Chance
from postern.store import seats
from tests.desk.box import Box, text_of
from tests.desk.letters.test_cut_lines import HEAD
from tests.desk.letters.test_letters import ANN, running
from tests.desk.playing import game_of, on_file
from tests.letters.tongues import TONGUES

__all__ = ["running"]


def send(box: Box, to: EmailMessage, plain: str, page: str) -> str:
    """Replies with both texts. The words of the answer."""
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Message-ID"] = ANN, str(to["Reply-To"]), f"<{next(box.numbers)}@home.example>"
    letter["In-Reply-To"] = str(to["Message-ID"])
    letter.set_content(plain)
    letter.add_alternative(page, subtype="html")
    box.writers.add(ANN)
    box.put(letter.as_bytes())
    box.news()
    box.handle()
    return text_of(next(one for one in box.news() if one["To"] == ANN))


def page(*lines: str, below: str = "") -> str:
    style = "<style><!-- p {margin: 0} --></style>"
    return f"<html><head>{style}</head><body>{''.join(f'<p>{escape(line)}</p>' for line in lines)}{below}</body></html>"


def named(told: str) -> list[str]:
    part = re.split("ON FILE|TO MEND|YOUR ORDERS", told.partition(HEAD)[2])[0]
    return [line.strip() for line in part.split("\n") if line.startswith("  ")]


def is_ready(desk: Desk, game: str, name: str) -> bool:
    def look(session: object) -> bool:
        found = game_of(session, game)  # type: ignore[arg-type]
        (seat,) = (one for one in seats.of_game(session, found.id) if one.name == name)  # type: ignore[arg-type]
        return seat.ready_turn == found.turn

    return desk.store.write_now(look)


@pytest.mark.parametrize("slug", ["great_jewels", "cosmos", "alamaze_classic", "adventurer_kings"])
def test_orders_in_the_formatted_text_alone_are_named_and_hold_ready(desk: Desk, box: Box, workers: Workers, slug: str) -> None:
    practice = desk.config.practice.model_copy(update={"rulesets": (slug,)})
    desk.config = desk.config.model_copy(update={"practice": practice})
    box.send(ANN, "PRACTICE\nNAME=ANNA")
    asyncio.run(run_due(desk, workers))
    (report,) = box.news()
    game, rules = desk.store.write_now(game_of, "PRACTICE-1"), ruleset(slug)
    view = desk.store.write_now(lambda session: desk.cache.view(session, game, "ANNA"))
    lines = rules.plan(view, Chance("six")).split("\n")
    fewest = next(end for end in range(len(lines) + 1) if len(rules.read("\n".join(lines[:end]), view).orders) >= 6)
    lines = [line.strip() for line in lines[:fewest] if line.strip()]
    told = send(box, report, "READY", page("READY", *lines))
    assert " ".join(named(told)) == " ".join(lines[:12])
    assert "formatted text" in told
    assert "READY does not count yet" in " ".join(told.split())
    assert not is_ready(desk, "PRACTICE-1", "ANNA")
    assert not on_file(desk, "ANNA", "PRACTICE-1")


def test_a_single_other_number_and_a_command_are_named(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    told = send(box, running["ANN"], "guess 3\nbuy 1\nREADY", page("guess 3", "buy 2", "READY"))
    assert on_file(desk, "ANN") == "guess 3\nbuy 1"
    assert named(told) == ["buy 2"]
    assert not is_ready(desk, "TOY-1", "ANN")
    told = send(box, running["ANN"], "READY", page("READY", "CANCEL"))
    assert named(told) == ["CANCEL"]
    assert on_file(desk, "ANN") == "guess 3\nbuy 1"


def test_our_letter_quoted_in_the_formatted_text_alone_holds_nothing(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (listed,) = box.reply(running["ANN"], "guess 3\nbuy 1")
    body = listed.get_body(("html",))
    assert body is not None
    intro = TONGUES[0].gmail.replace("<", "&lt;")
    plain = "".join(f"<p>{escape(line)}</p>" for line in text_of(listed).split("\n"))
    for ours in (body.get_content(), plain):
        quote = f'<div class="gmail_quote"><div>{intro}</div><blockquote>{ours}</blockquote></div>'
        told = send(box, listed, "guess 9\nREADY", page("guess 9", "READY", below=quote))
        assert on_file(desk, "ANN") == "guess 9"
        assert HEAD not in told
        assert is_ready(desk, "TOY-1", "ANN")


@pytest.mark.parametrize("stub", ["", " \n", "This message needs an HTML mail reader.", "Ihr E-Mail-Programm zeigt kein HTML."])
def test_a_plain_text_without_words_of_its_writer_gives_way(
    running: dict[str, EmailMessage], box: Box, desk: Desk, stub: str
) -> None:
    told = send(box, running["ANN"], stub, page("guess 4", "READY"))
    assert on_file(desk, "ANN") == "guess 4"
    assert HEAD not in told
    assert is_ready(desk, "TOY-1", "ANN")


def test_a_placeholder_that_nobody_knows_hides_no_order(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    told = send(box, running["ANN"], "Bekijk dit bericht elders.", page("guess 4", "READY"))
    assert named(told) == ["guess 4", "READY"]
    assert not is_ready(desk, "TOY-1", "ANN")


def test_a_quotation_in_the_plain_text_alone_covers_no_order(running: dict[str, EmailMessage], box: Box, desk: Desk) -> None:
    told = send(box, running["ANN"], "READY\n\n> guess 4\n", page("READY", "guess 4"))
    assert "guess 4" in named(told)
    assert not is_ready(desk, "TOY-1", "ANN")
