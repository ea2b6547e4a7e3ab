"""Access tokens: had by code or browser, kept safe, renewed in time; XOAUTH2 and OAUTHBEARER at real and scripted servers."""

from __future__ import annotations

import asyncio
import base64
import stat
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from postern.post import oauth_login
from postern.post.condition import Link
from postern.post.imap import ImapSource
from postern.post.imap.connection import ImapConnection, ImapFault, LoginRefused
from postern.post.oauth import Kept, OAuthFault, Revoked, Tokens, oauthbearer, read_kept, write_kept
from postern.post.oauth_login import by_browser, by_device
from postern.post.settings import ImapSettings, SmtpSettings
from postern.post.smtp import Delivery, SmtpSender
from tests.post.provider import KEY, Provider, access_token, providing
from tests.post.watching import until, watching
from tests.servers.fixtures import need_servers
from tests.servers.mail import RealMail

SECRET = "a secret of the desk"
ORDERS = "orders@postern.test"


@pytest.fixture
async def provider() -> AsyncIterator[Provider]:
    async with providing(Provider()) as running:
        yield running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "var" / "oauth.token"


@pytest.fixture
def tokens(provider: Provider, path: Path) -> Tokens:
    write_kept(path, SECRET, Kept("first"))
    return Tokens(provider.settings(), path, SECRET)


# --- the file


def test_the_file_is_encrypted_for_its_owner_alone_and_whole(path: Path) -> None:
    write_kept(path, SECRET, Kept("refresh-me", "use-me", 5.0))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert b"refresh-me" not in path.read_bytes()
    assert b"refresh-me" not in base64.urlsafe_b64decode(path.read_bytes())
    assert read_kept(path, SECRET) == Kept("refresh-me", "use-me", 5.0)
    assert [file.name for file in path.parent.iterdir()] == ["oauth.token"]


def test_a_file_that_cannot_be_used_asks_for_a_login(path: Path) -> None:
    with pytest.raises(Revoked, match="postern gm login"):
        read_kept(path, SECRET)
    write_kept(path, SECRET, Kept("x"))
    with pytest.raises(Revoked, match="does not fit this desk's secret"):
        read_kept(path, "another secret")


# --- renewing


async def test_a_token_is_asked_for_once_and_renewed_before_its_end(provider: Provider, tokens: Tokens, path: Path) -> None:
    first = await tokens.token()
    assert [await tokens.token() for _ in range(3)] == [first] * 3
    assert provider.refreshes == 1
    write_kept(path, SECRET, Kept(provider.refresh, first, time.time() + 60))
    again = Tokens(provider.settings(), path, SECRET)
    assert await again.token() != first, "a token that ends within two minutes is renewed"
    assert read_kept(path, SECRET).refresh_token == "refresh-2", "the new refresh token is kept"


async def test_many_who_ask_at_once_cause_one_renewal(provider: Provider, tokens: Tokens) -> None:
    found = await asyncio.gather(*(tokens.token() for _ in range(8)))
    assert len(set(found)) == 1
    fresh = await asyncio.gather(*(tokens.token(refused=found[0]) for _ in range(8)))
    assert len(set(fresh)) == 1
    assert fresh[0] != found[0]
    assert provider.refreshes == 2


async def test_two_processes_do_not_spend_the_same_refresh_token(provider: Provider, tokens: Tokens, path: Path) -> None:
    other = Tokens(provider.settings(), path, SECRET)
    found = await asyncio.gather(tokens.token(), other.token())
    assert found[0] == found[1]
    assert provider.refreshes == 1


async def test_a_provider_out_of_reach_is_a_passing_fault(provider: Provider, tokens: Tokens) -> None:
    provider.broken = True
    with pytest.raises(OAuthFault) as caught:
        await tokens.token()
    assert not isinstance(caught.value, Revoked)
    provider.broken = False
    assert await tokens.token()


async def test_after_a_revocation_a_new_login_is_found_without_a_restart(
    provider: Provider, tokens: Tokens, path: Path
) -> None:
    old = await tokens.token()
    provider.revoked = True
    with pytest.raises(Revoked, match=r"invalid_grant.*postern gm login"):
        await tokens.token(refused=old)
    provider.revoked, provider.refresh = False, "from a new login"
    write_kept(path, SECRET, Kept("from a new login"))
    assert await tokens.token(refused=old) != old


# --- logging in


async def test_the_device_flow_waits_and_slows_down(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oauth_login, "_SLOWER", 0.01)
    provider.pending, provider.slow_down = 2, 1
    told: list[tuple[str, str]] = []
    kept = await by_device(provider.settings(), lambda page, code: told.append((page, code)))
    assert told == [("https://provider.example/device", "ABCD-EFGH")]
    assert kept.refresh_token == "refresh-1"
    assert kept.expires_at > time.time() + 3000
    assert [path for path, _ in provider.asked] == ["/device"] + ["/token"] * 4
    assert provider.asked[0][1]["scope"] == "mail offline"


async def test_a_device_login_that_is_denied_says_so(provider: Provider) -> None:
    provider.denied = True
    with pytest.raises(OAuthFault, match=r"access_denied.*the user said no"):
        await by_device(provider.settings(), lambda page, code: None)


async def test_the_browser_comes_back_to_a_port_of_ours_with_pkce(provider: Provider) -> None:
    pages: list[bytes] = []

    def browser(page: str) -> None:
        url = provider.browse(page)
        assert "login_hint=orders%40postern.test" in page
        loop = asyncio.get_running_loop()
        loop.run_in_executor(None, lambda: pages.append(urllib.request.urlopen(url, timeout=10).read()))

    kept = await by_browser(provider.settings(), ORDERS, browser)
    assert kept.refresh_token == "refresh-1"
    await until(lambda: pages)
    assert b"can be closed" in pages[0]


async def test_a_browser_elsewhere_is_answered_for_by_pasting(provider: Provider) -> None:
    ended: list[str] = []

    async def paste() -> str:
        return ended[0]

    kept = await by_browser(provider.settings(), "", lambda page: ended.append(provider.browse(page)), paste)
    assert kept.refresh_token == "refresh-1"


@pytest.mark.parametrize(
    ("changes", "words"), [({"state": "forged"}, "not to our question"), ({"code": "other"}, "invalid_grant")]
)
async def test_a_forged_answer_of_the_browser_is_refused(provider: Provider, changes: dict[str, str], words: str) -> None:
    ended: list[str] = []

    async def paste() -> str:
        return ended[0]

    with pytest.raises(OAuthFault, match=words):
        await by_browser(provider.settings(), "", lambda page: ended.append(provider.browse(page, **changes)), paste)


# --- with real servers


@pytest.fixture(scope="module", params=["plain xoauth2 oauthbearer", "oauthbearer"], ids=["xoauth2", "oauthbearer"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealMail]:
    need_servers()
    folder = tmp_path_factory.mktemp("oauth")
    with RealMail(folder, {ORDERS: "secret"}, oauth_key=KEY, mechanisms=request.param) as mail:
        yield mail


def imap(port: int, **more: object) -> ImapSettings:
    return ImapSettings.model_validate({"port": port, "security": "plain", "user": ORDERS, "timeout": 10, **more})


def smtp(port: int, **more: object) -> SmtpSettings:
    return SmtpSettings.model_validate({"port": port, "security": "plain", "user": ORDERS, "timeout": 10, **more})


@pytest.mark.servers
async def test_dovecot_and_postfix_take_our_tokens(server: RealMail, provider: Provider, tokens: Tokens) -> None:
    connection = await ImapConnection.connect(imap(server.imap_port), tokens)
    assert await connection.select("INBOX")
    await connection.close()
    sender = SmtpSender(smtp(server.smtp_port), tokens)
    result = await sender.send(ORDERS, ORDERS, b"Subject: by token\r\n\r\nx\r\n")
    await sender.close()
    assert result.delivery is Delivery.SENT
    assert provider.refreshes == 1


@pytest.mark.servers
async def test_a_token_that_dovecot_or_postfix_refuse_is_renewed_once_and_a_fresh_connection_made(
    server: RealMail, provider: Provider, tokens: Tokens, path: Path
) -> None:
    stale = access_token("orders", -60)
    write_kept(path, SECRET, Kept("first", stale, time.time() + 3600))
    connection = await ImapConnection.connect(imap(server.imap_port), tokens)
    assert await connection.select("INBOX")
    await connection.close()
    assert provider.refreshes == 1
    write_kept(path, SECRET, Kept(provider.refresh, stale, time.time() + 3600))
    sender = SmtpSender(smtp(server.smtp_port), Tokens(provider.settings(), path, SECRET))
    result = await sender.send(ORDERS, ORDERS, b"Subject: by fresh token\r\n\r\nx\r\n")
    await sender.close()
    assert result.delivery is Delivery.SENT
    assert provider.refreshes == 2


@pytest.mark.servers
async def test_a_token_of_somebody_else_is_refused_without_an_endless_loop(
    server: RealMail, provider: Provider, tokens: Tokens
) -> None:
    provider.user = "mallory"
    with pytest.raises(LoginRefused, match="refuses access token"):
        await ImapConnection.connect(imap(server.imap_port), tokens)
    assert provider.refreshes == 2
    sender = SmtpSender(smtp(server.smtp_port), tokens)
    result = await sender.send(ORDERS, ORDERS, b"Subject: x\r\n\r\nx\r\n")
    await sender.close()
    assert (result.delivery, result.code) == (Delivery.LATER, 535)
    assert sender.condition.link is Link.REFUSED
    assert provider.refreshes == 3


@pytest.mark.servers
async def test_a_revoked_login_is_waited_out_until_somebody_logs_in_again(
    server: RealMail, provider: Provider, tokens: Tokens, path: Path
) -> None:
    provider.revoked = True
    source = ImapSource(imap(server.imap_port, longest_pause=0.2), tokens)
    async with watching(source):
        await until(lambda: source.condition.link is Link.REFUSED)
        assert "postern gm login" in source.condition.detail
        sender = SmtpSender(smtp(server.smtp_port), tokens)
        result = await sender.send(ORDERS, ORDERS, b"Subject: x\r\n\r\nx\r\n")
        assert result.delivery is Delivery.LATER
        assert "postern gm login" in result.detail
        provider.revoked = False
        await until(lambda: source.condition.link is Link.UP)


async def test_a_server_without_sasl_ir_is_told_when_it_asks(tokens: Tokens) -> None:
    said: list[str] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"* OK hello\r\n")
        while line := (await reader.readline()).decode().strip():
            said.append(line)
            tag, _, words = line.partition(" ")
            if words.startswith("CAPABILITY"):
                writer.write(b"* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\r\n")
            elif words == "AUTHENTICATE XOAUTH2":
                writer.write(b"+ \r\n")
                said.append((await reader.readline()).decode().strip())
                writer.write(b"+ eyJzdGF0dXMiOiI0MDAifQ==\r\n")
                said.append((await reader.readline()).decode().strip())
                writer.write(f"{tag} NO [AUTHENTICATIONFAILED] no\r\n".encode())
                continue
            writer.write(f"{tag} OK done\r\n".encode())

    listening = await asyncio.start_server(talk, "127.0.0.1", 0)
    async with listening:
        with pytest.raises(LoginRefused, match="AUTHENTICATIONFAILED"):
            await ImapConnection.connect(imap(listening.sockets[0].getsockname()[1], timeout=3), tokens)
    first = base64.b64decode(next(line for line in said if line.startswith("dXNlcj1"))).decode()
    assert first.startswith(f"user={ORDERS}\x01auth=Bearer ")
    assert "" in said, "the server's reason is acknowledged with an empty line"


async def test_the_token_server_out_of_reach_is_no_refusal(provider: Provider, tokens: Tokens) -> None:
    provider.broken = True
    with pytest.raises(ImapFault) as caught:
        await ImapConnection.connect(imap(1), tokens)
    assert not isinstance(caught.value, LoginRefused)


def test_oauthbearer_is_as_rfc_7628_says() -> None:
    words = base64.b64decode(oauthbearer("a=b,c@x", "T", "mail.x", 143)).decode()
    assert words == "n,a=a=3Db=2Cc@x,\x01host=mail.x\x01port=143\x01auth=Bearer T\x01\x01"


@pytest.mark.servers
async def test_letters_come_and_are_moved_by_token_too(server: RealMail, tokens: Tokens) -> None:
    server.empty(ORDERS)
    sender = SmtpSender(smtp(server.smtp_port), tokens)
    assert (await sender.send(ORDERS, ORDERS, b"Subject: to be moved\r\n\r\nx\r\n")).delivery is Delivery.SENT
    await sender.close()
    source = ImapSource(imap(server.imap_port), tokens)
    async with watching(source) as watcher:
        await watcher.has(1)
        async with asyncio.timeout(20):
            await source.settled()
    assert server.letters(ORDERS) == []
    assert "Handled" in server.doveadm("mailbox", "list", "-u", ORDERS)
