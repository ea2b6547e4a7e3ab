"""A game's file, ``config/games/NAME.toml``, which its game master edits."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from postern.desk.settings.auth_policy import Ways
from postern.desk.settings.rulesets import check_slug, ruleset
from postern.desk.timing.deadlines import Schedule, check_gaps, moment_of, parse_slots, parse_weekdays
from postern.desk.timing.durations import Duration
from postern.game.ruleset import Level

_NAME = re.compile(r"[A-Z][A-Z0-9]{0,7}-[0-9]{1,6}")

Document = Literal["html", "pdf", "png", "json"]


_NOON = time(12)
_LONGEST_HOLIDAY = timedelta(days=366)


def check_zone(value: str) -> str:
    """The name of a time zone as it is. Raises ValueError with an example for anything else."""
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f'"{value}" is not a time zone; use a name such as "Europe/Berlin" or "UTC"') from None
    return value


def _several(value: object) -> object:
    return [value] if isinstance(value, str) else value


def _holidays(value: object) -> object:
    """Days, and spans of days such as ``2026-12-24 to 2027-01-02``, as single days."""
    if not isinstance(value, list | tuple):
        raise ValueError('needs a list of days, as in [2026-12-25, "2026-12-31 to 2027-01-02"]')
    days: list[object] = []
    for item in value:
        ends = re.fullmatch(r"(\d{4}-\d\d-\d\d)(?:\s*to\s*(\d{4}-\d\d-\d\d))?", item.strip()) if isinstance(item, str) else None
        if ends is None:
            days.append(item)
            continue
        first, last = date.fromisoformat(ends[1]), date.fromisoformat(ends[2] or ends[1])
        if not timedelta() <= last - first <= _LONGEST_HOLIDAY:
            raise ValueError(f'"{item}" needs its first day first, and a year at most')
        days += [first + timedelta(days=offset) for offset in range((last - first).days + 1)]
    return days


def _start(value: object) -> object:
    """A day means its noon; ``when full`` means no day at all."""
    if isinstance(value, str) and value.strip().lower() == "when full":
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, _NOON)
    if isinstance(value, datetime) and value.tzinfo is not None:
        raise ValueError("is read on the clock of the game's timezone; leave the offset out, as in 2026-12-01T18:00:00")
    if value is None or isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(str(value))
    except ValueError:
        raise ValueError(f'"{value}" needs a day such as 2026-12-01 (without quotes), or "when full"') from None


Needs = Literal["all", "two-thirds", "majority", "never"]


class Votes(BaseModel):
    """For each kind of proposal how many of the people who play must say yes: ``never`` forbids it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    draw: Needs = "all"
    concession: Needs = "all"
    """All but the one who is conceded to, whose own vote counts as yes."""
    end: Needs = "two-thirds"
    extend: Needs = "majority"
    replace: Needs = "two-thirds"
    """Of the others: whoever is to be replaced has no vote."""
    replace_least: Duration = timedelta(days=2)
    """How long a vote about a seat stays open at least, so that its player can say something."""
    secret: bool = True
    """Whether the result tells how many voted how (secret), or who."""
    open_for: Duration = timedelta(days=5)


def _colour(value: object) -> object:
    return {"none": "off", "white": "named", "grey": "anonymous"}.get(value, value) if isinstance(value, str) else value


def _yes_or_no(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


UNRULED: Final = "unruled"
"""Validation context of settings about which the game's rules are not asked: those of a game that exists already were checked
when it was begun, and a list needs no rules, whose code takes long to read."""


class GameConfig(BaseModel):
    """Everything that a game master decides for one game. Durations read ``30m``, ``24h``, ``2d``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    """How letters name the game: capitals, a dash, a number (QJ-101)."""
    ruleset: str
    title: str = ""
    seats: int = Field(ge=1)
    computers: int = Field(default=0, ge=0)
    """How many of the seats computer players take from the start; the game begins when people hold the others."""
    computer_names: tuple[str, ...] = ()
    computer_level: Level = "normal"
    """How well computer players play: ``easy``, ``normal`` or ``hard``."""
    computer_levels: dict[str, Level] = Field(default_factory=dict)
    """The same for single seats, by the names in ``computer_names``."""
    open: bool = True
    """Whether anybody may join by mail."""
    starts: Annotated[datetime | None, BeforeValidator(_start)] = None
    """The day on which the game begins though seats are free (its noon, unless a time is given); None: when full."""
    min_players: int = Field(default=0, ge=0)
    """How many people that needs; 0: one for every seat that computer players do not hold."""
    too_few: Literal["week", "computers"] = "week"
    """What follows on that day from fewer: the start moves by a week, or computer players take the free seats all the same."""

    deadline: Annotated[tuple[str, ...], BeforeValidator(_several)] = ("Fri 20:00",)
    """``none``: a turn runs when all are ready, however long that takes."""
    timezone: str = "UTC"
    min_hours: float = Field(default=24, ge=0, le=8784)
    weekdays: str = "daily"
    """The days of the week on which a deadline may fall at all: ``Mon-Fri``, ``Tue, Sat``."""
    holidays: Annotated[tuple[date, ...], BeforeValidator(_holidays)] = ()
    """Days without a deadline."""
    absence_days: int = Field(default=21, ge=0, le=366)
    """For how many days of a calendar year one player may be away, so that deadlines move past them; 0: nobody may."""
    run_early: Literal["all-ready", "never"] = "all-ready"
    early_delay: Duration = timedelta(minutes=30)
    ready_with_problems: Literal["ask", "take"] = "ask"
    """What READY does in a letter with lines of which no order came, or without orders where the last turn had some: it is
    asked about once, or counts."""
    reminders: tuple[Duration, ...] = (timedelta(hours=24), timedelta(hours=3))
    grace: Duration = timedelta()
    """How long a turn waits after its deadline for those whose orders are missing; it runs as soon as they are in."""
    missed: Literal["run", "wait", "computer", "standby"] = "run"
    """What follows when orders are missing then: the turn runs without them, or waits for them, or a computer player
    gives them from the ``missed_turns``-th turn in a row on that their player misses; or from then on the seat is offered
    to standbys, and ``resigned`` says who plays it meanwhile."""
    missed_turns: int = Field(default=2, ge=1)
    show_awaited: Literal["names", "count", "no"] = "count"

    press: Annotated[Literal["off", "named", "anonymous"], BeforeValidator(_colour)] = "off"
    """Letters among players, besides messages inside the game; ``anonymous`` allows named ones too. Old hands say
    ``none``, ``white`` and ``grey``."""
    press_to: Literal["any", "all", "some"] = "any"
    """Whom it may go to: anybody, only everybody (public press), or only players named (partial press)."""
    press_time: Literal["at-once", "postal"] = "at-once"
    """When it is delivered: at once (or as its writer wishes), or all of it when the turn has run."""
    masters_read_press: bool = False
    """Whether game masters may read the press of the game; players are told so when they join."""
    observers: Annotated[Literal["yes", "no"] | None, BeforeValidator(_yes_or_no)] = None
    """Whether anybody may observe the game, with the public report of every turn; None: where anybody may join."""
    observers_read_press: bool = True
    """Whether observers get press to all, too."""
    several_seats: Literal["told", "refused"] = "told"
    """Whether one mailbox may hold several seats under several tags (``tw+b@``): the game master is told, or none is given."""
    votes: Votes = Votes()
    """What players may propose to one another, and what a proposal needs to pass."""
    resigned: Literal["computer", "nobody"] = "computer"
    """Who plays on for a player who resigned."""
    trust: Ways | None = None
    """How players are known in this game; None: as on the desk."""
    documents: tuple[Document, ...] = ("html", "pdf", "png")
    """What a turn report brings besides its text."""
    paper: Literal["a4", "letter"] = "a4"
    seed: str = ""
    """Fixes the chance of the game (rehearsals); empty: drawn in secret when the game is created."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Given to the ruleset as it is: variants of the game. They count when the game is set up."""

    @field_validator("name")
    @classmethod
    def _check_name(cls, value: str) -> str:
        if not _NAME.fullmatch(value):
            raise ValueError(f'"{value}" needs capitals, a dash and a number, as in "QJ-101"')
        return value

    @field_validator("timezone")
    @classmethod
    def _check_zone(cls, value: str) -> str:
        return check_zone(value)

    @field_validator("deadline")
    @classmethod
    def _check_deadline(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not value:
            raise ValueError('needs at least one deadline, as in "Fri 20:00"')
        parse_slots(value)
        return value

    @field_validator("weekdays")
    @classmethod
    def _check_weekdays(cls, value: str) -> str:
        parse_weekdays(value)
        return value

    @field_validator("ruleset")
    @classmethod
    def _check_ruleset(cls, value: str) -> str:
        check_slug(value)
        return value

    @model_validator(mode="after")
    def _check_rules(self, info: ValidationInfo) -> GameConfig:
        """What a file asks for is checked; what a game was begun with stays as it was then."""
        if info.context is not UNRULED:
            try:
                ruleset(self.ruleset).terms(self.options, self.seats)
            except ValueError as error:
                raise ValueError("\n".join(f"options.{line}" for line in str(error).splitlines())) from None
            rules = ruleset(self.ruleset)
            if not rules.min_seats <= self.seats <= rules.max_seats:
                raise ValueError(f"seats: {rules.title} is for {rules.min_seats} to {rules.max_seats} seats, not {self.seats}")
        return self

    @model_validator(mode="after")
    def _check_seats(self) -> GameConfig:
        if self.schedule.slots and not any(slot.weekdays & self.schedule.weekdays for slot in self.schedule.slots):
            raise ValueError(f'weekdays: no deadline falls on "{self.weekdays}"; it needs a day that deadline names')
        if not self.schedule.slots and self.run_early == "never":
            raise ValueError('deadline: a game without deadlines runs when all are ready: run_early needs to be "all-ready"')
        for name in self.computer_levels:
            if name not in self.computer_names:
                raise ValueError(f'computer_levels: "{name}" is not among computer_names')
        if self.computers > self.seats:
            raise ValueError(f"computers: {self.computers} is more than the {self.seats} seats")
        if self.min_players > self.seats - self.computers:
            raise ValueError(f"min_players: {self.min_players} is more than the {self.seats - self.computers} seats for people")
        return self

    @model_validator(mode="after")
    def _check_calendar(self) -> GameConfig:
        check_gaps(self.schedule)
        try:
            _ = self.starts_at
        except OverflowError:
            raise ValueError("starts: lies beyond the end of the calendar") from None
        return self

    @property
    def zone(self) -> ZoneInfo:
        """The game's time zone."""
        return ZoneInfo(self.timezone)

    @property
    def schedule(self) -> Schedule:
        """The game's deadlines."""
        least, weekdays = timedelta(hours=self.min_hours), parse_weekdays(self.weekdays)
        return Schedule(parse_slots(self.deadline), self.zone, least, frozenset(self.holidays), weekdays)

    @property
    def assumed(self) -> str:
        """Which of deadline and time zone the game's file leaves out, and what counts then; "" when it names them."""
        left_out = [key for key in ("deadline", "timezone") if key not in self.model_fields_set]
        if not left_out or self.deadline == ("none",):
            return ""
        return f"its file names no {' and no '.join(left_out)}, so turns fall due {self.due}"

    @property
    def due(self) -> str:
        """When turns fall due, in words."""
        if self.deadline == ("none",):
            return "when all are ready, without a deadline"
        return f"{' and '.join(self.deadline)}, by the clock of {self.timezone}"

    def level_of(self, seat: str) -> Level:
        """How well a computer player plays this seat."""
        return self.computer_levels.get(seat, self.computer_level)

    @property
    def starts_at(self) -> datetime | None:
        """The moment of ``starts``."""
        return moment_of(self.starts.date(), self.starts.time(), self.zone) if self.starts is not None else None

    @property
    def observable(self) -> bool:
        """Whether anybody may observe the game."""
        return self.open if self.observers is None else self.observers == "yes"

    @property
    def terms(self) -> tuple[str, ...]:
        """What a player must know of this game's options, a sentence each."""
        return ruleset(self.ruleset).terms(self.options, self.seats)

    @property
    def full_title(self) -> str:
        """The title, or the ruleset's when the file gives none."""
        return self.title or ruleset(self.ruleset).title
