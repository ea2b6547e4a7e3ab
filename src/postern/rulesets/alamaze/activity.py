"""What groups did in this turn, as far as other orders ask for it (AC-21-11..14, AC-18)."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Activity:
    """By group: how often it fought, and in which sets it stands."""

    fights: dict[str, int] = field(default_factory=dict)
    """Battles against groups and centers so far (AC-21-40)."""
    retreated: set[str] = field(default_factory=set)
    defended: set[str] = field(default_factory=set)
    """Groups that defended by order 120 or 121; these can neither attack a center nor investigate a sighting."""
    entrenched: set[str] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)
    acted_at_center: set[str] = field(default_factory=set)
    """Groups that attacked, plundered, threatened, parleyed with or besieged a center."""
    unpaid: set[str] = field(default_factory=set)
    """Groups that got no gold in this turn (AC-06-90)."""
    transferred: set[str] = field(default_factory=set)
    passed: dict[str, list[str]] = field(default_factory=dict)
    """The areas that a group entered in this turn, in order."""

    def fought(self, group: str) -> None:
        """Counts one more battle."""
        self.fights[group] = self.fights.get(group, 0) + 1
