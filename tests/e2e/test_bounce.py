"""A letter that a real mail server cannot deliver: its report comes back to the letter's own envelope sender."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.e2e.house import DESK, MASTER, House
from tests.e2e.player import text_of
from tests.e2e.servers import serving
from tests.servers.fixtures import need_servers

pytestmark = pytest.mark.servers
GONE = "ann@gone.example"


def test_postfix_tells_which_letters_did_not_arrive() -> None:
    need_servers()
    with tempfile.TemporaryDirectory(prefix="bounce-") as folder:
        Path(folder).chmod(0o755)
        with serving("real", Path(folder) / "mail", [DESK, MASTER]) as mail:
            house = House(mail, Path(folder) / "home", processes=0, more="bounces = 1")
            house.start()
            try:
                ann, master = house.player(GONE), house.player(MASTER)
                ann.send("GAMES")
                told = master.titled("did not arrive")
                assert GONE in text_of(told)
                kept = master.titled("are kept")
                assert f"postern mail release {GONE}" in text_of(kept)
                said = subprocess.run(
                    [Path(sys.executable).with_name("postern"), "mail", "list", "--config", house.settings],
                    capture_output=True,
                    text=True,
                    check=True,
                    timeout=60,
                ).stdout
                assert GONE in said
            finally:
                house.kill()
