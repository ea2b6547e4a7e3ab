"""Objectives, secret conditions, rewards, status points (AC-26, AC-29, AC-30)."""

from __future__ import annotations

from dataclasses import dataclass

from postern.rulesets.alamaze.tables.cells import Codes, Yes


@dataclass(frozen=True)
class Objective:
    """An objective of the Early Strategic Objective, with its worth in points (AC-26-09..32)."""

    code: str
    points: int
    category: str
    objective: str
    default: Yes = False


@dataclass(frozen=True)
class Condition:
    """A secret victory condition; ``rival`` for one that needs a natural enemy (AC-30-23..46)."""

    code: str
    category: str
    condition: str
    default: Yes = False
    rival: Yes = False


@dataclass(frozen=True)
class Requirement:
    """What an objective or condition asks for: a measure of ``victory/measures.py``, of what, and how much at least."""

    code: str
    measure: str
    least: float
    of: str = ""


@dataclass(frozen=True)
class Reward:
    """A reward of the Early Strategic Objective: what it grants, and to which kingdoms only, or never (AC-26-58..72)."""

    code: str
    points: int
    reward: str
    grant: str
    rank: str = ""
    amount: int = 0
    only: Codes = ()
    never: Codes = ()


@dataclass(frozen=True)
class StatusRow:
    """What gives status points (AC-29-05..32): so many points for each of a measure, less those that another row counts; with
    ``least`` once, for a measure of at least so much and less than ``below``."""

    category: str
    objective: str
    measure: str
    of: str = ""
    less: str = ""
    least: float | None = None
    below: float | None = None
    interim: int = 0
    final: int = 0


@dataclass(frozen=True)
class PrisonerRow:
    """What prisoners of some ranks are worth in status points at an interim award, for each level where ``per_level``."""

    prisoner: str
    interim: int
    final: int
    ranks: Codes
    per_level: Yes = False
