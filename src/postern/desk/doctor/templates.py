"""The templates of letters and reports: each can be read, and names no template that is missing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from postern.desk import resources, stationery
from postern.desk.doctor.finding import Case, Finding, Level
from postern.render import html

_REMEDY = "mend it, or put the file of this Postern back; what is edited counts from the daemon's next start"


async def check(_case: Case) -> AsyncIterator[Finding]:
    """Compiles every template as the daemon would, and uses none."""
    bad = 0
    for folder, environment in (
        (resources.letters_folder(), stationery.environment({}, html=True)),
        (html.folder(), html.environment({})),
    ):
        for said in _faults(folder, environment):
            bad += 1
            yield Finding(Level.FAIL, "templates", said, _REMEDY)
    if not bad:
        yield Finding(Level.OK, "templates", f"those in {resources.letters_folder().parent} can be read")


def _faults(folder: Path, environment: Environment) -> Iterator[str]:
    paths = {str(path.relative_to(folder)): path for path in sorted(folder.rglob("*.j2"))}
    for name, path in paths.items():
        try:
            text = path.read_text("utf-8")
            environment.compile(text, name, str(path))
            for line, wanted in _named(environment.parse(text, name, str(path))):
                if wanted not in paths:
                    yield f'{path}:{line}: there is no template "{wanted}"'
        except TemplateSyntaxError as error:
            yield f"{path}:{error.lineno}: {error.message}"
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            yield f"{path}:{line}: is not written in UTF-8"
        except OSError as error:
            yield f"{path}: {error.strerror}"


def _named(tree: nodes.Template) -> Iterator[tuple[int, str]]:
    """The templates that this one takes in, by their written names, each with its line."""
    for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
        template = getattr(node, "template", None)
        if isinstance(template, nodes.Const) and isinstance(template.value, str):
            yield node.lineno, template.value
