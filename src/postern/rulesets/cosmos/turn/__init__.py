"""A turn being resolved (``work``), and what every order can do in it (``order``)."""

from __future__ import annotations

from postern.rulesets.cosmos.turn.order import CosmosOrder, Doing, Judged, NationOrder
from postern.rulesets.cosmos.turn.traits import TRAITS
from postern.rulesets.cosmos.turn.work import Actor, Giver, Issued, Stage, Turn

__all__ = ["TRAITS", "Actor", "CosmosOrder", "Doing", "Giver", "Issued", "Judged", "NationOrder", "Stage", "Turn"]
