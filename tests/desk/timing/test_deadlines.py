"""Deadlines fall where the wall clock says, across daylight saving, and never too soon."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.desk.timing.deadlines import Schedule, moment_of, next_deadline, parse_slots
from postern.desk.timing.durations import duration, spoken

BERLIN = ZoneInfo("Europe/Berlin")
EPOCH = (datetime(2024, 1, 1), datetime(2031, 1, 1))  # noqa: DTZ001  (the strategy adds the zone)
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC", "America/Sao_Paulo"]


def schedule(*slots: str, zone: str = "Europe/Berlin", hours: float = 0, holidays: tuple[date, ...] = ()) -> Schedule:
    return Schedule(parse_slots(slots), ZoneInfo(zone), timedelta(hours=hours), frozenset(holidays))


def test_friday_evening_stays_eight_o_clock_across_the_change_of_clocks() -> None:
    fridays = schedule("Fri 20:00")
    first = next_deadline(fridays, datetime(2026, 10, 20, tzinfo=UTC))
    assert first is not None
    second = next_deadline(fridays, first)
    assert first == datetime(2026, 10, 23, 18, 0, tzinfo=UTC)
    assert second == datetime(2026, 10, 30, 19, 0, tzinfo=UTC)


def test_a_time_that_does_not_exist_or_exists_twice_means_the_later_reading() -> None:
    assert moment_of(date(2026, 3, 29), time(2, 30), BERLIN) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    assert moment_of(date(2026, 10, 25), time(2, 30), BERLIN) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


def test_a_turn_stays_open_for_the_least_time() -> None:
    twice = schedule("Tue, Fri 20:00", hours=24)
    monday_night = datetime(2026, 11, 23, 22, 0, tzinfo=UTC)
    assert next_deadline(twice, monday_night) == datetime(2026, 11, 27, 19, 0, tzinfo=UTC)


def test_skipped_days_are_passed_over() -> None:
    christmas = schedule("Fri 20:00", holidays=(date(2026, 12, 25), date(2027, 1, 1)))
    assert next_deadline(christmas, datetime(2026, 12, 19, tzinfo=UTC)) == datetime(2027, 1, 8, 19, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "weekdays"),
    [
        ("Fri 20:00", {4}),
        ("friday 8:00", {4}),
        ("Mon-Fri 18:30", {0, 1, 2, 3, 4}),
        ("Sat - Mon 18:30", {5, 6, 0}),
        ("Tue, Thu 07:05", {1, 3}),
        ("daily 21:00", set(range(7))),
    ],
)
def test_days_as_people_write_them(text: str, weekdays: set[int]) -> None:
    (slot,) = parse_slots([text])
    assert slot.weekdays == weekdays


@pytest.mark.parametrize("text", ["20:00", "Fri", "Fri 25:00", "Foo 20:00", "Fri 20", ""])
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"20:00|23:59|Mon"):
        parse_slots([text])


@given(
    after=st.datetimes(*EPOCH, timezones=st.just(UTC)),
    zone=st.sampled_from(ZONES),
    weekdays=st.frozensets(st.integers(0, 6), min_size=1),
    at=st.times().map(lambda moment: moment.replace(second=0, microsecond=0)),
    hours=st.integers(0, 200),
)
def test_the_next_deadline_is_the_first_that_is_allowed(
    after: datetime, zone: str, weekdays: frozenset[int], at: time, hours: int
) -> None:
    names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    text = f"{', '.join(names[day] for day in sorted(weekdays))} {at:%H:%M}"
    plan = schedule(text, zone=zone, hours=hours)
    found = next_deadline(plan, after)
    assert found is not None
    earliest = after + timedelta(hours=hours)
    assert found > after
    assert found >= earliest
    days = {(found + timedelta(hours=shift)).astimezone(plan.zone).date() for shift in (-1, 0)}
    assert any(day.weekday() in weekdays and moment_of(day, at, plan.zone) == found for day in days)
    day = earliest.astimezone(plan.zone).date() - timedelta(days=1)
    while day <= found.astimezone(plan.zone).date():
        moment = moment_of(day, at, plan.zone)
        assert not (day.weekday() in weekdays and earliest <= moment < found and moment > after)
        day += timedelta(days=1)


def test_spans_of_time_in_and_out_of_words() -> None:
    assert duration("1h30m") == timedelta(minutes=90)
    assert duration("2 d") == timedelta(days=2)
    assert spoken(timedelta(minutes=30)) == "half an hour"
    assert spoken(timedelta(hours=25, minutes=1)) == "1 day 1 hour 1 minute"
    for wrong in ("", "soon", "30", "m30", "5h oops"):
        with pytest.raises(ValueError, match="as in"):
            duration(wrong)
