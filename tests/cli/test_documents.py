"""What README, ARCHITECTURE and the pages of docs/ name is there: commands, files, modules, libraries."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from postern.cli.main import WORDS, app, command

PROJECT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/playing.md",
    "docs/hosting.md",
    "docs/game-master.md",
    "docs/benchmarks.md",
    "docs/operation.md",
    "docs/game-file.md",
    "docs/how-it-works.md",
    "docs/adding-a-game.md",
)
_OF_THE_SCRIPT = {"test", "check", "bench", "gallery", "fuzz", "mutate"}
"""Words that the script ``run`` knows itself."""
_SOURCE = PROJECT / "src" / "postern"


def _text(page: str) -> str:
    return (PROJECT / page).read_text(encoding="utf-8")


def test_every_command_that_the_pages_show_is_one() -> None:
    form = r"(?:\./run|`postern) ([a-z]+)(?: ([a-z][a-z-]*)\b)?"
    shown = {words for page in PAGES for words in re.findall(form, _text(page))}
    assert ("game", "rollback") in shown
    for first, second in shown:
        if first in _OF_THE_SCRIPT:
            continue
        below = command(first)
        if hasattr(below, "commands"):
            assert second in below.commands or not second, (first, second)


def test_every_command_explains_itself() -> None:
    def explained(command: object, path: tuple[str, ...]) -> None:
        assert getattr(command, "help", ""), path
        for name, below in getattr(command, "commands", {}).items():
            explained(below, (*path, name))

    for word in WORDS:
        explained(command(word), (word,))
    assert CliRunner().invoke(app, ["game", "--help"]).exit_code == 0


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_or_a_heading(page: str) -> None:
    text = _text(page)
    headings = {re.sub(r"[^a-z0-9 -]", "", line.lower()).replace(" ", "-") for line in re.findall(r"(?m)^#+ (.+)$", text)}
    for target in re.findall(r"\]\(([^)]+)\)", text):
        if target.startswith("#"):
            assert target[1:] in headings, target
        elif "://" not in target:
            assert (PROJECT / page).parent.joinpath(target).exists(), target


def test_every_module_that_the_architecture_names_is_there() -> None:
    named = set(
        re.findall(
            r"`((?:post|desk|game|rulesets|render|store|cli|tests|templates|docs)/[a-z_/]+(?:\.[a-z]+)?)`",
            _text("ARCHITECTURE.md") + _text("docs/how-it-works.md"),
        )
    )
    assert len(named) > 50
    for name in named:
        places = [PROJECT / name, _SOURCE / name, _SOURCE / f"{name}.py", _SOURCE / f"{name.rpartition('.')[0]}.py"]
        assert any(place.exists() for place in places), name
    table = _text("ARCHITECTURE.md").partition("| room | what lives there |")[2].partition("\n\n")[0]
    for name in re.findall(r"`([a-z]+)`", "".join(line.split("|")[1] for line in table.splitlines()[2:])):
        assert (_SOURCE / "desk" / name).exists() or (_SOURCE / "desk" / f"{name}.py").exists(), name


def test_every_library_has_its_reason() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = _text("ARCHITECTURE.md").partition("## Libraries and why")[2]
    for line in project["dependencies"]:
        name = re.split(r"[\[=<>]", line)[0]
        assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", table), name


def test_the_readme_is_one_that_a_newcomer_reads() -> None:
    assert _text("README.md").count("\n") <= 110
