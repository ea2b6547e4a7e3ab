# ruff: noqa: E501  (markup as programs write it)
"""Webmail, telephones and Outlook: letters in HTML, with and without a plain part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from tests.letters.letter import OURS, Sample, both, letter, multipart, page, part, quoted
from tests.letters.programs import ORDERS
from tests.letters.tongues import BOT, TONGUES, WHO, Tongue

EDITED = OURS.replace("L13 ;", "L13 M B4 ;")
EDITED_LINE = "L13 M B4 ; in B2, 4 movement points"


@dataclass(frozen=True)
class Webmail:
    """A program's HTML: what it makes of typed lines, and of our letter as it quotes it in a language."""

    name: str
    header: str
    typed: Callable[[tuple[str, ...]], str]
    quote: Callable[[Tongue, str], str]
    plain: Callable[[Tongue, str], str]
    foot: Callable[[Tongue], str] = lambda tongue: ""
    below: bool = True


def _divs(lines: tuple[str, ...]) -> str:
    return "".join(f"<div>{escape(line)}</div>" for line in lines)


def _breaks(lines: tuple[str, ...]) -> str:
    return f'<div dir="ltr">{"<br>".join(escape(line) for line in lines)}<br></div>'


def _paragraphs(lines: tuple[str, ...]) -> str:
    return "".join(f'<p class="MsoNormal">{escape(line)}<o:p></o:p></p>' for line in lines)


def _bullets(lines: tuple[str, ...]) -> str:
    return "<ul>" + "".join(f"<li><span>{escape(line)}</span></li>" for line in lines) + "</ul>"


def _cells(lines: tuple[str, ...]) -> str:
    return "<table border=1><tbody>" + "".join(f"<tr><td>{escape(line)}</td></tr>" for line in lines) + "</tbody></table>"


def _pre(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


def _marked(intro: Callable[[Tongue], str]) -> Callable[[Tongue, str], str]:
    return lambda tongue, text: f"{intro(tongue)}\n\n{quoted(text)}"


def _block(tongue: Tongue) -> str:
    first, sent, to, subject = tongue.block
    return f"{first} {WHO}\n{sent} {tongue.day}\n{to} Joe Player <joe@players.test>\n{subject} [QJ-101 turn 7] GREEDY"


def _block_html(tongue: Tongue) -> str:
    return "<br>".join(
        f"<b>{name}:</b> {escape(rest)}" for name, _, rest in (line.partition(": ") for line in _block(tongue).split("\n"))
    )


def _gmail(tongue: Tongue, text: str) -> str:
    intro = escape(tongue.gmail).replace(escape(BOT), f'<a href="mailto:{BOT}">{BOT}</a>')
    return (
        f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{intro}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">'
        f"{page(text)}</blockquote></div>"
    )


def _cite(intro: Callable[[Tongue], str]) -> Callable[[Tongue, str], str]:
    return lambda tongue, text: (
        f'<div><br><blockquote type="cite"><div>{escape(intro(tongue))}</div><br><div>{_pre(text)}</div></blockquote></div>'
    )


def _outlook(tongue: Tongue, text: str) -> str:
    return (
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">'
        f"{_block_html(tongue)}<o:p></o:p></p></div></div>{_paragraphs(tuple(text.split(chr(10))))}"
    )


def _outlook_web(tongue: Tongue, text: str) -> str:
    return (
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">{_block_html(tongue)}</font><div>&nbsp;</div></div>{page(text)}'
    )


def _outlook_app(tongue: Tongue, text: str) -> str:
    return (
        '<div id="ms-outlook-mobile-body-separator-line" data-applydefaultfontstyles="true"><br></div>'
        f'<hr style="display:inline-block;width:98%"><div id="mail-editor-reference-message-container"><div>{_block_html(tongue)}</div>'
        f"{page(text)}</div>"
    )


def _ruled(tongue: Tongue, text: str) -> str:
    return f"{'_' * 32}\n{_block(tongue)}\n\n{text}"


def _original(tongue: Tongue, text: str) -> str:
    return f"{tongue.original}\n{_block(tongue)}\n\n{text}"


WEBMAIL = (
    Webmail("gmail-web", "X-Gm-Message-State: x", _breaks, _gmail, _marked(lambda tongue: tongue.gmail)),
    Webmail(
        "gmail-app",
        "X-Gm-Message-State: x",
        lambda lines: f'<div dir="auto">{_divs(lines)}</div>',
        _gmail,
        _marked(lambda tongue: tongue.gmail),
    ),
    Webmail("outlook-desktop", "X-Mailer: Microsoft Outlook 16.0", _paragraphs, _outlook, _original),
    Webmail(
        "outlook-web",
        "X-MS-Has-Attach: no",
        lambda lines: f'<div class="elementToProof">{_divs(lines)}</div>',
        _outlook_web,
        _ruled,
    ),
    Webmail(
        "outlook-app",
        "X-MS-Has-Attach: no",
        _divs,
        _outlook_app,
        _ruled,
        lambda tongue: f'<div id="x" class="ms-outlook-mobile-signature">{escape(tongue.outlook_app)}</div>',
        below=False,
    ),
    Webmail(
        "apple-mail",
        "X-Mailer: Apple Mail (2.3774.300.61.1.2)",
        _divs,
        _cite(lambda tongue: tongue.apple),
        _marked(lambda tongue: tongue.apple),
    ),
    Webmail(
        "iphone",
        "X-Mailer: iPhone Mail (21B101)",
        _divs,
        _cite(lambda tongue: tongue.apple),
        _marked(lambda tongue: tongue.apple),
        lambda tongue: f'<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">{escape(tongue.phone)}</div>',
    ),
    Webmail(
        "yahoo",
        "X-Mailer: WebService/1.1.22900 YMailNorrin",
        lambda lines: f'<div class="ydp1a2b3c-yahoo-style-wrap">{_divs(lines)}</div>',
        lambda tongue, text: (
            f'<div id="ydp9" class="ydp9yahoo_quoted"><div>{escape(tongue.yahoo)}</div><div><br></div>{page(text)}</div>'
        ),
        lambda tongue, text: f"    {tongue.yahoo}\n\n{text}",
    ),
    Webmail(
        "proton",
        "X-Pm-Message-ID: x",
        _divs,
        lambda tongue, text: (
            f'<div class="protonmail_quote">{escape(tongue.yahoo)}<br><br><blockquote class="protonmail_quote" type="cite">{page(text)}</blockquote></div>'
        ),
        _marked(lambda tongue: tongue.yahoo),
        lambda tongue: '<div class="protonmail_signature_block"><div>Sent with Proton Mail secure email.</div></div>',
    ),
    Webmail(
        "thunderbird-html",
        "User-Agent: Mozilla Thunderbird",
        lambda lines: "".join(f"<p>{escape(line)}</p>" for line in lines),
        lambda tongue, text: (
            f'<div class="moz-cite-prefix">{escape(tongue.thunderbird)}<br></div><blockquote type="cite" cite="mid:1@x">{_pre(text)}</blockquote>'
        ),
        lambda tongue, text: f"{tongue.thunderbird}\n{quoted(text)}",
    ),
)
ENGLISH_ONLY = (
    Webmail(
        "gmx",
        "X-Mailer: GMX Webmail",
        lambda lines: f'<div style="font-family: Verdana;font-size: 12.0px;">{_divs(lines)}</div>',
        lambda tongue, text: (
            '<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;">'
            f"<div><b>Gesendet:</b>&nbsp;Freitag, 20. November 2026<br><b>Von:</b>&nbsp;Postern<br><b>An:</b>&nbsp;joe<br><b>Betreff:</b>&nbsp;x</div>{page(text)}</div>"
        ),
        lambda tongue, text: (
            f"Gesendet: Freitag, 20. November 2026 um 20:00\nVon: {WHO}\nAn: joe@players.test\nBetreff: x\n\n{text}"
        ),
    ),
    Webmail(
        "fastmail-html",
        "User-Agent: Cyrus-JMAP",
        _divs,
        _cite(lambda tongue: tongue.thunderbird),
        _marked(lambda tongue: tongue.thunderbird),
    ),
    Webmail(
        "zoho",
        "X-Mailer: Zoho Mail",
        _divs,
        lambda tongue, text: (
            f'<div class="zmail_extra"><br>---- {escape(tongue.yahoo)} ----<br><blockquote id="blockquote_zmail">{page(text)}</blockquote></div>'
        ),
        lambda tongue, text: f"---- On Fri, 20 Nov 2026 20:00:00 +0100 {WHO} wrote ---\n\n{quoted(text)}",
    ),
    Webmail(
        "tutanota",
        "X-Mailer: Tutanota",
        _divs,
        lambda tongue, text: f'Nov 20, 2026, 20:00 by {BOT}:<br><blockquote class="tutanota_quote">{page(text)}</blockquote>',
        lambda tongue, text: f"Nov 20, 2026, 20:00 by {BOT}:\n\n{quoted(text)}",
    ),
    Webmail(
        "roundcube-html",
        "User-Agent: Roundcube Webmail/1.6.5",
        lambda lines: "".join(f"<p>{escape(line)}</p>" for line in lines),
        lambda tongue, text: (
            f'<p id="reply-intro">On 2026-11-20 20:00, Postern wrote:</p><blockquote type="cite" style="padding: 0 0.4em">{_pre(text)}</blockquote>'
        ),
        lambda tongue, text: f"On 2026-11-20 20:00, Postern wrote:\n\n{quoted(text)}",
    ),
    Webmail(
        "samsung",
        "X-Mailer: SamsungEmail",
        lambda lines: f'<body dir="auto">{_divs(lines)}',
        lambda tongue, text: (
            '<div><br></div><div align="left" dir="auto"><div>-------- Original message --------</div>'
            f"<div>From: Postern &lt;{BOT}&gt; </div><div>Date: 11/20/26  8:00 PM  (GMT+01:00) </div><div>To: joe@players.test </div>"
            f"<div>Subject: [QJ-101 turn 7] GREEDY </div><div><br></div></div>{page(text)}"
        ),
        lambda tongue, text: (
            f"-------- Original message --------From: Postern <{BOT}> Date: 11/20/26  8:00 PM  (GMT+01:00) To: joe@players.test "
            f"Subject: x \n{text}"
        ),
    ),
    Webmail(
        "k9-html",
        "User-Agent: K-9 Mail for Android",
        _breaks,
        lambda tongue, text: (
            f'<br><br><div class="gmail_quote"><div dir="auto">{escape(tongue.yahoo)}</div>'
            f'<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: 1px solid #729fcf; padding-left: 1ex;">{_pre(text)}</blockquote></div>'
        ),
        lambda tongue, text: f"{tongue.yahoo}\n{quoted(text, '>')}",
    ),
    Webmail(
        "icloud",
        "X-Mailer: iCloud Mail (2611Hotfix5)",
        _divs,
        _cite(lambda tongue: tongue.apple),
        _marked(lambda tongue: tongue.apple),
    ),
    Webmail(
        "aol",
        "X-Mailer: WebService/1.1.22900 AolMailNorrin",
        lambda lines: f'<div class="ydpaol-yahoo-style-wrap">{_divs(lines)}</div>',
        lambda tongue, text: (
            f'<div id="ydp7" class="ydp7yahoo_quoted"><div>{escape(tongue.yahoo)}</div><div><br></div>{page(text)}</div>'
        ),
        lambda tongue, text: f"    {tongue.yahoo}\n\n{text}",
    ),
    Webmail(
        "yandex",
        "X-Mailer: Yamail [ http://yandex.ru ] 5.0",
        _divs,
        lambda tongue, text: (
            f'<div> </div><div>20.11.2026, 20:00, "Postern" &lt;{BOT}&gt;:</div><blockquote class="{"a1b2c3wmi-quote"}">{page(text)}</blockquote>'
        ),
        lambda tongue, text: f'20.11.2026, 20:00, "Postern" <{BOT}>:\n{quoted(text)}',
    ),
    Webmail(
        "mail-ru",
        "X-Mailer: Mail.Ru Mailer 1.0",
        lambda lines: f'<div class="js-helper js-readmsg-msg">{_divs(lines)}</div>',
        lambda tongue, text: (
            '<blockquote style="border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;">'
            f"Пятница, 20 ноября 2026, 20:00 +03:00 от Postern &lt;{BOT}&gt;:<br><div>{page(text)}</div></blockquote>"
        ),
        lambda tongue, text: f"Пятница, 20 ноября 2026, 20:00 +03:00 от Postern <{BOT}>:\n{quoted(text, '>')}",
    ),
    Webmail("word-list", "X-Mailer: Microsoft Outlook 15.0", _bullets, _outlook, _original),
    Webmail("sheet", "X-Mailer: Microsoft Outlook 15.0", _cells, _outlook_web, _ruled),
)


def samples() -> Iterator[Sample]:
    """Each program in each language: orders above and below our letter, in HTML alone and with the plain part."""
    for webmail in (*WEBMAIL, *ENGLISH_ONLY):
        for tongue in TONGUES if webmail in WEBMAIL else TONGUES[:1]:
            wanted = (*ORDERS, tongue.press)
            name = f"{webmail.name}-{tongue.code}"
            html = f"{webmail.typed(wanted)}<div><br></div>{webmail.foot(tongue)}{webmail.quote(tongue, OURS)}"
            plain = "\n".join(wanted) + f"\n\n{webmail.plain(tongue, OURS)}\n"
            yield _sample(webmail, f"{name}-html", part(_page(html), "text/html", "utf-8", "quoted-printable"), wanted)
            charset = tongue.charset if tongue.code in ("de", "pl", "ru", "ja") else "utf-8"
            yield _sample(webmail, f"{name}-both", both(plain, _page(html), charset, "base64"), wanted)
            if webmail.below and tongue.code in ("en", "de", "ru"):
                under = f"{webmail.quote(tongue, OURS)}{webmail.typed(wanted)}"
                yield _sample(webmail, f"{name}-below", part(_page(under), "text/html"), wanted)
        if webmail in WEBMAIL:
            edited = f"{webmail.foot(TONGUES[0])}{webmail.quote(TONGUES[0], EDITED)}"
            yield _sample(webmail, f"{webmail.name}-page-edited", part(_page(edited), "text/html"), (EDITED_LINE,), (OURS,))
            plain_edited = webmail.plain(TONGUES[0], EDITED)
            yield _sample(webmail, f"{webmail.name}-page-edited-plain", part(plain_edited), (EDITED_LINE,), (OURS,))
            yield _sample(webmail, f"{webmail.name}-page-edited-unknown", part(plain_edited), ())
    picture = b"Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n"
    related = multipart("related", [part(_page(_divs(ORDERS) + '<img src="cid:logo">'), "text/html"), picture])
    yield Sample("apple-mail-picture", letter(multipart("alternative", [part("\n".join(ORDERS)), related])), ORDERS)
    yield Sample("outlook-picture", letter(related), ORDERS)


def _page(body: str) -> str:
    return f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta charset="utf-8"><style>p{{margin:0}}</style></head><body>{body}</body></html>'


def _sample(webmail: Webmail, name: str, content: bytes, expected: tuple[str, ...], sent: tuple[str, ...] = ()) -> Sample:
    return Sample(name, letter(content, webmail.header), expected, True, sent, ("quoted text",))
