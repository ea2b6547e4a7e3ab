"""Edited templates: what cannot be used is named with file and line before it is used; ``names.toml`` is true."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from jinja2 import Environment, nodes
from typer.testing import CliRunner

from postern import desk
from postern.cli.main import app
from postern.desk.documents import template_check, templates
from postern.desk.settings.resources import letters_folder, templates_in
from postern.render import html

FOLDERS = [(letters_folder(), templates.environment({}, html=True)), (html.folder(), html.environment({}))]
HEAD = """# The names that the templates of each letter (or this one template) are given, and what may stand behind a dot
# in them (attributes). postern gm doctor warns of every other name: it is misspelt, or its letter does not have it.
# Whoever gives a template a new name writes this anew: python -m tests.desk.documents.test_template_check
"""


def used(folder: Path, environment: Environment) -> str:
    """``names.toml`` as it should be."""
    attributes: set[str] = set()
    words: dict[str, set[str]] = {}
    for name, text in templates_in(folder).items():
        tree = environment.parse(text, name)
        attributes |= {node.attr for node in tree.find_all(nodes.Getattr)}
        strange = {word for _, word in template_check.strange_names(environment, tree)}
        words.setdefault(Path(name).parts[0], set()).update(strange)
    plain = {attribute for attribute in attributes if not any(hasattr(kind, attribute) for kind in template_check.ANYTHING)}
    lines = [f"attributes = {json.dumps(sorted(plain))}", ""]
    lines += [f"{json.dumps(key) if '.' in key else key} = {json.dumps(sorted(words[key]))}" for key in sorted(words)]
    return HEAD + "\n".join(lines) + "\n"


@pytest.mark.parametrize(("folder", "environment"), FOLDERS, ids=["letters", "report"])
def test_the_names_that_templates_are_given_are_on_record(folder: Path, environment: Environment) -> None:
    assert (folder / "names.toml").read_text("utf-8") == used(folder, environment), (
        "python -m tests.desk.documents.test_template_check"
    )


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all templates, to be edited."""
    folder = tmp_path / "templates"
    shutil.copytree(letters_folder().parent, folder)
    monkeypatch.setattr("postern.desk.settings.resources.letters_folder", lambda: folder / "letters")
    monkeypatch.setattr("postern.desk.context.letters_folder", lambda: folder / "letters")
    monkeypatch.setattr("postern.render.html.folder", lambda: folder / "report")
    return folder


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def test_a_daemon_does_not_start_with_templates_that_cannot_be_used(edited: Path, home: Path) -> None:
    (edited / "letters" / "confirm" / "text.j2").write_bytes(b"one\ntwo\nGr\xfc\xdfe\n")
    serve = ["serve", "--config", str(home / "postern.toml")]
    place = edited / "letters" / "confirm" / "text.j2"
    again = "put the file of this Postern back"
    told = f"{place}:3: is not written in UTF-8; save it so, or {again}\n"
    said = CliRunner().invoke(app, serve)
    assert (said.exit_code, said.output) == (2, told)
    said = CliRunner().invoke(app, ["game", "list", "--config", str(home / "postern.toml")])
    assert (said.exit_code, said.output) == (2, told), "whatever opens the desk says so, too"
    place.write_text("{{ game.name ", "utf-8")
    (edited / "letters" / "late" / "html.j2").unlink()
    (edited / "report" / "report.html.j2").write_text("\n{{ report|no_such }}", "utf-8")
    said = CliRunner().invoke(app, serve)
    assert said.exit_code == 2
    assert said.output.splitlines() == [
        f"{place}:1: unexpected end of template, expected 'end of print statement'; mend it, or {again}",
        f"{edited / 'letters' / 'late' / 'html.j2'}: is missing; {again}",
        f"{edited / 'report' / 'report.html.j2'}:2: No filter named 'no_such'; mend it, or {again}",
    ]
    assert not (home / "var").exists(), "nothing was opened"


def test_a_template_saved_with_a_byte_order_mark_is_read_without_it(edited: Path) -> None:
    file = edited / "letters" / "rules" / "subject.j2"
    file.write_text("\N{ZERO WIDTH NO-BREAK SPACE}Rules", "utf-8")
    assert templates_in(edited / "letters")["rules/subject.j2"] == "Rules"


def test_misspelt_names_are_found(edited: Path) -> None:
    assert template_check.doubts() == []
    late = edited / "letters" / "late"
    edit(late / "text.j2", "game.name", "gmae.name")
    edit(late / "html.j2", "game.name", "game.nmae")
    text = "\n{{ sponsor }}{% set x = game.name|upper %}{{ x.strip() }}"
    (edited / "letters" / "halted" / "text.j2").write_text(text, "utf-8")
    edit(edited / "letters" / "base.html.j2", "{{ title }}", "{{ titel }}")
    edit(edited / "report" / "report.html.j2", "report.", "reprot.")
    told = [said.removeprefix(f"{edited}/") for said in template_check.doubts()]
    assert [said.partition(": ")[2] for said in told] == [
        'there is no "titel" here; did you mean title?',
        'there is no "sponsor" here; known: game',
        'nothing here has a ".nmae"; did you mean name?',
        'there is no "gmae" here; did you mean game?',
        'there is no "reprot" here; did you mean report?',
    ]
    assert told[1].startswith("letters/halted/text.j2:2: ")


if __name__ == "__main__":
    for home, words in FOLDERS:
        (home / "names.toml").write_text(used(home, words), "utf-8")


def test_every_part_that_an_answer_gets_has_its_template() -> None:
    code = "".join(path.read_text("utf-8") for path in sorted(Path(desk.__file__).parent.rglob("*.py")))
    parts = set(re.findall(r"(?:\.part|\bPart)\(\s*\"(\w+)\"", code))
    assert len(parts) > 100
    assert parts <= {folder.name for folder in letters_folder().iterdir()}
