"""All effects of all talismans: importing this module registers them with their hooks.

Every module of this package is imported, so that a new subject needs no list to be added to.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from postern.rulesets.great_jewels import talismans

for _module in iter_modules(talismans.__path__):
    if _module.name != "effects":
        import_module(f"{talismans.__name__}.{_module.name}")
