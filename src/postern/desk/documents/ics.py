"""A deadline as an event for a calendar (iCalendar, RFC 5545; published as in RFC 5546)."""

from __future__ import annotations

from datetime import datetime, timedelta


def event(facts: dict[str, str]) -> tuple[bytes, str]:
    """The calendar's bytes and its method: PUBLISH, or CANCEL for a deadline that was taken away.

    ``alarms`` among the facts are seconds before the deadline, parted by blanks: the calendar shows a note then (RFC 5545,
    3.6.6).
    """
    from icalendar import Alarm, Calendar, Event, vCalAddress

    due = datetime.fromisoformat(facts["due"]) if facts["due"] else None
    method = "PUBLISH" if due is not None else "CANCEL"
    calendar, entry = Calendar(), Event()
    calendar.add("prodid", "-//Postern//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    stamp = datetime.fromisoformat(facts["stamp"])
    entry.add("uid", facts["uid"])
    entry.add("sequence", int(facts["sequence"]))
    entry.add("dtstamp", stamp)
    entry.add("dtstart", due or stamp)
    entry.add("summary", facts["summary"])
    entry.add("description", f"You are {facts['seat']}. Reply to your newest letter of the game with your orders.")
    entry.add("status", "CONFIRMED" if due is not None else "CANCELLED")
    entry.add("transp", "TRANSPARENT")
    entry.add("organizer", vCalAddress(f"mailto:{facts['organizer']}"))
    for seconds in facts.get("alarms", "").split():
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", facts["summary"])
        alarm.add("trigger", -timedelta(seconds=int(seconds)))
        entry.add_component(alarm)
    calendar.add_component(entry)
    return calendar.to_ical(), method
