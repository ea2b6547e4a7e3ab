"""Checks templates before they are used: whether each can be read, and is given every name that it uses.

``names.toml`` beside the templates lists the names that each is given; its ``attributes`` lists what may follow a dot.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, meta, nodes
from rapidfuzz import process

from postern.desk.documents import templates
from postern.desk.settings import resources
from postern.desk.settings.resources import MEND, read_templates, templates_in
from postern.render import html

ANYTHING = (str, list, dict, tuple, int, datetime, timedelta)
"""What every template may ask these for needs no entry."""
_GOOD_GUESS = 60
_FEW = 20


def faults() -> list[str]:
    """Templates of letters and reports that cannot be used: ``file:line: what is wrong; remedy``, one line each."""
    return [said for folder, environment in _folders() for said in _faults(folder, environment)]


def doubts() -> list[str]:
    """Names in them that no letter or report of this kind is given: one that is misspelt fails when it is used.

    Only for templates without faults.
    """
    return [said for folder, environment in _folders() for said in _doubts(folder, environment)]


def _folders() -> Iterator[tuple[Path, Environment]]:
    yield resources.letters_folder(), templates.environment({}, html=True)
    yield html.folder(), html.environment({})


def _faults(folder: Path, environment: Environment) -> Iterator[str]:
    texts, unreadable = read_templates(folder)
    yield from unreadable
    for name, text in texts.items():
        try:
            environment.compile(text, name, raw=True)
            for line, wanted in _named(environment.parse(text, name)):
                if not (folder / wanted).is_file():
                    yield f'{folder / name}:{line}: there is no template "{wanted}"; {MEND}'
        except TemplateSyntaxError as error:
            yield f"{folder / name}:{error.lineno}: {(error.message or '').rstrip('.')}; {MEND}"
    for letter in names(folder):
        for file in ("text.j2", "html.j2"):
            if not letter.endswith(".j2") and letter != "attributes" and not (folder / letter / file).exists():
                yield f"{folder / letter / file}: is missing; put the file of this Postern back"


def _doubts(folder: Path, environment: Environment) -> Iterator[str]:
    known = names(folder)
    attributes = known.get("attributes", [])
    for name, text in templates_in(folder).items():
        tree = environment.parse(text, name)
        given = known.get(Path(name).parts[0], [])
        for line, word in strange_names(environment, tree):
            if word not in given:
                yield f'{folder / name}:{line}: there is no "{word}" here{_guess(word, given)}'
        for node in tree.find_all(nodes.Getattr):
            if node.attr not in attributes and not any(hasattr(kind, node.attr) for kind in ANYTHING):
                yield f'{folder / name}:{node.lineno}: nothing here has a ".{node.attr}"{_guess(node.attr, attributes)}'


def names(folder: Path) -> dict[str, list[str]]:
    """What ``names.toml`` says: letter (or template) → the names that it is given."""
    return tomllib.loads((folder / "names.toml").read_text("utf-8"))


def strange_names(environment: Environment, tree: nodes.Template) -> list[tuple[int, str]]:
    """The names that a template uses and neither sets itself nor has from Jinja, each with its first line."""
    found = list(tree.find_all(nodes.Name))
    own = {node.name for node in found if node.ctx != "load"} | set(environment.globals)
    words = sorted(meta.find_undeclared_variables(tree) - own)
    return [(min(node.lineno for node in found if node.name == word), word) for word in words]


def _guess(word: str, known: list[str]) -> str:
    best = process.extractOne(word, known, score_cutoff=_GOOD_GUESS)
    if best is not None:
        return f"; did you mean {best[0]}?"
    return f"; known: {', '.join(known)}" if 0 < len(known) <= _FEW else ""


def _named(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    """The templates that this one takes in, by their written names, each with its line."""
    for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
        template = getattr(node, "template", None)
        if isinstance(template, nodes.Const) and isinstance(template.value, str):
            yield node.lineno, template.value
