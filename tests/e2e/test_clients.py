"""Mail programs that people use, driven as they are used: swaks and neomutt."""

from __future__ import annotations

import email.policy
import re
import shutil
import subprocess
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.e2e.house import DESK, House
from tests.e2e.player import Player, flat, text_of
from tests.e2e.sitting import first_report, join, place_of
from tests.letters.pages import PLAINLY, plain_page
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


def test_the_form_filled_in_as_webmail_and_telephones_quote_it(house: House, newcomer: Callable[[], Player]) -> None:
    """The report as it really came, page and all, goes back with a line of its form filled in, and with one above it."""
    ann = newcomer()
    house.write_game("QJ-32")
    house.master("create", "QJ-32")
    join(ann, "QJ-32", "ANNE")
    first = first_report(ann, "QJ-32")
    place = place_of(first)
    one, two, *_ = place.leaders
    page = str(first.get_body(("html",)).get_content()).replace("\r\n", "\n")  # type: ignore[union-attr]
    filled = re.sub(rf"(?m)^{one}$", f"{one} m {place.near[0]}", page, count=1)
    assert filled != page
    inner = re.search(r"(?s)<body[^>]*>(.*)</body>", filled)
    assert inner
    head = "<b>From:</b> Postern<br><b>Sent:</b> Friday<br><b>To:</b> Ann<br><b>Subject:</b> x"
    quote = f'<blockquote class="gmail_quote">{inner[1]}</blockquote>'
    pages = {
        "gmail": f'<div>{two} m {place.near[0]}</div><div class="gmail_quote">{quote}</div>',
        "outlook": f'<p>{two} m {place.near[0]}</p><hr><div id="divRplyFwdMsg" dir="ltr">{head}</div>{inner[1]}',
    }
    marked = "\n".join(f"> {line}".rstrip() for line in plain_page(filled, PLAINLY["gmail"]).splitlines())
    wrote = "On Fri, Nov 20, 2026 at 8:00\u202fPM Postern <\norders@postern.test> wrote:"
    texts = {
        "gmail": f"{two} m {place.near[0]}\n\n{wrote}\n\n{marked}\n",
        "outlook": "",
    }
    for program, html in pages.items():
        letter = EmailMessage(policy=email.policy.SMTP)
        letter["From"], letter["To"], letter["Subject"] = ann.address, str(first["Reply-To"]), f"Re: {first['Subject']}"
        letter["Message-ID"], letter["In-Reply-To"] = f"<{program}@home.test>", str(first["Message-ID"])
        if texts[program]:
            letter.set_content(texts[program])
            letter.add_alternative(html, subtype="html")
        else:
            letter.set_content(html, subtype="html")
        to = re.search(r"<(\S+)>", str(first["Reply-To"]))
        assert to
        ann.hand_over(letter.as_bytes(), to[1])
        answer = ann.answer(f"<{program}@home.test>")
        assert str(answer["Subject"]).endswith("ANNE: 2 orders on file"), text_of(answer)
        assert f"{one}M{place.near[0]}" in flat(answer)
        assert f"{two}M{place.near[0]}" in flat(answer)


def _run(words: list[str], body: str = "", home: Path | None = None) -> None:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home or "/nonexistent"), "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    done = subprocess.run(words, input=body, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
