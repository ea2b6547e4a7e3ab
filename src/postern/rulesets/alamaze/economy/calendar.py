"""The calendar: three turns a season, twelve a year (AC-25)."""

from __future__ import annotations

from postern.rulesets.alamaze.tables import Edition

SEASONS = ("Spring", "Summer", "Autumn", "Winter")
_PARTS = ("Early", "Mid", "Late")
_TURNS = len(_PARTS) * len(SEASONS)


def _place(tables: Edition, turn: int) -> int:
    """Which turn of the year it is, from 0 for Early Spring. Turn 1 is Late Summer (AC-25-02)."""
    return tables.whole("calendar.turn_1") + turn - 1


def season(tables: Edition, turn: int) -> str:
    """The season of a turn: Spring, Summer, Autumn or Winter (AC-25-05)."""
    return SEASONS[_place(tables, turn) % _TURNS // len(_PARTS)]


def date(tables: Edition, turn: int) -> str:
    """The date of a turn in words: ``Late Summer 1101``. A year begins with Early Spring."""
    place = _place(tables, turn)
    year = int(tables.texts["first_year"]) + place // _TURNS
    return f"{_PARTS[place % len(_PARTS)]} {season(tables, turn)} {year}"


def shares(tables: Edition, turn: int, region: int) -> tuple[int, int]:
    """What a region brings in this turn of its food and of its gold, in percent (AC-14-09..12)."""
    row = tables.seasons[season(tables, turn)]
    if tables.regions[region].off_season == "winter":
        return row.regions_1_6_food_percent, row.regions_1_6_gold_percent
    return row.regions_7_10_food_percent, row.regions_7_10_gold_percent
