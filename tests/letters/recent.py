# ruff: noqa: E501  (markup as programs write it)
"""Letters as mail programs of the years 2020 to 2026 write them, which are in no other table."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from html import escape

from tests.letters.letter import OURS, Sample, both, file, letter, multipart, page, part, quoted
from tests.letters.programs import ORDERS

TYPED = "\n".join(ORDERS)
DIVS = "".join(f"<div>{line}</div>" for line in ORDERS)
AUTO = "".join(f'<div dir="auto">{line}</div>' for line in ORDERS)
WHO = "Postern &lt;orders@postern.test&gt;"
QUOTED = page(OURS)


def samples() -> Iterator[Sample]:
    """All of them."""
    yield from _webmail()
    yield from _telephones()
    yield from _programs()
    yield from _servers()
    yield from _encodings()
    yield from _unseen()


def _html(name: str, html: str, program: str = "", *, quotes: bool = True, reasons: tuple[str, ...] = ()) -> Sample:
    return Sample(
        name, letter(part(f"<html><body>{html}</body></html>", "text/html"), program), ORDERS, quotes, reasons=reasons
    )


def _webmail() -> Iterator[Sample]:
    yield _html(
        "proton-2025",
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{DIVS}</div><div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent with <a href="https://proton.me/mail/home">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Friday, November 20th, 2026 at 20:00, {WHO} wrote:<br><blockquote class="protonmail_quote" type="cite">{QUOTED}</blockquote></div>',
    )
    yield _html(
        "tuta-2025",
        f'<div dir="auto">{ORDERS[0]}<br>{ORDERS[1]}<br>{ORDERS[2]}</div><div dir="auto"><br></div><div dir="auto">-- <br></div><div dir="auto">Sent with Tuta; enjoy secure &amp; ad-free emails: <br></div><div dir="auto">https://tuta.com</div><br><br>Nov 20, 2026, 20:00 by orders@postern.test:<br><blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8; padding-left: 10px; margin-left: 5px;">{QUOTED}</blockquote>',
    )
    yield _html(
        "hey-2024",
        f'<div class="trix-content"><div>{ORDERS[0]}<br>{ORDERS[1]}<br>{ORDERS[2]}</div><br><blockquote>On November 20, 2026, Postern &lt;orders@postern.test&gt; wrote:<br><div>{QUOTED}</div></blockquote></div>',
        "X-Mailer: HEY",
    )
    yield _html(
        "spark-3",
        f'<div name="messageBodySection"><div dir="auto">{ORDERS[0]}<br>{ORDERS[1]}<br>{ORDERS[2]}</div></div><div name="messageSignatureSection"><br><div class="matchFont">Sent with <a href="https://sparkmailapp.com">Spark</a></div></div><div name="messageReplySection">On 20 Nov 2026 at 20:00 +0100, {WHO}, wrote:<br><blockquote type="cite" class="spark_quote" style="margin: 5px 5px; border-left: thin solid #1abc9c;">{QUOTED}</blockquote></div>',
        "X-Readdle-Message-ID: x@Spark",
    )
    yield _html(
        "superhuman",
        f'<div><div><div class="">{DIVS}</div><br></div><div class="sh-signature"><div class="gmail_signature">Joe</div><div class="gmail_signature" style="font-size:12px">Sent via <a href="https://sprh.mn">Superhuman</a></div></div><br><div><div class="gmail_quote">On Fri, Nov 20, 2026 at 8:00 PM, Postern <span dir="ltr">&lt;<a href="mailto:orders@postern.test">orders@postern.test</a>&gt;</span> wrote:<br><blockquote class="gmail_quote" style="border-left:1px #ccc solid"><div>{QUOTED}</div></blockquote></div></div></div>',
    )
    yield _html(
        "zimbra-10",
        f'<div style="font-family: arial; font-size: 12pt">{DIVS}<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>From: </b>"Postern" &lt;orders@postern.test&gt;<br><b>To: </b>"Joe" &lt;joe@players.test&gt;<br><b>Sent: </b>Friday, November 20, 2026 8:00:00 PM<br><b>Subject: </b>[QJ-101 turn 7] GREEDY<br></div><div data-marker="__QUOTED_TEXT__">{QUOTED}</div></div>',
        "X-Mailer: Zimbra 10.0.8",
    )
    yield _html(
        "sogo-5",
        f'<html>{"<br />".join(ORDERS)}<br /><br />On Friday, November 20, 2026 20:00 CET, {WHO} wrote:<br />&nbsp;<blockquote type="cite" cite="1@postern.test">{QUOTED}</blockquote></html>',
        "User-Agent: SOGoMail 5.8.0",
    )
    yield _html(
        "roundcube-1-6",
        f'<p>{"<br />".join(ORDERS)}</p><div id="signature">-- <br />Joe</div><p id="reply-intro">On 2026-11-20 20:00, Postern wrote:</p><blockquote type="cite" style="padding: 0 0.4em; border-left: #1010ff 2px solid; margin: 0">{QUOTED}</blockquote>',
        "User-Agent: Roundcube Webmail/1.6.9",
    )
    yield _html(
        "gmail-confidential",
        f'<div dir="ltr">{DIVS}</div><br><div style="color:gray">This message was sent with Gmail confidential mode.</div>',
        quotes=False,
    )


def _telephones() -> Iterator[Sample]:
    yield _html(
        "samsung-mail-2024",
        f'<div dir="auto">{AUTO}<div id="composer_signature" dir="auto"><div style="font-size:12px;color:#575757" dir="auto">Von meinem Galaxy gesendet</div></div><div dir="auto"><br></div><div align="left" dir="auto" style="font-size:100%;color:#000000"><div>-------- Urspr\u00fcngliche Nachricht --------</div><div>Von: {WHO} </div><div>Datum: 20.11.26  20:00  (GMT+01:00) </div><div>An: joe@players.test </div><div>Betreff: [QJ-101 turn 7] GREEDY </div></div>{QUOTED}</div>',
    )
    yield _html(
        "outlook-mobile-auto",
        f'{AUTO}<div id="ms-outlook-mobile-body-separator-line" dir="auto"><br></div><div id="ms-outlook-mobile-signature" dir="auto">Get <a href="https://aka.ms/AAb9ysg">Outlook for Android</a></div><div id="mail-editor-reference-message-container" dir="auto"><br><hr style="display: inline-block; width: 98%;"><div id="divRplyFwdMsg" style="font-size: 11pt;"><b>From:</b> {WHO}<br><b>Sent:</b> Friday, November 20, 2026 8:00:00 PM<br><b>To:</b> joe@players.test<br><b>Subject:</b> [QJ-101 turn 7] GREEDY<br></div><br>{QUOTED}</div>',
    )
    yield Sample(
        "apple-mail-files-between",
        letter(
            multipart(
                "mixed",
                [
                    part(f"{ORDERS[0]}\n\n"),
                    file(b"x", "image/jpeg", "map.jpeg", "inline"),
                    part(f"\n\n{ORDERS[1]}\n{ORDERS[2]}\n"),
                ],
            ),
            "X-Mailer: Apple Mail (2.3826.300.87)",
        ),
        ORDERS,
    )
    yield Sample(
        "ios-shortcuts",
        letter(both(TYPED, f"<html><head></head><body>{'<br>'.join(ORDERS)}</body></html>"), "X-Mailer: iPhone Mail (22A3354)"),
        ORDERS,
    )
    yield Sample(
        "thunderbird-android",
        letter(
            part(
                f"{TYPED}\n-- \nDiese Nachricht wurde von meinem Android-Ger\u00e4t mit Thunderbird gesendet.\n\n\nAm 20. November 2026 20:00:00 MEZ schrieb Postern <orders@postern.test>:\n{quoted(mark='>')}\n"
            ),
            "User-Agent: Thunderbird for Android",
        ),
        ORDERS,
        True,
    )
    yield Sample(
        "sms-gateway",
        letter(
            multipart("mixed", [part(f"{ORDERS[0]}\n{ORDERS[1]}\n{ORDERS[2]}", more='; name="text_0.txt"')]),
            "X-Mms-Message-Type: m-send-req",
            subject="",
            reply=False,
        ),
        ORDERS,
    )
    yield Sample(
        "sms-gateway-page",
        letter(
            part(
                f'<html><body><table><tr><td><img src="cid:logo" alt=""></td></tr><tr><td>{"<br>".join(ORDERS)}</td></tr></table></body></html>',
                "text/html",
            ),
            reply=False,
        ),
        ORDERS,
    )
    yield Sample("iphone-one-line-breaks", letter(part("\u2028".join(ORDERS)), "X-Mailer: iPhone Mail (22B83)"), ORDERS)


def _programs() -> Iterator[Sample]:
    pgp = file(
        b"-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n", "application/pgp-signature", "signature.asc"
    )
    mutt = part(
        f"{TYPED}\n\nOn Fri, Nov 20, 2026 at 08:00:00PM +0100, Postern wrote:\n{quoted()}\n\n-- \nJoe\n",
        more='; protected-headers="v1"; format=flowed',
        encoding="quoted-printable",
    )
    yield Sample(
        "mutt-pgp-mime",
        letter(
            multipart("signed", [mutt, pgp], '; micalg=pgp-sha512; protocol="application/pgp-signature"'),
            "User-Agent: Mutt/2.2.13",
        ),
        ORDERS,
        True,
    )
    covered = multipart("mixed", [part("Subject: ...\n", "text/rfc822-headers", more='; protected-headers="v1"'), part(TYPED)])
    yield Sample("enigmail-covered-headers", letter(multipart("signed", [covered, pgp])), ORDERS)
    key = file(
        b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nx\n-----END PGP PUBLIC KEY BLOCK-----\n",
        "application/pgp-keys",
        "OpenPGP_0x1.asc",
    )
    yield Sample(
        "thunderbird-autocrypt",
        letter(
            multipart(
                "signed", [multipart("mixed", [multipart("mixed", [part(TYPED), key], boundary="in")], boundary="mid"), pgp]
            )
        ),
        ORDERS,
    )
    yield Sample(
        "notes-12",
        letter(
            part(
                f"{TYPED}\n\n\n\nFrom:   Postern <orders@postern.test>\nTo:     joe@players.test\nDate:   20/11/2026 20:00\nSubject:        [QJ-101 turn 7] GREEDY\n\n\n\n{OURS}\n"
            ),
            "X-Mailer: HCL Notes Release 12.0.2",
        ),
        ORDERS,
        True,
    )
    yield _html(
        "notes-page",
        f'<font size=2 face="sans-serif">{"<br>".join(ORDERS)}</font><br><br><br><br><font size=1 color=#5f5f5f face="sans-serif">From: &nbsp; &nbsp; &nbsp; &nbsp;</font><font size=1 face="sans-serif">Postern &lt;orders@postern.test&gt;</font><br><font size=1 color=#5f5f5f>To: &nbsp; &nbsp;</font><font size=1>joe@players.test</font><br><font size=1>Date: &nbsp; &nbsp;</font><font size=1>20/11/2026 20:00</font><br><font size=1>Subject: &nbsp; &nbsp;</font><font size=1>[QJ-101 turn 7] GREEDY</font><br><hr noshade><br>{QUOTED}',
    )
    inline = f"{TYPED}\n\n---------- Forwarded message ---------\nFrom: Ann <ann@players.test>\nDate: Fri, Nov 20, 2026 at 8:00 PM\nSubject: my moves\nTo: Joe <joe@players.test>\n\n\nL99MA1\nL98MA1\n"
    yield Sample("gmail-forward-inline", letter(part(inline), subject="Fwd: my moves"), ORDERS, reasons=("a forwarded letter",))
    forwarded = (
        b'Content-Type: message/rfc822; name="my moves.eml"\r\nContent-Disposition: attachment; filename="my moves.eml"\r\n\r\n'
        + letter(both("L99MA1", "<p>L99MA1</p>"))
    )
    yield Sample("outlook-forward-as-file", letter(multipart("mixed", [both(TYPED, DIVS), forwarded])), ORDERS)
    yield Sample(
        "digest",
        letter(
            multipart("mixed", [part(TYPED), multipart("digest", [forwarded[forwarded.index(b"\r\n\r\n") :]], boundary="d")])
        ),
        ORDERS,
    )


def _servers() -> Iterator[Sample]:
    banner = '<div style="background-color:#FFEB9C; width:100%; border-style: solid; border-color:#9C6500; border-width:1pt; padding:2pt;"><b style="color:#9C6500">CAUTION:</b> This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender.</div><br>'
    yield _html("banner-page", banner + DIVS, quotes=False, reasons=("a mail server's notice",))
    table = '<table border="0" cellspacing="0" width="100%"><tr><td bgcolor="#a6a6a6" style="padding:7px 2px"></td><td width="100%" bgcolor="#eaeaea"><div>You don\'t often get email from joe@players.test. <a href="https://aka.ms/LearnAboutSenderIdentification">Learn why this is important</a></div></td><td></td></tr></table>'
    yield _html("banner-tip-page", table + DIVS, quotes=False, reasons=("a mail server's notice",))
    proofpoint = '<!-- BaNnErBlUrFlE-BoDy-start --><div style="display:none!important;mso-hide:all">ZjQcmQRYFpfptBannerStart</div><table><tr><td>This Message Is From an External Sender</td></tr><tr><td>This message came from outside your organization.</td></tr></table><div style="display:none">ZjQcmQRYFpfptBannerEnd</div>'
    yield _html("banner-proofpoint", proofpoint + DIVS, quotes=False)
    yield Sample(
        "banner-proofpoint-plain",
        letter(
            part(f"This Message Is From an External Sender\nThis message came from outside your organization.\n\n{TYPED}\n")
        ),
        ORDERS,
    )
    yield Sample(
        "banner-not-scanned",
        letter(part(f"This message could not be scanned for viruses because it is encrypted.\n\n{TYPED}\n")),
        ORDERS,
    )
    yield Sample(
        "banner-mimecast",
        letter(part(f"[EXTERNAL EMAIL] DO NOT CLICK links or attachments unless you recognize the sender.\n\n{TYPED}\n")),
        ORDERS,
    )
    yield Sample("banner-extern-de", letter(part(f"[EXTERN] Diese E-Mail kommt von au\u00dferhalb.\n\n{TYPED}\n")), ORDERS)


def _encodings() -> Iterator[Sample]:
    for name, codec in (("le", "utf-16-le"), ("be", "utf-16-be")):
        head = f"Content-Type: text/plain; charset={codec}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()
        yield Sample(f"utf-16-{name}-unmarked", letter(head + base64.encodebytes(TYPED.encode(codec))), ORDERS)
    head = b"Content-Type: text/html; charset=utf-16\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    yield Sample(
        "utf-16-page",
        letter(
            head + base64.encodebytes(f'<html><head><meta charset="utf-16"></head><body>{DIVS}</body></html>'.encode("utf-16"))
        ),
        ORDERS,
    )
    lies = f'<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-2022-jp"></head><body>{DIVS}<div>D=ORC Gr\u00f6\u00dfe</div></body></html>'
    yield Sample("page-that-lies", letter(part(lies, "text/html", "utf-8", "base64")), (*ORDERS, "D=ORC Gr\u00f6\u00dfe"))


def _unseen() -> Iterator[Sample]:
    yield Sample("empty-text-with-page", letter(multipart("alternative", [part("\r\n \r\n"), part(DIVS, "text/html")])), ORDERS)
    for number, stub in enumerate(
        (
            "Your mail program does not show HTML.",
            "This is an HTML email. Please use a program that shows HTML.",
            "Ihr E-Mail-Programm zeigt kein HTML an.",
            "Votre logiciel de messagerie n'affiche pas le HTML.",
            "To view this email, please open it in your browser.",
            "Your email client does not support HTML messages.",
            "(This message has no plain text part.)",
        )
    ):
        yield Sample(f"stub-{number}", letter(multipart("alternative", [part(stub), part(DIVS, "text/html")])), ORDERS)
    yield _html(
        "preheader",
        f'<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">L99MA1</div><span style="font-size:0px">L98MA1</span>{DIVS}<img src="https://t.test/o.gif" width=1 height=1 alt="">',
        quotes=False,
        reasons=("hidden text",),
    )
    hidden = f"<style>.gone {{ display: none }} #off {{ display:none }}</style><p class='gone'>L99MA1</p><p id='off'>L98MA1</p>{DIVS}"
    yield _html("hidden-by-sheet", hidden, quotes=False, reasons=("hidden text",))
    yield _html(
        "comments-of-outlook", f"<!--[if mso]><p>L99MA1</p><![endif]-->{DIVS}<!-- L98MA1 {escape('<')} -->", quotes=False
    )
    yield _html(
        "struck-out", DIVS + "<div><s>L99MA1</s></div><div><del>L98MA1</del></div>", quotes=False, reasons=("struck-out text",)
    )
