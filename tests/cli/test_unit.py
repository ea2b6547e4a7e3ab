"""The systemd unit and the container: what they may do, as the tools that read them see it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "config" / "postern.service"
MOST_EXPOSED = 2.0
"""Of ten. What is left: the network, the host's file system (read-only), addresses that are not named here."""
pytestmark = pytest.mark.servers


def analyze(*arguments: str) -> str:
    program = shutil.which("systemd-analyze")
    assert program is not None, "the Debian package systemd is needed"
    done = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=60, check=False)
    return done.stdout + done.stderr


def test_every_line_of_the_unit_is_understood(tmp_path: Path) -> None:
    unit = tmp_path / "postern.service"
    program = "ExecStart=/srv/postern/.venv/bin/postern"
    assert program in UNIT.read_text()
    unit.write_text(UNIT.read_text().replace(program, f"ExecStart={sys.executable}"))
    assert [line for line in analyze("verify", "--man=no", str(unit)).splitlines() if unit.name in line] == []
    unit.write_text(unit.read_text().replace("ProtectClock=yes", "ProtectClok=yes"))
    assert "ProtectClok" in analyze("verify", "--man=no", str(unit)), "a line that is not understood is found"


def test_the_unit_leaves_little_open() -> None:
    told = analyze("security", "--offline=yes", "--no-pager", str(UNIT))
    found = re.search(r"Overall exposure level for postern.service: ([0-9.]+)", told)
    assert found is not None, told
    assert float(found[1]) <= MOST_EXPOSED, told
    open_still = set(re.findall(r"^\S* ?\u2717 (\S+=)", told, re.MULTILINE))
    # DeviceAllow= stands for what ProtectClock= allows: the hardware clock may be read.
    left = {
        "RootDirectory=/RootImage=",
        "RestrictAddressFamilies=",
        "ProcSubset=",
        "PrivateNetwork=",
        "IPAddressDeny=",
        "DeviceAllow=",
    }
    assert open_still <= left


def test_the_image_is_built_on_a_digest_and_of_nothing_but_what_it_copies() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^FROM python:3\.\d+-slim-bookworm@sha256:[0-9a-f]{64}$", dockerfile, re.MULTILINE)
    ignore = (ROOT / ".dockerignore").read_text().splitlines()
    allowed = {line[1:] for line in ignore if line.startswith("!")}
    copied = {word for line in re.findall(r"^COPY (.+) \S+$", dockerfile, re.MULTILINE) for word in line.split()}
    assert "*" in ignore
    assert allowed == copied
