"""Reads everything that running turns and drawing documents needs: code, tables, handbooks, report templates, fonts.

It is read once, when the daemon starts. What is edited or upgraded on disk later counts from the next start, all of it
together: a turn run half by old and half by new files could not be explained.
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
    """Reads the rules, and everything that draws documents."""
    from postern import render
    from postern.render import fonts, html
    from postern.render.pdf import spelling

    read_rules()
    _read_package(render)
    html.prepare()
    fonts.register()
    spelling.prepare()
    for module in ("jobs", "workers"):
        import_module(f"postern.desk.documents.{module}")


def _read_package(package: ModuleType) -> None:
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
