"""Every mail program that can be driven without a screen sends orders through a real server, and they are read."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import shutil
import struct
import subprocess
import termios
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


def test_sendemail(real_mail: RealMail, tmp_path: Path) -> None:
    words = ["-f", JOE, "-t", TO, "-u", "my orders", "-s", f"127.0.0.1:{real_mail.smtp_port}", "-o", "tls=no"]
    _run([_need("sendemail"), *words, "-o", "message-charset=utf-8", "-o", f"message-file={_body(tmp_path)}"], tmp_path)
    _arrived(real_mail)


def test_imput(real_mail: RealMail, tmp_path: Path) -> None:
    draft = f"From: {JOE}\nTo: {TO}\nSubject: my orders\n\n{BODY}"
    words = [
        f"--smtpservers=127.0.0.1/{real_mail.smtp_port}",
        "--clientname=players.test",
        "--8bitlabel=utf-8",
        "--8to7=on",
        TO,
    ]
    (tmp_path / ".im").mkdir()
    (tmp_path / ".im" / "Config").write_text(f"Address={JOE}\nFromDomain=players.test\nDefCharset=UTF-8\n")
    _run([_need("imput"), *words], tmp_path, draft)
    _arrived(real_mail)


def test_bsd_mailx(real_mail: RealMail, tmp_path: Path) -> None:
    (tmp_path / ".mailrc").write_text(f'set sendmail="{_msmtp(real_mail, tmp_path)}"\n')
    words = ["-s", "my orders", "-a", "MIME-Version: 1.0", "-a", "Content-Type: text/plain; charset=utf-8"]
    _run([_need("bsd-mailx"), *words, "-a", f"From: {JOE}", TO], tmp_path)
    _arrived(real_mail)


def test_mblaze(real_mail: RealMail, tmp_path: Path) -> None:
    """The program writes a reply of its own, with the quotation, to a letter in a folder."""
    sendmail = _msmtp(real_mail, tmp_path)
    (tmp_path / ".mblaze").mkdir()
    (tmp_path / ".mblaze" / "profile").write_text(f"Local-Mailbox: {JOE}\nFQDN: players.test\nSendmail: {sendmail}\n")
    ours = tmp_path / "ours"
    head = f"From: Postern <{ORDERS}>\nReply-To: {TO}\nTo: {JOE}\nSubject: turn 7\nMessage-ID: <1.postern@postern.test>"
    ours.write_text(f"{head}\nDate: Fri, 20 Nov 2026 20:00:00 +0100\n\nTO MEND (1)\nL27MC2\n(end of letter)\n")
    (tmp_path / "typed").write_text("\n".join(TYPED) + "\n")
    _run([_need("mseq"), "-S"], tmp_path, f"{ours}\n")
    _run([_need("mseq"), "-C", "1"], tmp_path)
    _run([_need("mrep"), "-body", str(tmp_path / "typed"), "-send"], tmp_path)
    assert _arrived(real_mail).in_reply_to == ("<1.postern@postern.test>",)


def test_mpack_with_orders_in_a_file(real_mail: RealMail, tmp_path: Path) -> None:
    (tmp_path / "orders.txt").write_text("\n".join(TYPED) + "\n")
    out = tmp_path / "out"
    words = ["-s", "my orders", "-c", "application/octet-stream", "-o", str(out), str(tmp_path / "orders.txt")]
    _run([_need("mpack"), *words], tmp_path)
    _run([_msmtp(real_mail, tmp_path), "-f", JOE, TO], tmp_path, f"From: {JOE}\nTo: {TO}\n{out.read_text()}")
    _arrived(real_mail)


def test_mime_construct(real_mail: RealMail, tmp_path: Path) -> None:
    words = ["--output", "--to", TO, "--subject", "my orders", "--header", f"From: {JOE}"]
    words += ["--type", "text/plain; charset=utf-8", "--encoding", "quoted-printable", "--file", str(_body(tmp_path))]
    letter = _run([_need("mime-construct"), *words], tmp_path)
    _run([_msmtp(real_mail, tmp_path), "-t"], tmp_path, letter)
    _arrived(real_mail)


def test_emacs(real_mail: RealMail, tmp_path: Path) -> None:
    """Message mode, which Gnus, mu4e and notmuch write with."""
    (tmp_path / "send.el").write_text(
        f"""(setq user-mail-address "{JOE}" user-full-name "Joe" message-send-mail-function 'message-smtpmail-send-it
      send-mail-function 'smtpmail-send-it smtpmail-smtp-server "127.0.0.1" smtpmail-smtp-service {real_mail.smtp_port}
      smtpmail-stream-type 'plain smtpmail-queue-mail nil mail-host-address "players.test" message-interactive t
      message-confirm-send nil message-kill-buffer-on-exit t message-auto-save-directory nil)
(require 'message) (require 'smtpmail)
(message-mail "{TO}" "my orders")
(message-goto-body)
(insert-file-contents "{_body(tmp_path)}")
(message-send)
"""
    )
    _run([_need("emacs"), "-Q", "--batch", "-l", str(tmp_path / "send.el")], tmp_path)
    _arrived(real_mail)


def test_aerc(real_mail: RealMail, tmp_path: Path) -> None:
    """aerc has a screen, of letters only: it is started with a letter to write, and sends what its editor left."""
    aerc = _need("aerc")
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\ncat {_body(tmp_path)} >>"$1"\n')
    editor.chmod(0o755)
    for folder in ("cur", "new", "tmp"):
        (tmp_path / "Mail" / "INBOX" / folder).mkdir(parents=True)
    config = tmp_path / ".config" / "aerc"
    config.mkdir(parents=True)
    account = f"source = maildir://{tmp_path}/Mail\noutgoing = {_msmtp(real_mail, tmp_path)}\n"
    (config / "accounts.conf").write_text(f"[joe]\n{account}default = INBOX\nfrom = Joe <{JOE}>\n")
    (config / "accounts.conf").chmod(0o600)
    (config / "aerc.conf").write_text(f"[compose]\neditor = {editor}\nempty-subject-warning = false\n")
    write = f":compose -H 'Subject: my orders' -H 'To: {TO}'\r"
    _on_a_screen([aerc], tmp_path, [write, "y"], lambda: bool(real_mail.letters(ORDERS)))
    _arrived(real_mail)


def _body(home: Path) -> Path:
    """The letter's text in a file."""
    file = home / "body"
    file.write_text(BODY)
    return file


def _msmtp(mail: RealMail, home: Path) -> str:
    """A sendmail for programs that need one, which hands letters to the real server."""
    (home / ".msmtprc").write_text(f"account default\nhost 127.0.0.1\nport {mail.smtp_port}\nfrom {JOE}\n")
    (home / ".msmtprc").chmod(0o600)
    return _need("msmtp")


def _need(program: str) -> str:
    found = shutil.which(program, path="/usr/bin:/usr/bin/mh:/bin")
    if found is None:
        need_servers()
        pytest.skip(f"{program} is not installed")
    return found


def _environment(home: Path) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "vt100", "USER": "joe", "LOGNAME": "joe"}


def _run(words: list[str], home: Path, body: str = BODY) -> str:
    """What the program said, once it has ended well."""
    done = subprocess.run(
        words, input=body, capture_output=True, text=True, timeout=60, check=False, env=_environment(home), cwd=home
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _on_a_screen(words: list[str], home: Path, keys: list[str], done: Callable[[], bool]) -> None:
    """Runs a program on a screen of its own and types, each time when it has fallen silent; for a minute at most."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    program = subprocess.Popen(
        ["setsid", "--ctty", *words], stdin=slave, stdout=slave, stderr=slave, env=_environment(home), cwd=home
    )
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
    # The program may be gone before the server has put its letter into the mailbox.
    while not done() and time.monotonic() < until:
        time.sleep(0.05)
    assert done(), seen.decode(errors="replace")[-3000:]


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
