"""Letters as real programs send them become the lines that their writers typed."""

from __future__ import annotations

import base64
import logging
import quopri
from email.message import EmailMessage

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from postern.post.letter import END_MARK, Address, Kind, Outgoing, compose, new_message_id, now
from postern.post.reading import read_letter
from postern.post.reading.characters import plain_lines
from postern.post.reading.flowed import unflow
from postern.post.reading.html import html_to_text
from tests.post.typed import own_lines


def letter(body: str, *, content_type: str = "text/plain; charset=utf-8", encoding: str = "8bit", extra: str = "") -> bytes:
    """Raw bytes of a simple letter with this body, encoded as named."""
    data = body.encode("utf-8")
    if encoding == "quoted-printable":
        data = quopri.encodestring(data)
    elif encoding == "base64":
        data = base64.encodebytes(data)
    head = (
        "From: Joe Player <joe@players.test>\nTo: orders+abc@postern.test\nSubject: orders\n"
        f"Message-ID: <1@players.test>\n{extra}MIME-Version: 1.0\nContent-Type: {content_type}\n"
        f"Content-Transfer-Encoding: {encoding}\n\n"
    )
    return head.encode() + data


ORDERS = ("L13MB4B5", "GB2BC4", "T45=M7")
TYPED = "L13MB4B5\nGB2BC4\nT45=M7\n"

NEOMUTT = f"""{TYPED}
On Fri, Nov 20, 2026 at 08:00:00PM +0100, Postern wrote:
> [QJ-101 turn 7] GREEDY: 9 orders on file
>
> L99MA1  this was in our letter
>> and deeper
-- \nJoe
"""
THUNDERBIRD = f"""Am 20.11.26 um 20:00 schrieb Postern:
> TO MEND (2)
> L27MC2

{TYPED}
-- \nJoe Player
http://joe.example
"""
GMAIL = f"""{TYPED}
On Fri, Nov 20, 2026 at 8:00 PM Quest of the Great Jewels <
orders+abcdefghijklmnop@postern.test> wrote:

> TO MEND (2)
>   line 4   L27MC2C3D3
"""
GMAIL_BELOW = f"""On Fri, Nov 20, 2026 at 8:00 PM Postern <orders@postern.test>
wrote:

> TO MEND (2)
> L27MC2
{TYPED}"""
OUTLOOK = f"""{TYPED}
Joe
________________________________
From: Postern <orders@postern.test>
Sent: Friday, November 20, 2026 8:00 PM
To: Joe Player <joe@players.test>
Subject: [QJ-101 turn 7] GREEDY

TO MEND (2)
L27MC2
"""
OUTLOOK_OLD = f"""{TYPED}
-----Original Message-----
From: Postern [mailto:orders@postern.test]
Sent: Friday, November 20, 2026 8:00 PM
To: Joe
Subject: turn 7

L27MC2
"""
OUTLOOK_GERMAN_BELOW = f"""Von: Postern <orders@postern.test>
Gesendet: Freitag, 20. November 2026 20:00
An: Joe
Betreff: turn 7

L27MC2
{END_MARK}

{TYPED}"""
OUTLOOK_MAC = f"""{TYPED}
On 20/11/2026, 20:00, "Postern" <orders@postern.test> wrote:

    TO MEND (2)
    L27MC2
"""


@pytest.mark.parametrize(
    "body", [NEOMUTT, THUNDERBIRD, GMAIL, GMAIL_BELOW, OUTLOOK_OLD, OUTLOOK_GERMAN_BELOW, OUTLOOK_MAC, TYPED]
)
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64"])
def test_only_the_orders_are_left(body: str, encoding: str) -> None:
    assert read_letter(letter(body, encoding=encoding)).lines == ORDERS


def test_outlook_rule_and_header_block_end_the_letter() -> None:
    assert read_letter(letter(OUTLOOK)).lines == (*ORDERS, "", "Joe")


def test_crlf_line_ends_read_the_same() -> None:
    assert read_letter(letter(GMAIL).replace(b"\n", b"\r\n")).lines == ORDERS


def test_orders_above_between_and_below_a_quotation_survive_in_order() -> None:
    body = "A=LORD\n\nOn Fri, Nov 20, 2026 at 8:00 PM X <x@y.test> wrote:\n> one\nL13MB4\n> two\n> three\nGB2BC4\n"
    assert read_letter(letter(body)).lines == ("A=LORD", "", "L13MB4", "", "GB2BC4")


def test_text_that_only_resembles_a_quotation_stays() -> None:
    body = "PRESS to ORC\nYou wrote: come\nFrom: the north we march\nTo: the south\nOn guard at 10:00:\nL13MB4\n- - -\n--x"
    assert read_letter(letter(body)).text == body.replace("- - -", "- -")


@pytest.mark.parametrize(
    "orders",
    [
        ("A=LORD", "L13MB4"),
        ("GB2 12 4", "L13MB4"),
        ("L13MB4", "A=LORD"),
        ("On march", ""),
    ],
)
@pytest.mark.parametrize("introduction", ["Postern wrote:", "Postern <orders@postern.test> wrote:"])
def test_orders_right_above_an_introduction_are_no_part_of_it(orders: tuple[str, str], introduction: str) -> None:
    body = "\n".join((*orders, introduction, "> quoted"))
    assert read_letter(letter(body)).text == "\n".join(orders).strip()


@pytest.mark.parametrize(
    ("typed", "below"),
    [
        ("PRESS TO ORC\nYou wrote:\ncome\nEND\nL13MB4", ""),
        ("PRESS TO ORC\nOn your words:", "\n> quoted"),
        ("On Friday at 10:00 we march", "\n\nPostern wrote:\n> quoted"),
    ],
)
def test_words_like_an_introduction_are_one_only_right_above_a_quotation(typed: str, below: str) -> None:
    assert read_letter(letter(typed + below)).text == typed


@pytest.mark.parametrize(
    "headers", ["From: Postern\nSent: Friday\nTo: Joe", "Date: Friday\nTo: Joe\nFrom: Postern\nSubject: x"]
)
def test_a_block_of_mail_headers_begins_a_quotation(headers: str) -> None:
    assert read_letter(letter(f"L13MB4\n\n{headers}\n\nL99MA1")).lines == ("L13MB4",)


def test_a_list_of_headers_that_names_no_sender_is_the_writers() -> None:
    body = "Date: the fifth\nTo: the south\nSubject: war\nCc: nobody\nL13MB4"
    assert read_letter(letter(body)).text == body


def test_signature_goes_but_what_follows_the_quotation_stays() -> None:
    body = "L13MB4\n-- \nJoe\nOn Fri, Nov 20, 2026 at 8:00 PM X <x@y.test> wrote:\n> quoted\nGB2BC4\nSent from my iPhone\n"
    assert read_letter(letter(body)).lines == ("L13MB4", "", "GB2BC4")


def test_a_reply_to_our_own_letter_holds_nothing_of_it() -> None:
    ours = compose(
        Outgoing(
            Address("orders@postern.test", "Postern"),
            (Address("joe@players.test"),),
            "turn 7",
            "TO MEND (2)\n  L27FC2C3D3\n",
            new_message_id("postern.test"),
            now(),
        )
    )
    text = "\n".join(read_letter(ours).lines)
    assert "L27FC2C3D3" in text
    quoted = f"On 20/11/2026, 20:00, Postern <orders@postern.test> wrote:\n\n{text}\n\n{END_MARK}\n{TYPED}"
    assert read_letter(letter(quoted)).lines == ORDERS


GMAIL_HTML = (
    '<div dir="ltr">L13MB4B5<br>GB2BC4<div>T45=M7</div><div><br></div>'
    '<div class="gmail_signature" data-smartmail="gmail_signature">Joe</div></div><br>'
    '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, Nov 20, 2026 at 8:00 PM '
    'Postern &lt;<a href="mailto:orders@postern.test">orders@postern.test</a>&gt; wrote:<br></div>'
    '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex"><p>L27MC2</p></blockquote></div>'
)
OUTLOOK_HTML = (
    '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><style>p.MsoNormal{margin:0}</style>'
    '</head><body lang=EN-GB><div class="WordSection1"><p class="MsoNormal">L13MB4B5<o:p></o:p></p>'
    '<p class="MsoNormal">GB2BC4<o:p></o:p></p><p class="MsoNormal">T45=M7<o:p></o:p></p><p class="MsoNormal">&nbsp;</p>'
    '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>From:</b> '
    "Postern &lt;orders@postern.test&gt; <br><b>Sent:</b> Friday, November 20, 2026 8:00 PM<br><b>To:</b> Joe<br>"
    "<b>Subject:</b> turn 7</p></div><p>L27MC2</p></div></body></html>"
)
OUTLOOK_WEB_HTML = (
    '<html><body><div class="elementToProof">L13MB4B5</div><div>GB2BC4</div><div>T45=M7</div>'
    '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
    "<b>From:</b> Postern<br><b>Sent:</b> Friday<br><b>To:</b> Joe<br><b>Subject:</b> turn</div><div><p>L27MC2</p></div>"
    "</body></html>"
)
THUNDERBIRD_HTML = (
    '<html><body><div class="moz-cite-prefix">Am 20.11.26 um 20:00 schrieb Postern:<br></div>'
    '<blockquote type="cite" cite="mid:1@x"><pre>L27MC2</pre></blockquote><p>L13MB4B5</p><p>GB2BC4<br>T45=M7</p>'
    '<div class="moz-signature">-- <br>Joe</div></body></html>'
)
APPLE_HTML = (
    '<html><body style="word-wrap: break-word;">L13MB4B5<div>GB2BC4</div><div>T45=M7<br><div><br><blockquote type="cite">'
    "<div>On 20 Nov 2026, at 20:00, Postern wrote:</div><br><div>L27MC2</div></blockquote></div></div></body></html>"
)
PLAIN_QUOTE_HTML = (
    "<p>L13MB4B5</p><p>On 2026-11-20 20:00, Postern wrote:</p><blockquote>L27MC2</blockquote><p>GB2BC4</p><p>T45=M7</p>"
)
LIST_HTML = "<ul><li>L13MB4B5</li><li>GB2BC4</li></ul><ol><li>T45=M7</li></ol><p style='display:none'>L27MC2</p>"


@pytest.mark.parametrize(
    "html",
    [GMAIL_HTML, OUTLOOK_HTML, OUTLOOK_WEB_HTML, THUNDERBIRD_HTML, APPLE_HTML, PLAIN_QUOTE_HTML, LIST_HTML],
)
def test_html_only_letters(html: str) -> None:
    found = read_letter(letter(html, content_type="text/html; charset=utf-8"))
    assert tuple(line.strip().removeprefix("1. ") for line in found.lines if line) == ORDERS


def test_the_plain_alternative_is_preferred_and_a_blank_one_is_not() -> None:
    both = EmailMessage()
    both["From"] = "joe@players.test"
    both.set_content(TYPED)
    both.add_alternative("<p>HTML</p>", subtype="html")
    assert read_letter(both.as_bytes()).lines == ORDERS
    blank = EmailMessage()
    blank.set_content(" \n\n")
    blank.add_alternative("<p>L13MB4</p>", subtype="html")
    assert read_letter(blank.as_bytes()).lines == ("L13MB4",)


def test_text_attachments_are_read_and_others_are_named() -> None:
    message = EmailMessage()
    message.set_content("See file\n")
    message.add_attachment(TYPED.encode(), maintype="application", subtype="octet-stream", filename="Orders.TXT")
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="notes.pdf")
    found = read_letter(message.as_bytes())
    assert found.lines == ("See file", *ORDERS)
    assert found.ignored == ("notes.pdf (a PDF document)",)


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("iso-8859-1", "Größe “ok”"),
        ("windows-1252", "Größe “ok”"),
        ("koi8-r", "приказ"),
        ("gb2312", "命令"),
        ("iso-2022-jp", "命令です"),
        ("utf-16", "Größe"),
        ("x-unknown", "Größe"),
        ("", "Größe"),
    ],
)
def test_charsets(charset: str, text: str) -> None:
    codec = {"iso-8859-1": "cp1252", "x-unknown": "utf-8", "": "cp1252"}.get(charset, charset)
    parameter = f"; charset={charset}" if charset else ""
    head = f"From: a@b.test\nContent-Type: text/plain{parameter}\nContent-Transfer-Encoding: base64\n\n"
    found = read_letter(head.encode() + base64.encodebytes(text.encode(codec)))
    assert found.text == text.replace("“", '"').replace("”", '"')


def test_flowed_text_is_joined_and_typed_lines_stay_apart() -> None:
    body = "L13MB4B5\na sentence of so many words as the \nprogram broke\n From the north\n> quoted that \n> flows\n-- \nJoe\n"
    found = read_letter(letter(body, content_type="text/plain; charset=utf-8; format=flowed"))
    assert found.lines == (
        "L13MB4B5",
        "a sentence of so many words as the program broke",
        "From the north",
    )
    assert unflow(f"{'ab' * 30} \ncd", delsp=True) == f"{'ab' * 30}cd"
    assert unflow(f"{'兵' * 30} \n馬", delsp=True) == f"{'兵' * 30}馬"
    assert unflow(">> a \n> b", delsp=False) == ">> a \n> b"


def test_characters_are_made_plain() -> None:
    assert plain_lines(["•\u00a0L13MB4", "– GB2", "“A”=‘b’", "Ｌ１３", "* T1=M*", "*L13M*", "D=*", "a\u200bb", "M*"]) == [
        "L13MB4",
        "GB2",
        "\"A\"='b'",
        "L13",
        "T1=M*",
        "L13M",
        "D=*",
        "ab",
        "M*",
    ]


def test_list_numbers_go_only_where_they_count() -> None:
    assert plain_lines(["1. A", "2. B", "", "3. C"]) == ["A", "B", "", "C"]
    assert plain_lines(["720 4WE AB", "3) x", "1. only"]) == ["720 4WE AB", "3) x", "1. only"]


def test_headers_are_read_in_any_state() -> None:
    raw = (
        b"From: =?utf-8?B?SsO2cmc=?= =?utf-8?Q?_M=C3=BCller?= <Joerg@Players.TEST>, other@x.test\r\n"
        b"To: Orders <orders+ABC@postern.test>\r\nCc: x@y.test\r\nDelivered-To: orders+abc@postern.test\r\n"
        b"Subject: =?iso-8859-1?q?Gr=FC=DFe?=\r\n and more\r\nDate: Fri, 20 Nov 2026 20:00:00 +0100\r\n"
        b"In-Reply-To: <a@b.test>\r\nReferences: <z@b.test>\r\n <a@b.test> junk\r\nMessage-ID: <m@p.test>\r\n\r\nhi"
    )
    found = read_letter(raw)
    assert found.sender == Address("Joerg@players.test", "Jörg Müller")
    assert [address.email for address in found.from_addresses] == ["Joerg@players.test", "other@x.test"]
    assert [address.email for address in found.to] == ["orders+ABC@postern.test", "x@y.test"]
    assert found.delivered_to == ("orders+abc@postern.test",)
    assert found.subject == "Grüße and more"
    assert found.date is not None
    assert found.date.isoformat() == "2026-11-20T19:00:00+00:00"
    assert (found.message_id, found.in_reply_to, found.references) == (
        "<m@p.test>",
        ("<a@b.test>",),
        ("<z@b.test>", "<a@b.test>"),
    )
    assert found.verdict.kind is Kind.HUMAN


def test_a_header_without_its_body() -> None:
    found = read_letter(b"From: a@b.test\nSubject: big\nContent-Type: multipart/mixed; boundary=x\n\n", complete=False)
    assert (found.complete, found.lines, found.subject) == (False, (), "big")


def test_styles_cannot_blow_a_letter_up() -> None:
    html = '<div style="padding-left:99999999em">a</div><table><tr><td>' + "x" * 50_000 + "</td></tr>"
    html += "<tr><td>b</td></tr>" * 2_000
    assert len(html_to_text(html)) < 100_000


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "body",
    [
        "x:\n" * 50_000,
        "\n" * 200_000,
        "-- \n" * 60_000,
        "On a wrote:\n" * 20_000,
        "From: x\n" * 20_000,
        "1. x\n" * 40_000,
        "On " + "a " * 100_000,
        "El " + " a escribió" * 20_000 + ":",
        "<" * 100_000,
        "> q\n" + "On 10:00 " * 20_000 + "\n> q",
    ],
)
def test_long_letters_take_no_more_than_their_length(body: str) -> None:
    for content_type in ("text/plain", "text/html"):
        assert len(read_letter(letter(body, content_type=content_type)).lines) <= 5_000


def test_a_long_text_under_two_hyphens_is_no_signature() -> None:
    orders = [f"L{number}MB4" for number in range(13)]
    assert read_letter(letter("\n".join(["GB2", "-- ", *orders]))).lines == ("GB2", "--", *orders)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=2000))
@example(b"Content-Type: text/plain; charset*=utf-8''%00\n\nx")
@example(b"From: \xff\xfe <\xe4@x>\nTo: =?utf-8?b?////?= (((\nDate: Fri, 99 Foo 99999 99:99:99\n\nx")
@example(b"From: " + b"(" * 19_000 + b"\nX-Loop: " + b"(" * 5000 + b"\n\nx")
@example(b"Content-Type: multipart/alternative; boundary=\n\n--\n--\n")
@example(b"Content-Type: text/html\n\n" + b"<div>" * 3000)
def test_any_bytes_are_read(raw: bytes) -> None:
    assert read_letter(raw).raw == raw


HEADER = st.sampled_from(
    [
        "From: =?x?q?=FF?= <a@b.test>",
        "From: <<>>@",
        "To: a@b.test, ;:",
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: text/html; charset=utf-7",
        "Content-Type: text/plain; format=flowed; delsp=yes; charset=idna",
        "Content-Transfer-Encoding: base64",
        "Content-Transfer-Encoding: x-uuencode",
        "Content-Disposition: attachment; filename*=",
        "Content-Type: message/rfc822",
        "Content-Type: multipart/report; report-type=delivery-status",
        "References: <<@>>",
        "Content-Transfer-Encoding: quoted-printable",
        "Date: now",
        "Auto-Submitted: ;;;",
        "Precedence: \x00",
        "",
        "--b",
        "--b--",
        "> quoted",
        "On Fri, Nov 20, 2026 at 8:00 PM X <x@y.test> wrote:",
        "-----Original Message-----",
        "-- ",
        "<table><tr><td>x",
    ]
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(HEADER, st.text(max_size=40)), max_size=25))
def test_hostile_structure_is_read_without_the_last_resort(caplog: pytest.LogCaptureFixture, lines: list[str]) -> None:
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        read_letter("\n".join(lines).encode("utf-8", "surrogatepass"))
    assert not caplog.records


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=20), max_size=8))
def test_every_typed_line_below_a_marked_quotation_survives(typed: list[str]) -> None:
    own = [f"X{line}" for line in typed]
    found = own_lines("> quoted\n" + "\n".join(own))
    assert [line for line in found if line.startswith("X")] == own
