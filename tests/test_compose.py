"""config/compose.yaml: every name in it is declared, Dask is started as our workers need it, its settings can be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import tomlkit
import yaml

from postern.desk.documents import dask_preload
from postern.desk.settings.config import Config, read_config

PROJECT = Path(__file__).parents[1]
FILE = PROJECT / "config" / "compose.yaml"
SERVICES = {"database", "scheduler", "worker-1", "worker-2", "daemon-1", "daemon-2"}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FILE.read_text())
    return found


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """The project's settings with the lines that the file's head says."""
    head = [line.removeprefix("#   ") for line in FILE.read_text().splitlines() if line.startswith("#   ")]
    more = tomlkit.parse("\n".join(line for line in head if not line.startswith("POSTERN_")))
    settings = tomlkit.parse((PROJECT / "config" / "postern.toml").read_text())
    assert set(more) == {"post", "desk", "work"}
    settings["post"]["secret"] = more["post"]["secret"]
    for table in ("desk", "work"):
        settings[table].update(more[table])
    path = tmp_path / "postern.toml"
    path.write_text(tomlkit.dumps(settings))
    return read_config(path)


def test_every_name_in_it_is_declared(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == SERVICES
    for name, service in services.items():
        assert "image" in service, name
        assert set(service["networks"]) <= set(compose["networks"]), name
        assert set(service.get("depends_on", ())) <= SERVICES, name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (FILE.parent / source).exists(), volume
    assert (FILE.parent / services["daemon-1"]["build"]["context"] / "Dockerfile").exists()


def test_two_daemons_share_no_folder_for_their_data(compose: dict[str, Any]) -> None:
    homes = [volume for name in ("daemon-1", "daemon-2") for volume in compose["services"][name]["volumes"] if "/var" in volume]
    assert len(set(homes)) == 2


def test_who_can_have_code_run_is_on_a_network_that_leads_nowhere(compose: dict[str, Any]) -> None:
    assert compose["networks"]["inside"]["internal"] is True
    for name in ("scheduler", "worker-1", "worker-2", "database"):
        assert compose["services"][name]["networks"] == ["inside"]
        assert "ports" not in compose["services"][name]


def test_workers_read_our_preload_and_come_to_the_scheduler_that_the_daemons_use(
    compose: dict[str, Any], config: Config
) -> None:
    port = re.search(r"--port (\d+)", " ".join(compose["services"]["scheduler"]["entrypoint"]))
    assert port is not None
    assert config.work.scheduler == f"tcp://scheduler:{port[1]}"
    for name in ("worker-1", "worker-2"):
        words = [*compose["services"][name]["entrypoint"], *compose["services"][name]["command"]]
        assert words[:3] == ["dask", "worker", config.work.scheduler]
        assert words[words.index("--preload") + 1] == dask_preload.__name__
        assert words[words.index("--nthreads") + 1] == "1"


def test_the_settings_in_its_head_name_its_database_and_its_secret(compose: dict[str, Any], config: Config) -> None:
    database = compose["services"]["database"]["environment"]
    assert config.store_url == f"postgresql+psycopg://{database['POSTGRES_USER']}@database/{database['POSTGRES_DB']}"
    for name in ("daemon-1", "daemon-2"):
        assert config.post.secret.password_env in compose["services"][name]["environment"]
    assert compose["services"]["daemon-1"]["environment"]["PGPASSWORD"] == database["POSTGRES_PASSWORD"]


def test_the_image_has_dask() -> None:
    assert re.search(r"(?m)^distributed==", (PROJECT / "requirements.lock").read_text())
    assert "-r requirements.lock" in (PROJECT / "Dockerfile").read_text()
