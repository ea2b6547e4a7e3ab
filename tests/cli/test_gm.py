"""``postern gm login``: by code, by browser, by pasting; the token ends in the desk's file."""

from __future__ import annotations

import asyncio
import re
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from postern.cli.main import app
from postern.desk.settings.config import read_config, token_key
from postern.post.oauth import read_kept
from tests.desk.box import POSTERN
from tests.post.provider import Provider, providing


@pytest.fixture
def provider() -> Iterator[Provider]:
    """A provider in a thread of its own, as the command runs an event loop itself."""
    running, over, found = threading.Event(), asyncio.Event(), Provider()
    loop = asyncio.new_event_loop()

    async def serve() -> None:
        async with providing(found):
            running.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    assert running.wait(10)
    yield found
    loop.call_soon_threadsafe(over.set)
    thread.join(10)
    loop.close()


@pytest.fixture
def settings(tmp_path: Path, provider: Provider) -> Path:
    base = f"http://127.0.0.1:{provider.port}"
    oauth = (
        f'[post.oauth]\nclient_id = "postern-app"\ntoken_url = "{base}/token"\nscope = "mail offline"\n'
        f'authorize_url = "{base}/authorize"\ndevice_url = "{base}/device"\n'
    )
    (tmp_path / "postern.toml").write_text(POSTERN + oauth)
    return tmp_path / "postern.toml"


def kept(settings: Path) -> str:
    config = read_config(settings)
    assert config.token_file.parent.name == "var"
    return read_kept(config.token_file, token_key(config)).refresh_token


def test_a_code_for_any_device(settings: Path, provider: Provider) -> None:
    provider.pending = 1
    said = CliRunner().invoke(app, ["gm", "login", "--config", str(settings)])
    assert said.exit_code == 0, said.output
    assert "open https://provider.example/device and type the code ABCD-EFGH" in said.output
    assert "refresh-1" not in said.output
    assert kept(settings) == "refresh-1"


def test_a_refusal_is_told_and_nothing_is_kept(settings: Path, provider: Provider) -> None:
    provider.denied = True
    said = CliRunner().invoke(app, ["gm", "login", "--config", str(settings)])
    assert said.exit_code == 1
    assert "The provider refuses: access_denied (the user said no)" in said.output
    assert not read_config(settings).token_file.exists()


def test_a_browser_on_this_machine(settings: Path, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    def browser(words: str, **_: object) -> None:
        if found := re.search(r"http://\S+/authorize\S+", words):
            url = provider.browse(found[0])

            def come_back() -> None:
                time.sleep(0.1)
                urllib.request.urlopen(url, timeout=10).read()

            threading.Thread(target=come_back).start()

    monkeypatch.setattr("postern.cli.gm.typer.echo", browser)
    assert CliRunner().invoke(app, ["gm", "login", "--browser", "--config", str(settings)]).exit_code == 0
    assert kept(settings) == "refresh-1"


def test_without_oauth_in_the_settings_it_says_what_to_add(tmp_path: Path) -> None:
    (tmp_path / "postern.toml").write_text(POSTERN)
    said = CliRunner().invoke(app, ["gm", "login", "--config", str(tmp_path / "postern.toml")])
    assert said.exit_code == 1
    assert "There is no [post.oauth] in the settings" in said.output
    named = re.search(r"\((docs/hosting.md): ([^)]+)\)", " ".join(said.output.split()))
    assert named is not None
    assert f"\n## {named[2]}\n" in (Path(__file__).parents[2] / named[1]).read_text(encoding="utf-8")
