"""A practice game of Quest of the Great Jewels through the whole daemon and a real mail server."""

from __future__ import annotations

import asyncio
import re
import time

import pytest

from postern.desk.settings.config import PracticeSettings
from tests.desk.box import text_of
from tests.desk.service.test_daemon import ANN, House, house  # noqa: F401


@pytest.mark.slow
async def test_reports_come_back_at_once(house: House) -> None:  # noqa: F811
    house.config = house.config.model_copy(update={"practice": PracticeSettings()})
    daemon = house.daemon()
    running = asyncio.create_task(daemon.run())
    try:
        began = time.monotonic()
        await house.send(ANN, "practice")
        report = await house.letter(ANN, "the game begins")
        first = time.monotonic() - began
        assert {"application/pdf", "image/png"} <= {part.get_content_type() for part in report.walk()}, "PDF and map"
        leader = re.search(r"L\d+", text_of(report))
        assert leader
        began = time.monotonic()
        await house.send(ANN, "ZN\nREADY\n", to=str(report["Reply-To"]))
        second = await house.letter(ANN, "report of turn 1")
        print(f"first report {first:.1f} s, second {time.monotonic() - began:.1f} s")
        assert "Turn 2 runs as soon as you send READY." in " ".join(text_of(second).split())
    finally:
        daemon.stop()
        await running
        daemon.desk.close()
