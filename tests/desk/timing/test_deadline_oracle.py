"""Deadlines against an oracle that knows nothing of calendars: it walks on, a quarter of an hour at a time, and looks at
the wall clock. Over zones, weekdays, holidays, absences and changes of clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import example, given, settings
from hypothesis import strategies as st

from postern.desk.timing.deadlines import Schedule, Slot, next_deadline

ZONES = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC", "Africa/Casablanca",
    "America/St_Johns", "Pacific/Apia", "Pacific/Chatham", "Europe/Dublin",
]  # fmt: skip
STEP = timedelta(minutes=15)
DAYS = 40
LONGEST_JUMP = timedelta(hours=3)


def oracle(schedule: Schedule, after: datetime) -> datetime | None:
    """The first quarter of an hour at which the wall clock shows an allowed deadline, none within DAYS days.

    A time that the clock shows twice counts when it is shown last; one that it jumps over counts when a clock that had
    not jumped would show it.
    """
    start = after.astimezone(UTC).replace(minute=0, second=0, microsecond=0) - timedelta(days=2)
    moments = [start + STEP * number for number in range(int(timedelta(days=DAYS + 4) / STEP))]
    shown: dict[datetime, datetime] = {}
    for moment in moments:
        shown[moment.astimezone(schedule.zone).replace(tzinfo=None)] = moment
    for moment in moments:
        if moment <= after or moment < after + schedule.min_open or moment > after + timedelta(days=DAYS):
            continue
        walls = {moment.astimezone(schedule.zone).replace(tzinfo=None)}
        before = (moment - LONGEST_JUMP).astimezone(schedule.zone).utcoffset() or timedelta()
        jumped = (moment + before).replace(tzinfo=None)
        walls = {wall for wall in walls if shown[wall] == moment} | ({jumped} if jumped not in shown else set())
        for wall in walls:
            slot = any(wall.weekday() in slot.weekdays and wall.time() == slot.at for slot in schedule.slots)
            off = wall.date() in schedule.holidays or wall.weekday() not in schedule.weekdays
            gone = any(first <= wall.date() <= last for first, last in schedule.away)
            if slot and not off and not gone:
                return moment
    return None


moments = st.integers(0, 60_000).map(lambda hours: datetime(2024, 1, 10, tzinfo=UTC) + timedelta(hours=hours))
near_changes = st.sampled_from(
    [
        datetime(2027, 3, 27, 12, tzinfo=UTC),
        datetime(2026, 10, 24, 12, tzinfo=UTC),
        datetime(2027, 3, 13, 20, tzinfo=UTC),
        datetime(2027, 4, 2, tzinfo=UTC),
        datetime(2026, 10, 3, tzinfo=UTC),
    ]
)
slots = st.builds(
    Slot,
    st.frozensets(st.integers(0, 6), min_size=1),
    st.builds(time, st.one_of(st.integers(0, 3), st.integers(0, 23)), st.sampled_from([0, 15, 30, 45])),
)


@st.composite
def plans(draw: st.DrawFn) -> tuple[Schedule, datetime]:
    after = draw(st.one_of(moments, near_changes)) + timedelta(minutes=draw(st.integers(0, 3000)))
    days = st.integers(-2, 30).map(lambda offset: after.date() + timedelta(days=offset))
    spans = st.tuples(days, st.integers(0, 12)).map(lambda span: (span[0], span[0] + timedelta(days=span[1])))
    plan = Schedule(
        tuple(draw(st.lists(slots, min_size=1, max_size=3))),
        ZoneInfo(draw(st.sampled_from(ZONES))),
        timedelta(hours=draw(st.integers(0, 100))),
        draw(st.frozensets(days, max_size=6)),
        draw(st.one_of(st.just(frozenset(range(7))), st.frozensets(st.integers(0, 6), min_size=1))),
        tuple(draw(st.lists(spans, max_size=3))),
    )
    return plan, after


BERLIN = Schedule((Slot(frozenset({6}), time(2, 30)),), ZoneInfo("Europe/Berlin"))
CHRISTMAS = Schedule(
    (Slot(frozenset({4}), time(20)),), ZoneInfo("Europe/Berlin"), holidays=frozenset({date(2027, 1, 1)}),
    away=((date(2026, 12, 24), date(2026, 12, 28)),),
)  # fmt: skip


@given(plans())
@example((BERLIN, datetime(2027, 3, 27, tzinfo=UTC)))
@example((BERLIN, datetime(2026, 10, 25, 0, 30, tzinfo=UTC)))
@example((CHRISTMAS, datetime(2026, 12, 20, tzinfo=UTC)))
@settings(max_examples=60, deadline=None)
def test_the_deadline_is_the_one_that_a_patient_watcher_of_the_clock_finds(plan: tuple[Schedule, datetime]) -> None:
    schedule, after = plan
    expected = oracle(schedule, after)
    try:
        found = next_deadline(schedule, after)
    except ValueError:
        found = None
    if expected is None:
        assert found is None or found > after + timedelta(days=DAYS)
    else:
        assert found == expected


def test_the_oracle_itself_knows_the_famous_days() -> None:
    assert oracle(BERLIN, datetime(2027, 3, 27, tzinfo=UTC)) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)
    assert oracle(BERLIN, datetime(2026, 10, 24, tzinfo=UTC)) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert oracle(CHRISTMAS, datetime(2026, 12, 20, tzinfo=UTC)) == datetime(2027, 1, 8, 19, tzinfo=UTC)
