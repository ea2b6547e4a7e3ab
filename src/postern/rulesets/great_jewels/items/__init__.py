"""The talismans' effects (chapter 28). Importing this package registers them all with their hooks (``rules/hooks.py``).

Every module here is imported, so that a new subject needs no list to be added to.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
