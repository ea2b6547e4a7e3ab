"""What runs turns and draws documents, read from the disk whole: code, tables, handbooks, report templates, typefaces.

A daemon and its workers are one Postern from their start to their end. What is edited or upgraded beside them counts from the
next start, all of it together; half of it would be a turn that nobody can explain.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from postern.desk.settings.rulesets import RULESETS, rules_version, ruleset


def read_rules() -> None:
    """Reads all rules, with their tables and handbooks."""
    for slug, target in RULESETS.items():
        _read_package(import_module(target.partition(":")[0].rpartition(".")[0]))
        ruleset(slug).handbook()
        rules_version(slug)


def read_all() -> None:
    """The rules, and all that draws documents."""
    from postern import render
    from postern.render import fonts, html
    from postern.render.pdf import spelling

    read_rules()
    _read_package(render)
    html.prepare()
    fonts.register()
    spelling.prepare()
    for module in ("work", "workers"):
        import_module(f"postern.desk.documents.{module}")


def _read_package(package: ModuleType) -> None:
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
