"""The sentences and numbers of ``data/ending.toml``, read once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postern.game.kit.content import Content

_FILE = Content("postern.game").toml("ending")
NUMBERS: Mapping[str, int] = _FILE["numbers"]
"""How many turning points of a kind are told, and how the deeds of a road are weighed against each other."""
PHRASES: Mapping[str, Mapping[str, Sequence[str]]] = {part: _FILE[part] for part in ("opening", "middle", "closing", "turning")}
"""Part of the tale → what is told → several phrasings with the same facts in braces."""
