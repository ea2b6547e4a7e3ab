"""Spans of days as people write them: ``from 24 Dec to 2 Jan``, ``2026-12-24 - 2027-01-02``, ``24.12. bis 2.1.``, ``from
tomorrow for 2 weeks``.

A date that could mean two days (3/4) is never guessed: the player is asked. So is a text with more numbers than were used.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from postern.game.kit.orders.digits import is_number

_ISO = re.compile(r"\d{4}-\d{1,2}-\d{1,2}")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.?\s*(\d{4}|\d{2})?")
_SLASHED = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}|\d{2}))?")
_LEAD = re.compile(r"^(?:(?:from|von|vom|ab|between|on|am|the|next|this|starting|of|away)\s+)+", re.IGNORECASE)
_UNTIL = re.compile(r"^(?:until|till|to|through|bis(?:\s+zum)?)\s+", re.IGNORECASE)
_WORDS = re.compile(
    r"\s+(?:(?:and\s+)?(?:until|till|to|through|thru|and|bis(?:\s+zum)?|up to))\s+|\s*(?:[–—]|\.\.\.?)\s*|\s+-+\s+", re.I
)
_DASH = re.compile(r"\s*-\s*")
_WEEKDAY = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]*", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_REASON = re.compile(
    r"\s*(?:[,;(]\s*(?=[a-z])(?!(?:to|until|till|bis|through)\b)|\b(?:because|since|weil)\b).*$", re.IGNORECASE
)
_COUNTS = {
    **dict.fromkeys(("a", "an", "one", "ein", "eine", "einen"), 1),
    **{word: at + 2 for at, word in enumerate("two three four five six seven eight nine ten".split())},
    **{word: at + 2 for at, word in enumerate("zwei drei vier fünf sechs sieben acht neun zehn".split())},
}
_DAYS = {"d": 1, "t": 1, "w": 7, "f": 14}
"""How many days a unit has, by its first letter; months go by the calendar."""
_LENGTH = re.compile(
    r"(?<!\bin )(?<!\bafter )(?<!\bnach )\(?\b(?:(?:for|für|fuer|lasting)\s+)?(?:(?:the|die)\s+)?"
    r"(?:(?:next|nächsten?|naechsten?|coming|kommenden?)\s+)?"
    rf"\b(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})[\s-]+"
    r"(?P<unit>days?|weeks?|fortnights?|months?|tage?n?|wochen?|monate?n?)\b\)?",
    re.IGNORECASE,
)
_AROUND = re.compile(
    r"^(?:[\s,;]|(?:for|from|starting|beginning|ab|von|vom|the|die)\b|in(?=[\s,;]*(?:the|die)?\s*$))+"
    r"|(?:[\s,;]|\b(?:from|starting|for|ab|in))+$",
    re.IGNORECASE,
)
"""What is left around a length once it is taken out."""
_TWO = re.compile(r"\s(?:and|und)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:between|zwischen)\b", re.IGNORECASE)
_EXAMPLE = "Write the days like this: ABSENCE from 24 Dec to 2 Jan, or ABSENCE 2026-12-24 to 2027-01-02."


class Unclear(ValueError):
    """The days cannot be read, or could mean two things; the text says what to write instead."""


@dataclass(frozen=True)
class Span:
    """Days from ``first`` to ``last``, both included."""

    first: date
    last: date

    @property
    def days(self) -> tuple[date, ...]:
        """Each of them."""
        return tuple(self.first + timedelta(days=offset) for offset in range((self.last - self.first).days + 1))


@dataclass(frozen=True)
class _Day:
    """A day as read; ``sure``: with its year."""

    day: date
    sure: bool


def read_span(text: str, today: date) -> Span:
    """The days that the text names, seen from ``today``: without a year the next ones that are not all over.

    A length counts from its first day, or from today. What has passed already is left out, and so is a reason after a comma.
    Raises Unclear, also where a number of the text is not used.
    """
    lengths = list(_LENGTH.finditer(text))
    if len(lengths) > 1:
        raise Unclear(f"Your line names {len(lengths)} lengths of time. {_EXAMPLE}")
    if lengths:
        return _of_length(text, lengths[0], today)
    if (reason := _REASON.search(text)) is not None and re.search(r"\d", reason[0]):
        raise Unclear(f'I could not tell whether "{reason[0].strip(" ,;")[:60]}" names more days. {_EXAMPLE}')
    text = _REASON.sub("", text)
    if _TWO.search(text) and not _BETWEEN.match(text):
        raise Unclear(
            f"Days with AND between them may be two, or all from the one to the other; write each span by itself. {_EXAMPLE}"
        )
    cleaned = " ".join(text.replace(",", " ").split()).strip(" .!") + ("." if text.rstrip().endswith(".") else "")
    first, last = _halves(_LEAD.sub("", cleaned))
    if re.fullmatch(r"(?:the\s+)?\d{1,2}(?:\.|st|nd|rd|th)?", first):
        end = _aware(_day(last, today), today)
        return _checked(_with_day(end, int(re.sub(r"\D", "", first)), first), end, today)
    began, ends = _day(first, today) if first else _Day(today, True), _day(last, today)
    if began.sure and not ends.sure:
        start = began.day
        return _checked(start, _aware(ends, max(start, today)), today)
    end = _aware(ends, today)
    return _checked(began.day if began.sure else _before(began.day, end), end, today)


def _of_length(text: str, length: re.Match[str], today: date) -> Span:
    """The days of a text that names a length: from its first day on, or from today."""
    rest = _AROUND.sub("", _AROUND.sub("", f"{text[: length.start()]} {text[length.end() :]}").strip(" .!"))
    named = read_span(rest, today) if rest else Span(today, today)
    count = length["count"].lower()
    last = _after(named.first, int(count) if is_number(count) else _COUNTS[count], length["unit"].lower()) - timedelta(days=1)
    if last < named.first:
        raise Unclear(f"0 days are none. {_EXAMPLE}")
    if named.last != named.first and named.last != last:
        raise Unclear(
            f"{named.first:%Y-%m-%d} to {named.last:%Y-%m-%d} are {len(named.days)} days, and your line says "
            f'"{length[0].strip("() ")}". {_EXAMPLE}'
        )
    if named.last == named.first and _UNTIL.match(rest):
        raise Unclear(f'I could not tell the first day of "{text.strip()[:60]}". {_EXAMPLE}')
    return Span(named.first, last)


def _after(day: date, count: int, unit: str) -> date:
    """The day that lies so many units after a day. Of a shorter month the last day."""
    if not unit.startswith("m"):
        return day + timedelta(days=count * _DAYS[unit[0]])
    years, month = divmod(day.month - 1 + count, 12)
    last = monthrange(day.year + years, month + 1)[1]
    return date(day.year + years, month + 1, min(day.day, last))


def read_day(text: str, today: date) -> date:
    """The one day that the text names, seen from ``today``: without a year the next one. Raises Unclear, also for the name
    of today's weekday, which could be a week from now."""
    plain = text.strip(" ,.")
    try:
        day = _aware(_day(_LEAD.sub("", plain), today), today)
    except Unclear as error:
        raise Unclear(str(error).removesuffix(_EXAMPLE).strip()) from None
    if _WEEKDAY.fullmatch(plain) and (day - today).days in (0, 7):
        raise Unclear(f"{plain} could be today or a week from now; please write TODAY or the date.")
    return day


def weekday_named(text: str, today: date) -> int | None:
    """Return the day of the week that the text names and nothing else ("Fri", "next Friday"), Monday 0; else None."""
    plain = _LEAD.sub("", text.strip(" ,."))
    try:
        return _worded(plain, today).day.weekday() if _WEEKDAY.fullmatch(plain) else None
    except Unclear:
        return None


def _halves(text: str) -> tuple[str, str]:
    """The first and the last day as written; the first is empty where only an end is named ("until 2 Jan")."""
    if _UNTIL.match(text):
        return "", _UNTIL.sub("", text)
    exact = _ISO.findall(text)
    if exact:
        parts = exact if len(exact) == 2 else [part for part in _WORDS.split(text) if part]
    else:
        parts = [part for part in _WORDS.split(text) if part]
        if len(parts) == 1:
            parts = [part for part in _DASH.split(text) if part]
    if len(parts) == 1:
        return parts[0], parts[0]
    if len(parts) != 2:
        raise Unclear(f'I could not read "{text[:60]}" as days. {_EXAMPLE}')
    return parts[0], _LEAD.sub("", parts[1])


def _day(text: str, today: date) -> _Day:
    text = text.strip()
    try:
        if _ISO.fullmatch(text):
            return _Day(date(*(int(number) for number in text.split("-"))), True)
        if found := _DOTTED.fullmatch(text):
            return _numbers(found[1], found[2], found[3], today)
        if found := _SLASHED.fullmatch(text):
            return _slashed(text, found[1], found[2], found[3], today)
    except Unclear:
        raise
    except ValueError:
        raise Unclear(f'"{text[:30]}" is no day of the calendar. {_EXAMPLE}') from None
    return _worded(text, today)


def _slashed(text: str, one: str, two: str, year: str | None, today: date) -> _Day:
    """24/12 and 12/24 can only be one day; 3/4 can be two."""
    if int(one) <= 12 and int(two) <= 12 and one != two:
        months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
        a, b = f"{int(one)} {months[int(two) - 1]}", f"{int(two)} {months[int(one) - 1]}"
        raise Unclear(f"{text} could be {a} or {b}; please write it with the month's name.")
    return _numbers(two, one, year, today) if int(one) <= 12 else _numbers(one, two, year, today)


def _numbers(day: str, month: str, year: str | None, today: date) -> _Day:
    if year is not None:
        return _Day(date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day)), True)
    for offset in range(5):
        try:
            found = date(today.year + offset, int(month), int(day))
        except ValueError:
            if offset == 4 or (int(month), int(day)) != (2, 29):
                raise
            continue
        return _Day(found, False)
    raise AssertionError("one year of five has every day of the calendar")


def _worded(text: str, today: date) -> _Day:
    """Months and weekdays by name, English or German, and words such as tomorrow."""
    import dateparser

    plain = _LEAD.sub("", text)
    weekday = bool(_WEEKDAY.fullmatch(plain))
    settings = {
        "PREFER_DATES_FROM": "future",
        "RELATIVE_BASE": datetime.combine(today, time(12)),
        "DATE_ORDER": "DMY",
        **({} if weekday else {"REQUIRE_PARTS": ["day", "month"]}),
    }
    if re.fullmatch(r"[\d\s]*", plain) or re.search(r"\d:\d", plain):
        found = None
    else:
        found = dateparser.parse(plain, languages=["en", "de"], settings=settings)
    if found is None:
        raise Unclear(f'I could not read "{text[:30]}" as a day. {_EXAMPLE}')
    numbers = [int(number) for number in re.findall(r"\d+", plain)]
    ahead = re.match(r"(?:in|after|nach)\s+\d", plain, re.IGNORECASE) is not None
    used = {found.day, found.year, *(numbers[:1] if ahead else [])}
    if len(numbers) > 2 or not set(numbers) <= used:
        raise Unclear(f'"{text[:30]}" holds more numbers than a day has. {_EXAMPLE}')
    relative = weekday or not re.search(r"\d", plain) or ahead
    return _Day(found.date(), relative or bool(_YEAR.search(plain)))


def _aware(day: _Day, earliest: date) -> date:
    """The day, in the first year in which it is not before ``earliest`` unless its year was given."""
    if day.sure:
        return day.day
    for year in range(earliest.year, earliest.year + 9):
        try:
            found = day.day.replace(year=year)
        except ValueError:
            continue
        if found >= earliest:
            return found
    return day.day


def _before(day: date, end: date) -> date:
    """The newest day of this day and month that is not after ``end``."""
    for year in range(end.year, end.year - 9, -1):
        try:
            found = day.replace(year=year)
        except ValueError:
            continue
        if found <= end:
            return found
    return day


def _with_day(end: date, number: int, text: str) -> date:
    try:
        return end.replace(day=number)
    except ValueError:
        raise Unclear(f'"{text}" is no day of the calendar. {_EXAMPLE}') from None


def _checked(first: date, last: date, today: date) -> Span:
    if last < first:
        raise Unclear(f"The last day, {last:%Y-%m-%d}, comes before the first, {first:%Y-%m-%d}. {_EXAMPLE}")
    if last < today:
        raise Unclear(f"These days are over: {last:%Y-%m-%d} has passed. {_EXAMPLE}")
    return Span(max(first, today), last)
