"""SMTP servers that are odd, a row each: what they answer, and whom Postern blames for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from postern.post.blame import Blame, blame
from postern.post.smtp import Cause, Delivery
from tests.post.conftest import JOE, ORDERS
from tests.post.test_smtp import scripted, sending
from tests.post.watching import letter

GMAIL = "550 5.7.26 This mail is unauthenticated, which poses a security risk to the sender and Gmail users"
QUOTA = "STOREDRV.Submission.Exception:SubmissionQuotaExceededException; Failed to process message due to a permanent exception"


@dataclass(frozen=True)
class Row:
    """What the server answers to a command (``END``: after the letter), and what must come of it: later, unless ``refused``;
    ``flags`` are those of the verdict that hold, of all others none does."""

    name: str
    answers: dict[str, str]
    flags: tuple[str, ...] = ()
    cause: Cause = Cause.LETTER
    refused: bool = False
    settings: dict[str, Any] = field(default_factory=dict)


FLAGS = {"slow", "about_sender", "too_large", "of_recipient", "unexplained", "perhaps"}
ROWS = [
    Row("a quota of the account, as a fault for ever (Exchange)", {"END": f"554 5.2.0 {QUOTA}"}, ("slow",)),
    Row(
        "the day's limit, in the code of a bad address (Exchange)",
        {"RCPT": "550 5.1.90 You've reached your daily limit for message recipients"},
        ("slow",),
    ),
    Row("the day's limit, in no words", {"RCPT": "550 5.1.90 Message cannot be sent"}, ("unexplained",)),
    Row(
        "our address is blocked (Exchange)",
        {"RCPT": "550 5.1.8 Access denied, bad outbound sender AS(42004)"},
        ("unexplained",),
    ),
    Row("relaying is denied", {"RCPT": "554 5.7.1 <joe@players.test>: Relay access denied"}, ("unexplained",)),
    Row(
        "our machine is on a list",
        {"RCPT": "554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org"},
        ("unexplained",),
    ),
    Row(
        "our proofs do not hold (Gmail)",
        {"END": GMAIL},
        ("unexplained",),
    ),
    Row("a bare refusal", {"RCPT": "550 no"}, ("unexplained",)),
    Row("a policy", {"END": "554 Transaction failed. Reject due to policy restrictions."}, ("unexplained",)),
    Row("out of order", {"RCPT": "503 5.5.1 odd"}, ("unexplained",)),
    Row("no such user", {"RCPT": "550 5.1.1 no such user"}, ("of_recipient",), refused=True),
    Row(
        "no such user, in words alone (GMX)",
        {"RCPT": "550 Requested action not taken: mailbox unavailable"},
        ("of_recipient",),
        refused=True,
    ),
    Row(
        "no such user, in another's code (Exchange)",
        {"RCPT": "550 5.4.1 Recipient address rejected: Access denied."},
        ("of_recipient",),
        refused=True,
    ),
    Row(
        "no such domain",
        {"RCPT": "550 5.1.2 <joe@players.test>: Recipient address rejected: Domain not found"},
        ("of_recipient",),
        refused=True,
    ),
    Row("no such user, told after the letter", {"END": "550 5.1.1 User unknown"}, ("of_recipient",), refused=True),
    Row("the mailbox is full", {"RCPT": "552 Mailbox quota exceeded"}),
    Row("the mailbox is full, by its code", {"END": "550 5.2.2 Over quota"}),
    Row("the letter is too large", {"END": "552 5.3.4 Message size exceeds fixed limit"}, ("too_large",), refused=True),
    Row("the letter is too large, in words alone", {"END": "554 message too large"}, ("too_large",), refused=True),
    Row("the letter is unwanted", {"END": "554 5.7.1 looks like spam"}, refused=True),
    Row("the letter is malformed", {"END": "550 5.6.0 cannot be parsed"}, refused=True),
    Row("it takes the letter and hangs up", {"END": "close"}, ("perhaps",)),
    Row("it takes the letter and says nothing", {"END": "silence"}, ("perhaps",), settings={"timeout": 0.05}),
    Row("it hangs up before the letter", {"RCPT": "close"}, cause=Cause.SERVER),
    Row("too many connections at the greeting", {"hello": "421 4.7.0 Too many concurrent SMTP connections"}, ("slow",)),
    Row(
        "too many logins",
        {"AUTH": "454 4.7.0 Too many login attempts, please try again later"},
        ("slow",),
        Cause.SERVER,
        settings={"user": "u", "password": "p"},
    ),
    Row("it gives no greeting but a refusal", {"hello": "554 not you"}, cause=Cause.US),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
async def test_an_odd_server(row: Row) -> None:
    greeting = {"EHLO": "250-here\r\n250 AUTH LOGIN PLAIN"} if "AUTH" in row.answers else {}
    async with scripted(**greeting, **row.answers) as script, sending(script.port, **row.settings) as sender:
        result = await sender.send(ORDERS, JOE, letter("one"))
        assert result.delivery is (Delivery.REFUSED if row.refused else Delivery.LATER)
        assert {flag for flag in FLAGS if getattr(result, flag)} == set(row.flags)
        assert result.cause is row.cause


def test_there_are_rows_enough() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS) >= 25


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("5.1.10 Recipient not found", Blame.RECIPIENT),
        ("Empfänger unbekannt", Blame.RECIPIENT),
        ("5.5.0 Requested action not taken: mailbox unavailable", Blame.RECIPIENT),
        ("5.1.7 Invalid address: sender unknown", Blame.NOBODY),
        ("Sender address rejected: not owned by user orders", Blame.NOBODY),
        ("5.7.708 Service unavailable. Access denied, traffic not accepted from this IP", Blame.NOBODY),
        ("Postfach voll", Blame.FULL),
        ("User joe is over quota", Blame.FULL),
        ("5.7.1 message contains a virus", Blame.CONTENT),
        ("version 5.1.1.7 is out of date", Blame.NOBODY),
    ],
)
def test_words_name_whom_they_mean(words: str, named: Blame) -> None:
    assert blame(words) is named
