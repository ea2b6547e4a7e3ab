"""Only people are answered: loops, lists, vacations and delivery reports are told apart."""

from __future__ import annotations

import pytest

from postern.post.letter import Kind, Verdict
from postern.post.reading import read_letter

OWN = ("orders@postern.test",)


def verdict(head: str, body: str = "GB2BC4") -> Verdict:
    return read_letter(f"{head}\n\n{body}\n".encode(), own_addresses=OWN).verdict


@pytest.mark.parametrize(
    "head",
    [
        "From: joe@players.test",
        "From: joe@players.test\nAuto-Submitted: no",
        "From: joe@players.test\nPrecedence: normal\nReturn-Path: <joe@players.test>",
        "From: joe@players.test\nX-Loop: someone@else.test",
        "From: joe@players.test\nContent-Type: text/html",
    ],
)
def test_people(head: str) -> None:
    assert verdict(head) == Verdict(Kind.HUMAN)


@pytest.mark.parametrize(
    "head",
    [
        "From: joe@players.test\nAuto-Submitted: auto-replied",
        "From: joe@players.test\nAuto-Submitted: auto-generated; type=x",
        "From: joe@players.test\nPrecedence: BULK",
        "From: joe@players.test\nList-Id: <x.list.test>",
        "From: joe@players.test\nX-Autoreply: yes",
        "From: Postern <Orders@postern.test>",
        "From: joe@players.test\nX-Loop: orders@postern.test",
        "From: joe@players.test\nReturn-Path: <>\nAuto-Submitted: auto-replied",
        "From: joe@players.test\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b",
    ],
)
def test_machines(head: str) -> None:
    found = verdict(head)
    assert found.kind is Kind.MACHINE
    assert found.reason


REPORT = """--b
Content-Type: text/plain

I am sorry to inform you.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.postern.test

Final-Recipient: rfc822; joe@players.test
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 no such user

--b
Content-Type: message/rfc822

From: orders@postern.test
Message-ID: <abc.postern@postern.test>
Auto-Submitted: auto-replied

text
--b--
"""


def test_a_delivery_report_says_whose_letter_did_not_arrive() -> None:
    head = "From: MAILER-DAEMON@players.test\nReturn-Path: <>\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n"
    found = verdict(head + "Content-Type: multipart/report; report-type=delivery-status; boundary=b", REPORT)
    assert found.kind is Kind.BOUNCE
    assert found.bounce is not None
    assert found.bounce.recipients == ("joe@players.test",)
    assert (found.bounce.permanent, found.bounce.status) == (True, "5.1.1")
    assert found.bounce.original_message_id == "<abc.postern@postern.test>"


DELIVERY_REPORT = "From: x@y.test\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b"


@pytest.mark.parametrize("status", ["4.4.1", "5.4.1"])
def test_a_report_of_delay_is_not_permanent(status: str) -> None:
    found = verdict(DELIVERY_REPORT, REPORT.replace("Action: failed", "Action: delayed").replace("5.1.1", status))
    assert found.bounce is not None
    assert not found.bounce.permanent


def test_a_failure_without_a_status_is_permanent() -> None:
    found = verdict(DELIVERY_REPORT, REPORT.replace("Status: 5.1.1\n", ""))
    assert found.bounce is not None
    assert found.bounce.permanent
    assert found.bounce.recipients == ("joe@players.test",)


@pytest.mark.parametrize(
    "head",
    [
        "From: MAILER-DAEMON@mx.test\nSubject: Undelivered",
        "From: Mail System <postmaster@mx.test>",
        "From: x@y.test\nReturn-Path: <>",
        "From: x@y.test\nX-Failed-Recipients: joe@players.test",
    ],
)
def test_bounces_in_older_forms(head: str) -> None:
    assert verdict(head).kind is Kind.BOUNCE
