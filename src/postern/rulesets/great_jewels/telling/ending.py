"""Words for points, missed turns and the Great Jewels (chapters 2 and 4)."""

from __future__ import annotations

from postern.game.kit.telling import Data, Said, Say, counted
from postern.rulesets.great_jewels.telling import teller

SOURCES = {"deeds": "kills and razing"}
"""Words for what points were given for, where the plain key does not say it."""


@teller("scored")
def _scored(data: Data, reader: str, say: Say) -> Said:
    every = {**data["parts"], **({"ravaging": data["ravaging"]} if data["ravaging"] else {})}
    parts = ", ".join(f"{points:+} for {SOURCES.get(reason, reason)}" for reason, points in every.items())
    total = data["points"] + data["ravaging"]
    did = f"[lose] {counted(-total, 'point')}" if total < 0 else f"[score] {counted(total, 'point')}"
    return Said(say(f"You {did} this turn{{parts:? ({{parts}})}}; your score [is|would be] {{score}}.", parts=parts))


@teller("turns-missed")
def _turns_missed(data: Data, reader: str, say: Say) -> Said:
    left = data["vacant_after"] - data["missed"]
    text = "No orders came from you for {missed} turns in a row. After {left} more your place may be given to another player."
    return Said(say(text, left=left), "attention", "bad")


@teller("jewels-won")
def _jewels_won(data: Data, reader: str, say: Say) -> Said:
    jewels = "all three Great Jewels" if data["jewels"] == 3 else "two Great Jewels and all nine Lesser Stones"
    over = "The game [is|would be] over."
    if mates := data.get("mates"):  # turns from before there were teams say nothing of them
        team = [data["winner"], *mates]
        yours = " That is your team." if reader in team else ""
        text = f"The team of {{team}} [holds|would hold] {jewels} and [rules|rule] Zorplia.{yours} {over}"
        return Said(say(text, team=team), "attention", "good" if yours else "body")
    if data["winner"] == reader:
        text = f"You [hold|would hold] {jewels}: {{points}} points, and Zorplia [is|would be] yours. {over}"
        return Said(say(text), "attention", "good")
    return Said(say(f"{{winner}} [holds|would hold] {jewels} and [is|be] Lord of Zorplia. {over}"), "attention")
