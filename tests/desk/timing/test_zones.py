"""Time zones as people name them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.desk.timing.zones import guess_zone

NOW = datetime(2026, 11, 20, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("New York.", "America/New_York"),
        ("us/eastern", "US/Eastern"),
        ("Buenos  Aires", "America/Buenos_Aires"),
        ("utc", "UTC"),
        ("GMT", "UTC"),
        ("Japan", "Japan"),
    ],
)
def test_names_and_cities(text: str, zone: str) -> None:
    assert guess_zone(text, NOW).zone == zone


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("EST", {"America/New_York", "America/Panama"}),
        ("IST", {"Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"}),
        ("cet", {"Europe/Berlin"}),
        ("+05:30", {"Asia/Kolkata"}),
        ("UTC-5", {"America/New_York", "America/Panama"}),
        ("Belrin", {"Europe/Berlin"}),
    ],
)
def test_what_is_not_clear_is_asked_back(text: str, choices: set[str]) -> None:
    guess = guess_zone(text, NOW)
    assert guess.zone == ""
    assert guess.why
    assert choices <= set(guess.choices)


@given(st.text(max_size=60))
def test_any_text_gets_a_zone_or_a_reason(text: str) -> None:
    guess = guess_zone(text, NOW)
    assert bool(guess.zone) != bool(guess.why)
    assert {guess.zone, *guess.choices} - {""} <= available_timezones() | {"UTC"}
