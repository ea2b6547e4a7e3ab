"""A private Postfix and Dovecot on free loopback ports, beside any copy that the machine itself runs.

Needs root and the Debian packages postfix, dovecot-imapd and dovecot-lmtpd. For tests and benchmarks alike::

    with RealMail(tmp_path, {"orders@postern.test": "pw", "joe@players.test": "pw"}) as mail:
        mail.smtp_port, mail.imap_port, mail.maildir("joe@players.test")
"""

from __future__ import annotations

import base64
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType

import psutil

POSTFIX = Path("/usr/sbin/postfix")
DOVECOT = Path("/usr/sbin/dovecot")
_OWNER = 65534
_LONGEST_SOCKET_DIR = 60

_MAIN_CF = """\
compatibility_level = 3.6
queue_directory = {dir}/queue
data_directory = {dir}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mail.postern.test
mydestination =
alias_maps =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = {domains}
virtual_mailbox_maps = texthash:{dir}/mailboxes
virtual_transport = lmtp:inet:127.0.0.1:{lmtp_port}
lmtp_destination_concurrency_limit = 20
default_transport = error:no way out of the test
relay_transport = error:no way out of the test
recipient_delimiter = +
message_size_limit = 30000000
mailbox_size_limit = 0
maillog_file = {dir}/postfix.log
maillog_file_prefixes = {dir}
smtpd_client_connection_rate_limit = 0
smtpd_client_connection_count_limit = 0
smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination, reject_unlisted_recipient
smtpd_reject_unlisted_recipient = yes
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth_port}
smtpd_tls_security_level = {tls_level}
smtpd_tls_cert_file = {dir}/cert.pem
smtpd_tls_key_file = {dir}/key.pem
minimal_backoff_time = 5s
queue_run_delay = 5s
"""

_MASTER_CF = """\
127.0.0.1:{smtp_port} inet n - n - - smtpd
cleanup   unix n - n - 0 cleanup
qmgr      unix n - n 300 1 qmgr
rewrite   unix - - n - - trivial-rewrite
bounce    unix - - n - 0 bounce
defer     unix - - n - 0 bounce
trace     unix - - n - 0 bounce
error     unix - - n - - error
retry     unix - - n - - error
lmtp      unix - - n - - lmtp
scache    unix - - n - 1 scache
anvil     unix - - n - 1 anvil
proxymap  unix - - n - - proxymap
tlsmgr    unix - - n 1000? 1 tlsmgr
showq     unix n - n - - showq
flush     unix n - n 1000? 0 flush
postlog   unix-dgram n - n - 1 postlogd
"""

_DOVECOT_CONF = """\
base_dir = {dir}/run
state_dir = {dir}/state
instance_name = {name}
log_path = {dir}/dovecot.log
protocols = imap lmtp
{quota}
listen = 127.0.0.1
ssl = {ssl}
{ssl_files}
disable_plaintext_auth = no
auth_mechanisms = {mechanisms}
auth_username_format = %Ln
auth_failure_delay = 0
recipient_delimiter = +
mail_location = maildir:{dir}/mail/%Ln
first_valid_uid = 100
mail_max_userip_connections = 0
default_process_limit = 200
default_client_limit = 2000
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%Ln {dir}/users
}}
{oauth}
userdb {{
  driver = static
  args = uid={owner} gid={owner} home={dir}/mail/%Ln allow_all_users=yes
}}
service imap-login {{
  inet_listener imap {{
    address = 127.0.0.1
    port = {imap_port}
  }}
  inet_listener imaps {{
    address = 127.0.0.1
    port = {imaps_port}
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp_port}
  }}
}}
service auth {{
  inet_listener sasl {{
    address = 127.0.0.1
    port = {auth_port}
  }}
}}
service anvil {{
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
protocol lmtp {{
  lmtp_save_to_detail_mailbox = no
}}
"""


_OAUTH = """\
passdb {{
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = {dir}/oauth2.conf
}}"""

_QUOTA = """\
mail_plugins = quota
protocol imap {{
  mail_plugins = quota imap_quota
}}
plugin {{
  quota = maildir:User quota
  quota_rule = *:{quota}
}}"""

_OAUTH_CONF = """\
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={dir}/keys/
username_attribute = sub
"""


def missing() -> str:
    """Why the servers cannot be run here, in a few words; empty if they can."""
    absent = [str(path) for path in (POSTFIX, DOVECOT, Path("/usr/lib/dovecot/lmtp")) if not path.exists()]
    if absent:
        return f"not installed: {', '.join(absent)} (Debian: postfix dovecot-imapd dovecot-lmtpd)"
    return "" if os.geteuid() == 0 else "Postfix and Dovecot need to be started as root"


def free_port() -> int:
    """A loopback port that nobody listens on, below the range that outgoing connections take."""
    for _ in range(200):
        port = random.SystemRandom().randrange(15000, 32000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free loopback port")


class RealMail:
    """Postfix taking letters on `smtp_port` and Dovecot showing them on `imap_port` (`imaps_port` with `tls`).

    `accounts` maps addresses to passwords; local parts are unique across domains. A detail (`orders+x@…`) is delivered to
    the plain address. State lies in `dir`, or in a fresh directory if `dir` is too deep or closed to other users (servers
    run as users of their own); that one is removed on `stop`.
    """

    def __init__(
        self,
        dir: Path,
        accounts: Mapping[str, str],
        *,
        tls: bool = False,
        oauth_key: str = "",
        mechanisms: str = "plain login",
        quota: str = "",
    ) -> None:
        """``oauth_key``: access tokens (JWT, HS256, sub: local part) signed with it are taken too, by ``mechanisms``.
        ``quota``: what each mailbox holds, in the words of Dovecot's rule (``storage=1M``)."""
        self.accounts = dict(accounts)
        self.tls = tls
        self.oauth_key = oauth_key
        self.mechanisms = mechanisms
        self.quota = quota
        self.smtp_port = self.imap_port = self.imaps_port = self.lmtp_port = self.auth_port = 0
        self._asked_dir = dir
        self._own_dir = False
        self.dir = dir

    def __enter__(self) -> RealMail:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()

    @property
    def ca_file(self) -> Path:
        """The certificate that the servers show, signed by itself, for localhost and 127.0.0.1."""
        return self.dir / "cert.pem"

    def maildir(self, address: str) -> Path:
        """The Maildir of an account: look in `new` and `cur`."""
        return self.dir / "mail" / address.partition("@")[0].lower()

    def letters(self, address: str) -> list[Path]:
        """All letters in the account's inbox, oldest name first."""
        found = [path for part in ("new", "cur") for path in (self.maildir(address) / part).glob("*")]
        return sorted(found, key=lambda path: path.name)

    def empty(self, address: str) -> None:
        """Remove all letters and folders of an account."""
        for folder in self.doveadm("mailbox", "list", "-u", address).splitlines():
            if folder != "INBOX":
                self.doveadm("mailbox", "delete", "-u", address, "-Z", folder)
        self.doveadm("expunge", "-u", address, "mailbox", "INBOX", "all")

    def start(self) -> None:
        """Start both servers and wait until they answer; up to three times with new ports if one is taken."""
        reason = missing()
        if reason:
            raise RuntimeError(reason)
        for attempt in range(3):
            with _readable():
                self._lay_out()
            try:
                self.start_imap()
                self.start_smtp()
                return
            except (RuntimeError, subprocess.TimeoutExpired):
                self.stop()
                if attempt == 2:
                    raise

    def stop(self) -> None:
        """Stop both servers for good, at once; remove the state if it lies in a directory of our own."""
        self.stop_smtp(hard=True)
        self.stop_imap(hard=True)
        if self._own_dir:
            shutil.rmtree(self.dir, ignore_errors=True)

    def start_imap(self) -> None:
        """Start Dovecot on its ports."""
        _run(DOVECOT, "-c", self.dir / "dovecot.conf")
        for port in (self.imap_port, self.lmtp_port):
            _wait_for(port, self.dir / "dovecot.log")

    def stop_imap(self, *, hard: bool = False) -> None:
        """Stop Dovecot; `hard` kills its processes, so that clients are cut off without a word."""
        master = self.dir / "run" / "master.pid"
        if not master.exists():
            return
        pid = int(master.read_text())
        if hard:
            _signal(pid, signal.SIGSTOP)  # so that it starts no further child
            for child in _children(pid):
                _signal(child, signal.SIGKILL)
        _signal(pid, signal.SIGKILL if hard else signal.SIGTERM)
        _wait_gone(pid)
        master.unlink(missing_ok=True)

    def start_smtp(self) -> None:
        """Start Postfix on its port."""
        _run(POSTFIX, "-c", self.dir / "postfix", "start")
        _wait_for(self.smtp_port, self.dir / "postfix.log")

    def stop_smtp(self, *, hard: bool = False) -> None:
        """Stop Postfix; what is in its queue stays there for the next start. `hard` kills its processes."""
        pid_file = self.dir / "queue" / "pid" / "master.pid"
        if not pid_file.exists() or not pid_file.read_text().strip():
            return
        pid = int(pid_file.read_text())
        if hard:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
        else:
            subprocess.run([POSTFIX, "-c", self.dir / "postfix", "stop"], capture_output=True, check=False, timeout=60)
        _wait_gone(pid)

    def doveadm(self, *words: str) -> str:
        """Run `doveadm` on this Dovecot, e.g. `doveadm("expunge", "-u", "orders", "mailbox", "INBOX", "all")`."""
        return _run(Path("/usr/bin/doveadm"), "-c", self.dir / "dovecot.conf", *words)

    def _lay_out(self) -> None:
        """Write all configuration with fresh ports."""
        self.dir = self._asked_dir
        self._own_dir = not _suits(self.dir)
        if self._own_dir:
            self.dir = Path(tempfile.mkdtemp(prefix="mail-"))
        self.dir.mkdir(parents=True, exist_ok=True)
        self.dir.chmod(0o755)
        self.smtp_port, self.imap_port, self.imaps_port, self.lmtp_port, self.auth_port = (free_port() for _ in range(5))
        for name in ("queue", "data", "postfix", "run", "state", "mail"):
            (self.dir / name).mkdir(exist_ok=True)
        shutil.chown(self.dir / "data", "postfix")
        os.chown(self.dir / "mail", _OWNER, _OWNER)
        make_certificate(self.dir)
        if self.oauth_key:
            keys = self.dir / "keys" / "default" / "HS256"
            keys.mkdir(parents=True, exist_ok=True)
            (keys / "default").write_text(base64.b64encode(self.oauth_key.encode()).decode())
            (self.dir / "oauth2.conf").write_text(_OAUTH_CONF.format(dir=self.dir))
        values = {
            "dir": self.dir,
            "mechanisms": self.mechanisms,
            "oauth": _OAUTH.format(dir=self.dir) if self.oauth_key else "",
            "quota": _QUOTA.format(quota=self.quota) if self.quota else "",
            "name": self.dir.name,
            "owner": _OWNER,
            "domains": " ".join(sorted({address.rpartition("@")[2] for address in self.accounts})),
            "smtp_port": self.smtp_port,
            "imap_port": self.imap_port,
            "imaps_port": self.imaps_port if self.tls else 0,
            "lmtp_port": self.lmtp_port,
            "auth_port": self.auth_port,
            "tls_level": "may" if self.tls else "none",
            "ssl": "yes" if self.tls else "no",
            "ssl_files": f"ssl_cert = <{self.dir}/cert.pem\nssl_key = <{self.dir}/key.pem" if self.tls else "",
        }
        (self.dir / "postfix" / "main.cf").write_text(_MAIN_CF.format(**values))
        (self.dir / "postfix" / "master.cf").write_text(_MASTER_CF.format(**values))
        (self.dir / "dovecot.conf").write_text(_DOVECOT_CONF.format(**values))
        (self.dir / "mailboxes").write_text("".join(f"{address} {address}\n" for address in self.accounts))
        users = (f"{address.partition('@')[0]}:{{PLAIN}}{password}\n" for address, password in self.accounts.items())
        (self.dir / "users").write_text("".join(users))


@contextlib.contextmanager
def _readable() -> Iterator[None]:
    """What is written here is for the servers' own users, too, although a desk of this process keeps its files to itself."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def make_certificate(dir: Path) -> None:
    """Write cert.pem and key.pem, signed by itself, good for localhost and 127.0.0.1."""
    if not (dir / "cert.pem").exists():
        names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
        _run(
            Path("openssl"),
            *words,
            "-subj",
            "/CN=localhost",
            "-addext",
            names,
            "-keyout",
            dir / "key.pem",
            "-out",
            dir / "cert.pem",
        )


def _suits(dir: Path) -> bool:
    """Whether other users may pass to here, and socket names stay within what the system allows."""
    if len(str(dir)) > _LONGEST_SOCKET_DIR:
        return False
    return all(path.stat().st_mode & 0o001 for path in dir.absolute().parents if path.exists())


def _run(program: Path, *words: str | Path) -> str:
    # Into a file, not a pipe: the servers keep what they inherit, and a pipe would never end.
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run(
            [program, *words], stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False, timeout=60, umask=0o022
        )
        said.seek(0)
        text = said.read()
    if done.returncode:
        raise RuntimeError(f"{program.name} said: {text.strip()}")
    return text


def _wait_for(port: int, log: Path) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=2) as line:
            line.settimeout(5)
            if line.recv(1):
                return
        time.sleep(0.05)
    tail = log.read_text(errors="replace")[-2000:] if log.exists() else "no log"
    raise RuntimeError(f"no answer on port {port}: {tail}")


def _children(pid: int) -> list[int]:
    try:
        return [child.pid for child in psutil.Process(pid).children()]
    except psutil.NoSuchProcess:
        return []


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _wait_gone(pid: int) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if _ended(pid):
            return
        time.sleep(0.02)
    _signal(pid, signal.SIGKILL)


def _ended(pid: int) -> bool:
    """Whether the process has ended, also where its parent, the machine's first process, has not taken note yet."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True
