"""Mail programs that people use, driven as they are used: swaks and neomutt."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.house import DESK, House
from tests.e2e.player import Player, flat, text_of
from tests.e2e.sitting import first_report, join, place_of
from tests.servers.fixtures import need_servers

pytestmark = pytest.mark.servers

_MUTTRC = """\
set smtp_url = "smtp://127.0.0.1:{port}/"
set ssl_starttls = no
set ssl_force_tls = no
set from = "{address}"
set realname = "Ann O'Nym"
set use_envelope_from = yes
set hostname = "home.test"
set copy = no
set text_flowed = yes
set folder = "{home}"
set record = ""
"""


def need(program: str) -> str:
    """The program's path; where it is missing the test is left out, as those with real servers are."""
    found = shutil.which(program)
    if found is None:
        need_servers()
        pytest.skip(f"{program} is not installed")
    return found


def test_orders_from_swaks(house: House, newcomer: Callable[[], Player]) -> None:
    swaks = need("swaks")
    ann = newcomer()
    house.write_game("QJ-30")
    house.master("create", "QJ-30")
    join(ann, "QJ-30", "ANNE")
    first = first_report(ann, "QJ-30")
    place = place_of(first)
    reply_to = re.search(r"<(\S+)>", str(first["Reply-To"]))
    assert reply_to
    order = f"{place.leaders[0]}M{place.near[0]}"
    where = ["--server", "127.0.0.1", "--port", str(house.mail.smtp_port), "--from", ann.address, "--to", reply_to[1]]
    what = ["--header", "Subject: my orders", "--body", f"Dear master,\n{order.lower()}\n-- \nAnn\n"]
    _run([swaks, *where, *what])
    answer = ann.titled("QJ-30 turn 1", "1 order on file")
    assert order in text_of(answer)
    assert "to mend" not in str(answer["Subject"])


def test_orders_from_neomutt(house: House, newcomer: Callable[[], Player], tmp_path: Path) -> None:
    neomutt = need("neomutt")
    ann = newcomer()
    house.write_game("QJ-31")
    house.master("create", "QJ-31")
    rc = tmp_path / "muttrc"
    rc.write_text(_MUTTRC.format(port=house.mail.smtp_port, address=ann.address, home=tmp_path))

    def send(subject: str, to: str, body: str) -> None:
        _run([neomutt, "-F", str(rc), "-s", subject, "--", to], body, home=tmp_path)

    send("May I play?", DESK, "JOIN QJ-31\nName: Anne\nI would like to play the Slenth.\n")
    asked = ann.titled("Please confirm", "QJ-31")
    assert "SLENTH" in text_of(asked).upper()
    ann.answer(ann.reply(asked, ""))
    first = first_report(ann, "QJ-31")
    place = place_of(first)
    one, two, *_ = place.leaders
    reply_to = re.search(r"<(\S+)>", str(first["Reply-To"]))
    assert reply_to
    quoted = "\n".join(f"> {line}" for line in text_of(first).splitlines())
    orders = f"{one} move {place.near[0]}\nG{place.home} T 5 T {one}\n– {two}\n"
    body = f"On Friday, Postern wrote:\n{quoted}\n\n{orders}"
    send(f"Re: {first['Subject']}", reply_to[1], body)
    answer = ann.titled("QJ-31 turn 1", "on file")
    assert "2 orders on file" in str(answer["Subject"]), text_of(answer)
    assert f"{one}M{place.near[0]}" in flat(answer)
    assert f"G{place.home}T5T{one}" in flat(answer)


def _run(words: list[str], body: str = "", home: Path | None = None) -> None:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home or "/nonexistent"), "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    done = subprocess.run(words, input=body, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
