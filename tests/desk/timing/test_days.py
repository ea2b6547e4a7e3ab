"""Days as people write them, and never a guess where two days could be meant."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.desk.timing.days import Span, Unclear, read_day, read_span

TODAY = date(2026, 11, 22)
CHRISTMAS = Span(date(2026, 12, 24), date(2027, 1, 2))


@pytest.mark.parametrize(
    "text",
    [
        "from 24 Dec to 2 Jan",
        "24 dec - 2 jan",
        "from December 24 until January 2",
        "24th of December to 2nd of January",
        "from 24 December 2026 to 2 January 2027",
        "24 Dec to 2 Jan 2027.",
        "2026-12-24 to 2027-01-02",
        "2026-12-24 - 2027-01-02",
        "2026-12-24 2027-01-02",
        "2026-12-24..2027-01-02",
        "from 2026-12-24 until 2 Jan",
        "24.12. bis 2.1.",
        "24.12.-2.1.",
        "vom 24.12.2026 bis zum 2.1.2027",
        "24. Dezember bis 2. Januar",
        "24.12.26 - 02.01.27",
        "24/12 to 2 Jan",
        "12/24 to 2 Jan",
        "between 24 Dec and 2 Jan",
        "from 24 Dec to 2 Jan, my mother is ill",
        "from December 24, 2026, until Jan 2 because we travel",
    ],
)
def test_many_ways_to_say_the_same(text: str) -> None:
    assert read_span(text, TODAY) == CHRISTMAS


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("24 Dec", date(2026, 12, 24), date(2026, 12, 24)),
        ("2026-12-24", date(2026, 12, 24), date(2026, 12, 24)),
        ("24 to 28 December", date(2026, 12, 24), date(2026, 12, 28)),
        ("24.-28.12.", date(2026, 12, 24), date(2026, 12, 28)),
        ("24-28 Dec", date(2026, 12, 24), date(2026, 12, 28)),
        ("until 2 Jan", TODAY, date(2027, 1, 2)),
        ("bis 2.1.", TODAY, date(2027, 1, 2)),
        ("today", TODAY, TODAY),
        ("from tomorrow until Friday", date(2026, 11, 23), date(2026, 11, 27)),
        ("morgen bis Freitag", date(2026, 11, 23), date(2026, 11, 27)),
        ("1 Mar to 5 Apr", date(2027, 3, 1), date(2027, 4, 5)),
        ("20 Nov to 25 Nov", TODAY, date(2026, 11, 25)),
        ("28 Feb to 29 Feb", date(2028, 2, 28), date(2028, 2, 29)),
        ("4/4 to 5/5", date(2027, 4, 4), date(2027, 5, 5)),
        ("22 Nov", TODAY, TODAY),
        ("from Monday to 2 Dec", date(2026, 11, 23), date(2026, 12, 2)),
    ],
)
def test_what_is_left_out_is_the_next_that_makes_sense(text: str, first: date, last: date) -> None:
    assert read_span(text, TODAY) == Span(first, last)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("from 3/4 to 5/4", "3/4 could be 3 Apr or 4 Mar"),
        ("01/02/2027 to 3 Mar", "could be 1 Feb or 2 Jan"),
        ("from 2 Jan 2027 to 24 Dec 2026", "comes before"),
        ("1 Jan 2026 to 3 Jan 2026", "These days are over"),
        ("31 Feb to 3 Mar", "31 Feb"),
        ("31.2. bis 3.3.", "no day of the calendar"),
        ("from 45 to 50", "could not read"),
        ("from here to there", "could not read"),
        ("Dec to Jan", "could not read"),
        ("24 Dec to 26 Dec to 28 Dec", "could not read"),
        ("2026-13-40", "no day of the calendar"),
        ("from 10:30 to 11:30", "could not read"),
        ("", "could not read"),
    ],
)
def test_what_is_unclear_is_asked_back(text: str, told: str) -> None:
    with pytest.raises(Unclear, match=told):
        read_span(text, TODAY)


@given(st.text(max_size=60))
def test_any_text_gives_days_or_a_question(text: str) -> None:
    try:
        span = read_span(text, TODAY)
    except Unclear:
        return
    assert TODAY <= span.first <= span.last


@given(st.dates(date(2026, 11, 22), date(2027, 10, 1)), st.integers(0, 40))
def test_written_with_a_month_s_name_and_without_a_year_it_comes_back(first: date, length: int) -> None:
    last = date.fromordinal(first.toordinal() + length)
    assert read_span(f"{first.day} {first:%b} to {last.day} {last:%B}", TODAY) == Span(first, last)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("ab morgen 2 Wochen", date(2026, 11, 23), date(2026, 12, 6)),
        ("ab morgen für zwei Wochen", date(2026, 11, 23), date(2026, 12, 6)),
        ("for 2 weeks", TODAY, date(2026, 12, 5)),
        ("for a week", TODAY, date(2026, 11, 28)),
        ("the next 10 days", TODAY, date(2026, 12, 1)),
        ("in the next 10 days", TODAY, date(2026, 12, 1)),
        ("2 weeks from 24 Dec", date(2026, 12, 24), date(2027, 1, 6)),
        ("24 Dec for 10 days", date(2026, 12, 24), date(2027, 1, 2)),
        ("from 24 Dec, 10 days", date(2026, 12, 24), date(2027, 1, 2)),
        ("from tomorrow, two weeks", date(2026, 11, 23), date(2026, 12, 6)),
        ("2026-12-24 for a fortnight", date(2026, 12, 24), date(2027, 1, 6)),
        ("from 24 Dec to 2 Jan (10 days)", date(2026, 12, 24), date(2027, 1, 2)),
        ("31 Jan for one month", date(2027, 1, 31), date(2027, 2, 27)),
        ("in 2 weeks for 3 days", date(2026, 12, 6), date(2026, 12, 8)),
        ("in 2 weeks", date(2026, 12, 6), date(2026, 12, 6)),
        ("1 day", TODAY, TODAY),
    ],
)
def test_lengths_of_time(text: str, first: date, last: date) -> None:
    assert read_span(text, TODAY) == Span(first, last)


@pytest.mark.parametrize(
    "text",
    [
        "24 Dec and 31 Dec",
        "24.12. und 31.12.",
        "24 Dec, and 31 Dec",
        "24 Dec, 31 Dec",
        "from 24 Dec to 2 Jan for 2 weeks",
        "24 Dec to 2 Jan (9 days)",
        "for 2 weeks until 2 Jan",
        "for 2 weeks or 3 weeks",
        "from 24 Dec to 2 Jan and 9 Jan to 12 Jan",
        "24 25 Dec",
        "tomorrow 2",
        "0 days",
        "24 Dec to 2 Jan, then 5 Feb",
    ],
)
def test_more_numbers_than_were_used_are_asked_about(text: str) -> None:
    with pytest.raises(Unclear):
        read_span(text, TODAY)


def test_a_day_with_a_number_too_many_is_asked_about() -> None:
    with pytest.raises(Unclear):
        read_day("24 Dec 31", date(2026, 11, 22))
    assert read_day("24 Dec 2027", TODAY) == date(2027, 12, 24)
