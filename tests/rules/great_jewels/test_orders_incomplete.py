"""An order that lacks something is refused with what it lacks, in the words of its writer where they can be kept."""

from __future__ import annotations

import pytest

from postern.rulesets.great_jewels.orders.families import parse
from tests.rules.great_jewels.orders_read import refused


@pytest.mark.rule("QJ-29-06")
@pytest.mark.parametrize(
    ("written", "remedy", "paste"),
    [
        ("GE5R3", "Add the province, for example GE5R3B3, or * for all surrounding ones: GE5R3*", ""),
        ("L13RB4", "Write how many, for example L13R5B4, or L13R#B4 for all.", ""),
        ("GE5 raids D5", "Write how many, for example GE5R5D5, or GE5R#D5 for all.", ""),
        ("GE5R*", "Write how many, for example GE5R5*.", ""),
        ("GE5R#*", "Write how many for each side: GE5R5*", ""),
        *(
            (written, "Write how many, or GE5BC+ to build as many as possible every turn. For four:", "GE5BC4")
            for written in ("GE5BC", "GE5BC#", "GE5BCALL")
        ),
        *((written, "For one navy:", "GE5BN1") for written in ("GE5BN", "GE5BN#", "GE5BNALL")),
        ("GE5BR4", "Add the leader: GE5BR4L13", ""),
        ("GE5 builds 3 siege towers", "Add the leader: GE5BS3L13", ""),
        ("GE5T4RL14", "Build them instead:", "GE5BR4L14"),
        ("GE5T#SL14", "Build them instead:", "GE5BS1L14"),
        ("GE5T4RG", "Build them, for example GE5BR6L13", ""),
        ("GE5T5TG", "Name the leader (GE5T5TL13), or raid (GE5R5 and a province).", ""),
        ("GE5AG", "Write GE5AL and his number. To try for a province next door, raid it: GE5R5 and its name.", ""),
    ],
)
def test_what_is_missing_is_named_with_an_example(written: str, remedy: str, paste: str) -> None:
    assert refused(written)[1:] == (remedy, paste)
    assert not paste or parse(paste) is not None
