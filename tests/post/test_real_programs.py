"""Every mail program that can be driven without a screen sends orders through a real server, and they are read."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from postern.post.letter import Incoming, Kind
from postern.post.reading import read_letter
from tests.post.conftest import JOE, ORDERS
from tests.servers.fixtures import need_servers
from tests.servers.mail import RealMail

pytestmark = pytest.mark.servers

TO = "orders+abcdefghijklmnop@postern.test"
LONG = "L13 marches from B2 to B3, gives five troops to the garrison of B3 and then goes on to C4"
TYPED = ("L13MB4B5", LONG, "D=ORC Größe, naïve, 5 € pro Kopf")
BODY = "\n".join(TYPED) + "\n\nOn Fri, Nov 20, 2026 at 08:00:00PM +0100, Postern wrote:\n> TO MEND (1)\n> L27MC2\n\n-- \nJoe\n"

_MUTTRC = """\
set smtp_url = "smtp://127.0.0.1:{port}/"
set ssl_starttls = no
set ssl_force_tls = no
set from = "{sender}"
set use_envelope_from = yes
set hostname = "players.test"
set copy = no
set text_flowed = {flowed}
set send_charset = "{charset}"
set folder = "{home}"
set record = ""
"""


@pytest.mark.parametrize("program", ["neomutt", "mutt"])
@pytest.mark.parametrize(("flowed", "charset"), [("yes", "us-ascii:utf-8"), ("no", "us-ascii:iso-8859-15:utf-8")])
def test_mutts(real_mail: RealMail, tmp_path: Path, program: str, flowed: str, charset: str) -> None:
    rc = tmp_path / "rc"
    rc.write_text(_MUTTRC.format(port=real_mail.smtp_port, sender=JOE, home=tmp_path, flowed=flowed, charset=charset))
    _run([_need(program), "-F", str(rc), "-s", "my orders", "--", TO], tmp_path)
    _arrived(real_mail)


def test_mutt_with_orders_in_a_file(real_mail: RealMail, tmp_path: Path) -> None:
    rc = tmp_path / "rc"
    rc.write_text(_MUTTRC.format(port=real_mail.smtp_port, sender=JOE, home=tmp_path, flowed="no", charset="us-ascii:utf-8"))
    (tmp_path / "orders.txt").write_text("\n".join(TYPED) + "\n")
    _run(
        [_need("neomutt"), "-F", str(rc), "-s", "my orders", "-a", str(tmp_path / "orders.txt"), "--", TO],
        tmp_path,
        "-- \nJoe\n",
    )
    _arrived(real_mail)


def test_s_nail(real_mail: RealMail, tmp_path: Path) -> None:
    words = ["-:/", "-Sv15-compat", f"-Smta=smtp://127.0.0.1:{real_mail.smtp_port}", "-Ssmtp-auth=none", "-Ssendwait"]
    words += ["-Sttycharset=utf-8", "-Shostname=players.test", f"-Sfrom={JOE}", "-s", "my orders", TO]
    _run([_need("s-nail"), *words], tmp_path)
    _arrived(real_mail)


def test_swaks(real_mail: RealMail, tmp_path: Path) -> None:
    words = ["--server", "127.0.0.1", "--port", str(real_mail.smtp_port), "--from", JOE, "--to", TO]
    words += ["--header", "Subject: my orders", "--add-header", "Content-Type: text/plain; charset=utf-8"]
    (tmp_path / "body").write_text(BODY)
    _run([_need("swaks"), *words, "--body", f"@{tmp_path / 'body'}"], tmp_path)
    _arrived(real_mail)


def test_mailutils(real_mail: RealMail, tmp_path: Path) -> None:
    words = ["-E", f"set sendmail=smtp://127.0.0.1:{real_mail.smtp_port}", "-r", JOE, "-s", "my orders"]
    words += ["-a", "Content-Type: text/plain; charset=utf-8", TO]
    _run([_need("mail.mailutils"), *words], tmp_path)
    _arrived(real_mail)


def test_nmh(real_mail: RealMail, tmp_path: Path) -> None:
    _need("mhmail")
    post = Path("/usr/lib/mh/post")
    draft = tmp_path / "draft"
    draft.write_text(
        f"From: {JOE}\nTo: {TO}\nSubject: my orders\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
        f"Content-Transfer-Encoding: 8bit\n\n{BODY}"
    )
    (tmp_path / "Mail").mkdir()
    (tmp_path / ".mh_profile").write_text("Path: Mail\n")
    words = ["-mts", "smtp", "-server", "127.0.0.1", "-port", str(real_mail.smtp_port), "-nosasl", str(draft)]
    _run([str(post), *words], tmp_path)
    _arrived(real_mail)


def test_alpine(real_mail: RealMail, tmp_path: Path) -> None:
    """Alpine has a screen, of letters only: it is given one, and the keys that send what it was handed."""
    alpine = _need("alpine")
    rc = tmp_path / "pinerc"
    rc.write_text(
        f"personal-name=Joe\nuser-domain=players.test\nsmtp-server=127.0.0.1:{real_mail.smtp_port}/novalidate-cert\ninbox-path={tmp_path}/inbox\n"
        "feature-list=quell-user-id-prompt,allow-changing-from,send-without-confirm,suppress-asterisks-in-password-prompt\n"
        f'customized-hdrs=From: {JOE}\ncharacter-set=UTF-8\nfolder-collections=Mail {tmp_path}/mail/[]\ndefault-fcc=""\n'
        "patterns-roles=\nlast-version-used=7.00\n"
    )
    (tmp_path / "inbox").write_text("")
    (tmp_path / "mail").mkdir()
    down, send = "\x0e", "\x18"
    # To, Cc, attachments and subject, then the text, which the program breaks into lines by itself.
    keys = [down * 3, "my orders", down, "\r".join(TYPED) + "\r\r-- \rJoe\r", send]
    _on_a_screen([alpine, "-p", str(rc), "-P", "/dev/null", TO], tmp_path, keys, lambda: bool(real_mail.letters(ORDERS)))
    _arrived(real_mail)


def _need(program: str) -> str:
    found = shutil.which(program, path="/usr/bin:/usr/bin/mh:/bin")
    if found is None:
        need_servers()
        pytest.skip(f"{program} is not installed")
    return found


def _environment(home: Path) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "vt100", "USER": "joe", "LOGNAME": "joe"}


def _run(words: list[str], home: Path, body: str = BODY) -> None:
    done = subprocess.run(
        words, input=body, capture_output=True, text=True, timeout=60, check=False, env=_environment(home), cwd=home
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _on_a_screen(words: list[str], home: Path, keys: list[str], done: Callable[[], bool]) -> None:
    """Runs a program on a screen of its own and types, each time when it has fallen silent; for a minute at most."""
    master, slave = pty.openpty()
    program = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, env=_environment(home), cwd=home)
    os.close(slave)
    until = time.monotonic() + 60
    seen = b""
    waiting = list(keys)
    try:
        # A screen whose program has gone is read with an error.
        with contextlib.suppress(OSError):
            while not done() and time.monotonic() < until:
                if select.select([master], [], [], 0.7)[0]:
                    seen += os.read(master, 65536)
                elif waiting and seen:
                    os.write(master, waiting.pop(0).encode())
    finally:
        program.kill()
        program.wait()
        os.close(master)
    assert not waiting, seen.decode(errors="replace")[-3000:]


def _arrived(mail: RealMail) -> Incoming:
    """The one letter that came, read, and found to say what was typed."""
    until = time.monotonic() + 30
    while not mail.letters(ORDERS) and time.monotonic() < until:
        time.sleep(0.05)
    (path,) = mail.letters(ORDERS)
    found = read_letter(path.read_bytes(), own_addresses=(ORDERS,))
    assert tuple(line for line in found.lines if line) == TYPED
    assert found.sender.email == JOE
    assert found.verdict.kind is Kind.HUMAN
    assert TO in found.delivered_to
    return found
