"""Words for points, missed turns, players who fall out and the end of the game (chapters 2 and 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postern.rulesets.great_jewels.telling import Said, told
from postern.rulesets.great_jewels.wording import counted, listed

Data = Mapping[str, Any]


SOURCES = {"deeds": "kills and razing"}
"""Words for what points were given for, where the plain key does not say it."""


@told("scored")
def _scored(data: Data, reader: str) -> Said:
    ravaging = {"ravaging": data["ravaging"]} if data["ravaging"] else {}
    every = {**data["parts"], **ravaging}
    parts = ", ".join(f"{points:+} for {SOURCES.get(reason, reason)}" for reason, points in every.items())
    why = f" ({parts})" if parts else ""
    total = data["points"] + data["ravaging"]
    did = f"lost {counted(-total, 'point')}" if total < 0 else f"scored {counted(total, 'point')}"
    return Said(f"You {did} this turn{why}; your score is {data['score']}.")


@told("turns-missed")
def _turns_missed(data: Data, reader: str) -> Said:
    left = data["vacant_after"] - data["missed"]
    missed = f"No orders came from you for {data['missed']} turns in a row."
    text = f"{missed} After {left} more your place may be given to another player."
    return Said(text, "attention", "bad")


@told("seat-vacant")
def _seat_vacant(data: Data, reader: str) -> Said:
    missed = f"No orders came from you for {data['missed']} turns in a row"
    text = f"{missed}: your place may now be taken over. Any order keeps it yours."
    return Said(text, "attention", "bad")


@told("eliminated")
def _eliminated(data: Data, reader: str) -> Said:
    return Said(
        f"You have no province and no leader left: you are out of the game with {data['score']} points. "
        "The final table comes to you when the game is over.",
        "attention",
        "bad",
    )


@told("jewels-won")
def _jewels_won(data: Data, reader: str) -> Said:
    jewels = "all three Great Jewels" if data["jewels"] == 3 else "two Great Jewels and all nine Lesser Stones"
    mates = data.get("mates", ())  # turns from before there were teams say nothing of them
    if mates:
        team = [data["winner"], *mates]
        yours = " That is your team." if reader in team else ""
        text = f"The team of {listed(team)} holds {jewels} and rules Zorplia.{yours} The game is over."
        return Said(text, "attention", "good" if yours else "body")
    if data["winner"] == reader:
        return Said(f"You hold {jewels}: {data['points']} points, and Zorplia is yours. The game is over.", "attention", "good")
    return Said(f"{data['winner']} holds {jewels} and is Lord of Zorplia. The game is over.", "attention")


@told("game-over")
def _game_over(data: Data, reader: str) -> Said:
    winners = data["winners"]
    table = ", ".join(f"{name} {score}" for name, score in sorted(data["scores"].items(), key=lambda item: (-item[1], item[0])))
    if winners == [reader]:
        return Said(f"The game is over and you have won it. Scores: {table}.", "attention", "good")
    if reader in winners:
        others = listed([name for name in winners if name != reader])
        return Said(f"The game is over and you have won it together with {others}. Scores: {table}.", "attention", "good")
    shared = "share the victory" if len(winners) > 1 else "has won it"
    return Said(f"The game is over and {listed(winners)} {shared}. Scores: {table}.", "attention")
