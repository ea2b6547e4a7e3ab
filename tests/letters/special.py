"""Letters that are unusual in one way each: signed, packed, forwarded, badly encoded, wrapped, with notices around them."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator

from tests.letters.letter import OURS, Sample, both, file, letter, multipart, page, part, quoted
from tests.letters.programs import ORDERS
from tests.letters.tongues import TONGUES

TYPED = "\n".join(ORDERS)
PRESS = "D=ORC Größe zählt — “immer”"
PRESS_READ = 'D=ORC Größe zählt - "immer"'


def samples() -> Iterator[Sample]:
    """All of them."""
    yield from _surroundings()
    yield from _signed()
    yield from _packed()
    yield from _forwarded()
    yield from _encoded()
    yield from _wrapped()
    yield from _pages()


def _surroundings() -> Iterator[Sample]:
    for tongue in TONGUES:
        for name, foot, reason in (
            ("phone", tongue.phone, "a mail program's own text"),
            ("app", tongue.outlook_app, "a mail program's own text"),
            ("legal", tongue.legal, "a legal notice"),
            ("ruled-legal", f"{'_' * 40}\n{tongue.legal}", "a legal notice"),
            ("scanner", tongue.scanner, "a mail server's notice"),
            ("all", f"{tongue.phone}\n\n{tongue.legal}\n\n--\n{tongue.scanner}", "a legal notice"),
        ):
            yield Sample(f"{name}-{tongue.code}", letter(part(f"{TYPED}\n\n{foot}\n")), ORDERS, reasons=(reason,))
        wanted = (*ORDERS, tongue.press)
        forwarded = f"{chr(10).join(wanted)}\n\n{tongue.forwarded}\n{tongue.block[0]} LORD <lord@players.test>\n\nL99MA1\n"
        yield Sample(f"forwarded-inline-{tongue.code}", letter(part(forwarded)), wanted, reasons=("a forwarded letter",))
    banners = (
        "[EXTERNAL]",
        "[EXTERNAL] This message comes from somebody you may not know.",
        "CAUTION: This email originated from outside of the organization. Do not click links or\n"
        "open attachments unless you recognize the sender and know the content is safe.",
        "You don't often get email from joe@players.test. Learn why this is important",
        "WARNING: This email came from outside the company.",
        "EXTERNAL EMAIL",
        "ACHTUNG: Diese E-Mail stammt von einem externen Absender.",
        "ATTENTION : ce courriel vient de l'extérieur.",
    )
    for number, banner in enumerate(banners):
        for gap in ("\n", "\n\n"):
            name = f"banner-{number}{'-close' if gap == chr(10) else ''}"
            yield Sample(name, letter(part(f"{banner}{gap}{TYPED}\n")), ORDERS, reasons=("a mail server's notice",))
    for number, line in enumerate(
        (
            "Sent from Yahoo Mail on Android",
            "Sent from Yahoo Mail for iPhone",
            "Sent via the Samsung Galaxy S24, an AT&T 5G smartphone",
            "Sent with Proton Mail secure email.",
            "Get Outlook for iOS<https://aka.ms/o0ukef>",
            "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
            "Sent from Mail for Windows",
            "Von Samsung-Mobilgerät gesendet",
            "Gesendet mit der GMX Mail App",
            "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
            "Envoyé à partir de Outlook pour iOS",
            "Enviado desde Outlook para Android",
            "Inviato da Libero Mail per Android",
            "Отправлено из мобильной Яндекс Почты",
            "Wysłane z telefonu Samsung",
            "Verzonden vanaf Outlook voor iOS",
        )
    ):
        yield Sample(
            f"program-line-{number}", letter(part(f"{TYPED}\n\n{line}\n")), ORDERS, reasons=("a mail program's own text",)
        )


def _signed() -> Iterator[Sample]:
    pgp = file(
        b"-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n", "application/pgp-signature", "signature.asc"
    )
    more = '; micalg=pgp-sha512; protocol="application/pgp-signature"'
    yield Sample("pgp-mime", letter(multipart("signed", [part(TYPED), pgp], more)), ORDERS)
    yield Sample("pgp-mime-html", letter(multipart("signed", [both(TYPED, page(TYPED)), pgp], more)), ORDERS)
    smime = file(b"\x30\x80", "application/pkcs7-signature", "smime.p7s")
    yield Sample("s-mime", letter(multipart("signed", [part(f"{TYPED}\n\n{quoted()}"), smime])), ORDERS, True)
    inner = part(f"{TYPED}\n\n-- \nJoe\n")
    yield Sample(
        "s-mime-opaque", letter(file(cms(inner), "application/pkcs7-mime; smime-type=signed-data", "smime.p7m")), ORDERS
    )
    loose = file(cms(inner, endless=True), "application/x-pkcs7-mime", "smime.p7m")
    yield Sample("s-mime-opaque-in-pieces", letter(loose), ORDERS)
    for name, hashes in (("", "Hash: SHA256\n"), ("-bare", "")):
        clear = (
            f"-----BEGIN PGP SIGNED MESSAGE-----\n{hashes}\n{TYPED}\n- -- \nJoe\n-----BEGIN PGP SIGNATURE-----\n"
            "Version: GnuPG v2\n\niQEzBAEBCAAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
        )
        yield Sample(f"pgp-inline{name}", letter(part(clear)), ORDERS, reasons=("the frame of a digital signature",))


def _packed() -> Iterator[Sample]:
    stream = rf"{{\rtf1\ansi {ORDERS[0]}\par {ORDERS[1]}\par {ORDERS[2]}\par}}".encode()
    rtf = struct.pack("<IIII", len(stream) + 12, len(stream), 0x414C454D, 0) + stream
    for name, content in (
        ("body", attribute(0x0002800C, TYPED.encode() + b"\0")),
        ("unicode", attribute(0x00069003, properties((0x1000, 0x001F, TYPED.encode("utf-16-le") + b"\0\0")))),
        ("html", attribute(0x00069003, properties((0x1013, 0x0102, page(TYPED).encode())))),
        ("rtf", attribute(0x00069003, properties((0x1009, 0x0102, rtf)))),
    ):
        winmail = file(tnef(content), "application/ms-tnef", "winmail.dat")
        yield Sample(f"tnef-{name}", letter(multipart("mixed", [part(" \n"), winmail])), ORDERS)
        yield Sample(f"tnef-{name}-alone", letter(winmail, "X-Mailer: Microsoft Outlook 16.0"), ORDERS)
        yield Sample(f"tnef-{name}-beside-text", letter(multipart("mixed", [part(TYPED), winmail])), ORDERS)


def _forwarded() -> Iterator[Sample]:
    inner = letter(part("L99MA1\n"), reply=False)
    as_file = b"Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n" + inner
    yield Sample("forwarded-whole", letter(multipart("mixed", [part(TYPED), as_file])), ORDERS)
    yield Sample("forwarded-whole-alone", letter(multipart("mixed", [part(""), as_file])), ())
    eml = file(inner, "application/octet-stream", "letter.eml")
    yield Sample("eml-attached", letter(multipart("mixed", [part(TYPED), eml])), ORDERS)
    calendar = part("BEGIN:VCALENDAR\nSUMMARY:L99MA1\nEND:VCALENDAR", "text/calendar", more="; method=REQUEST")
    yield Sample("calendar", letter(multipart("alternative", [part(TYPED), calendar])), ORDERS)
    ics = file(b"BEGIN:VCALENDAR", "text/calendar", "turn.ics")
    yield Sample("calendar-attached", letter(multipart("mixed", [part(TYPED), ics])), ORDERS)
    for kind in ("text/plain", "application/octet-stream"):
        text = file(f"{TYPED}\r\n".encode(), kind, "orders.txt")
        yield Sample(f"orders-file-{kind.partition('/')[2]}", letter(multipart("mixed", [part(""), text])), ORDERS)
    utf16 = file(TYPED.encode("utf-16"), "text/plain", "ORDERS.TXT")
    yield Sample("orders-file-utf-16", letter(multipart("mixed", [part("\n"), utf16])), ORDERS)
    footer = part("_____\nTo unsubscribe from this list write to x@y.test\n")
    yield Sample("list-footer", letter(multipart("mixed", [part(TYPED), footer])), ORDERS)
    resent = "Resent-From: joe@home.test\nResent-To: orders@postern.test\nX-Forwarded-For: joe@home.test"
    yield Sample("forwarder", letter(part(f"{TYPED}\n\n{quoted()}"), resent), ORDERS, True)


def _encoded() -> Iterator[Sample]:
    wanted = (*ORDERS, PRESS_READ)
    text = f"{TYPED}\n{PRESS}\n"
    utf8, western = text.encode(), text.encode("cp1252")
    for name, declared, data in (
        ("utf-8-as-latin", "iso-8859-1", utf8),
        ("utf-8-as-ascii", "us-ascii", utf8),
        ("utf-8-as-cyrillic", "windows-1251", utf8),
        ("western-as-utf-8", "utf-8", western),
        ("western-as-latin", "iso-8859-1", western),
        ("western-undeclared", "", western),
        ("utf-8-undeclared", "", utf8),
        ("utf-8-unknown-name", "x-user-defined", utf8),
        ("utf-8-quoted-name", '"UTF-8"', utf8),
        ("utf-8-marked", "us-ascii", b"\xef\xbb\xbf" + utf8),
        ("utf-16-marked", "utf-16", text.encode("utf-16")),
        ("mojibake", "utf-8", utf8.decode("latin-1").encode()),
    ):
        kind = f"Content-Type: text/plain; charset={declared}" if declared else "Content-Type: text/plain"
        head = f"{kind}\r\nContent-Transfer-Encoding: base64\r\n\r\n".encode()
        yield Sample(f"charset-{name}", letter(head + base64.encodebytes(data)), wanted)
    seven = "Content-Type: text/plain; charset=utf-7\r\n\r\nL13MB4B5\r\nGB2BC4\r\nT45=M7\r\n+AEwAOQA5AE0AQQAx-\r\n"
    yield Sample("charset-utf-7", letter(seven.encode()), (*ORDERS, "+AEwAOQA5AE0AQQAx-"))
    for charset, press in (
        ("koi8-r", "D=ORC Встретимся у реки завтра на рассвете"),
        ("windows-1251", "D=ORC Встретимся у реки завтра на рассвете"),
        ("iso-2022-jp", "D=ORC 明日の朝、川で会いましょう"),
        ("shift_jis", "D=ORC 明日の朝、川で会いましょう。北の森を抜けて進みます"),
    ):
        data = f"{TYPED}\n{press}\n".encode(charset)
        bare = b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(data)
        yield Sample(f"charset-{charset}-undeclared", letter(bare), (*ORDERS, press))
    coded = base64.b64encode(utf8)
    for name, data in (
        ("no-padding", coded.rstrip(b"=")),
        ("line-noise", b"!" + coded[:20] + b"\r\n \r\n" + coded[20:]),
        ("one-long-line", coded),
        ("two-runs", base64.b64encode(utf8[:10]) + b"\r\n" + base64.b64encode(utf8[10:])),
    ):
        head = b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        yield Sample(f"base64-{name}", letter(head + data + b"\r\n"), wanted)
    for name, body in (
        ("soft-breaks", "L13M=\r\nB4B5\r\nGB2=\r\nBC4\r\nT45=3DM7\r\n"),
        ("bare-equals", "L13MB4B5\r\nGB2BC4\r\nT45=M7\r\n"),
        ("trailing-blanks", "L13MB4B5   \r\nGB2BC4=20\r\nT45=3DM7=\r\n"),
    ):
        printable = f"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{body}"
        yield Sample(f"quoted-printable-{name}", letter(printable.encode()), ORDERS)
    odd = f"Content-Type: text/plain\r\nContent-Transfer-Encoding: 8-bit\r\n\r\n{TYPED}\r\n"
    yield Sample("encoding-misnamed", letter(odd.encode()), ORDERS)
    yield Sample("no-mime-at-all", f"From: joe@players.test\nTo: orders@postern.test\n\n{TYPED}\n".encode(), ORDERS)
    yield Sample("mac-line-ends", letter(b"Content-Type: text/plain\r\n\r\n" + TYPED.replace("\n", "\r").encode()), ORDERS)


def _wrapped() -> Iterator[Sample]:
    long = "L13 marches from B2 to B3, gives five troops to the garrison of B3 and then goes on to C4 with all the rest"
    broken = f"{long.replace('B3 and then', 'B3 and' + chr(10) + 'then')}\nGB2BC4\n"
    flowed = broken.replace("B3 and\n", "B3 and \n")
    wanted = (long, "GB2BC4")
    yield Sample("flowed", letter(part(flowed, more="; format=flowed")), wanted)
    delsp = flowed.replace("and \nthen", "and  \nthen")
    yield Sample("flowed-delsp", letter(part(delsp, more="; format=flowed; delsp=yes")), wanted)
    yield Sample("wrapped-sentence", letter(part(broken)), wanted)
    comma = "A=LORD, A=ORC, A=SLENTH, A=WIZARD, A=DRUID, A=KNIGHT, A=ELF, A=DWARF,\nA=GOBLIN\nGB2BC4\n"
    yield Sample("wrapped-after-comma", letter(part(comma)), (comma.split("\nGB2")[0].replace("\n", " "), "GB2BC4"))
    coded = "L13 M B4 B5 B6 B7 B8 B9 C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 D2 D3 D4 D5 D6 D7\nD8 D9\nL14 M B5\n"
    yield Sample("wrapped-codes", letter(part(coded)), (coded.split("\nL14")[0].replace("\n", " "), "L14 M B5"))
    full = "L13 M B4 B5 B6 B7 B8 B9 C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 D2 D3 D4 D5 D6 D7"
    yield Sample("full-lines-stay", letter(part(f"{full}\nL14 M B5\nL15 M B6\n")), (full, "L14 M B5", "L15 M B6"))
    short = "L13 marches to B3,\nand L14 goes to\nC4\n"
    yield Sample("short-lines-stay", letter(part(short)), tuple(short.strip().split("\n")))
    combed = quoted().replace("CET (19:00 UTC), or half an hour after", "CET (19:00 UTC), or half an hour\nafter")
    intro = "Am 20.11.26 um 20:00 schrieb Postern:\n"
    yield Sample("comb-quoting", letter(part(f"{TYPED}\n\n{intro}{combed}\n")), ORDERS, True, (OURS,))


def _pages() -> Iterator[Sample]:
    for name, html in (
        ("hidden", f'{page(TYPED)}<div style="display:none">L99MA1</div><span style="font-size:0px">L98MA1</span>'),
        ("preheader", f'<div style="max-height:0;overflow:hidden">L99MA1</div>{page(TYPED)}'),
        ("transparent", f'{page(TYPED)}<p style="color:transparent">L99MA1</p>'),
        ("hidden-by-class", f"<style>.x, p.y {{ color: red; display: none }}</style>{page(TYPED)}<p class='a x'>L99MA1</p>"),
        ("beside-the-screen", f'{page(TYPED)}<div style="position:absolute; left:-9999px">L99MA1</div>'),
        ("hidden-attribute", f"{page(TYPED)}<p hidden>L99MA1</p>"),
    ):
        yield Sample(f"page-{name}", letter(part(html, "text/html")), ORDERS, reasons=("hidden text",))
    numbered = "".join(f"<li>{line}</li>" for line in ORDERS)
    for name, html in (
        ("numbered", f"<ol>{numbered}</ol>"),
        ("nested-list", f"<ul><li>{ORDERS[0]}<ul><li>{ORDERS[1]}</li><li>{ORDERS[2]}</li></ul></li></ul>"),
        ("breaks", "<br>".join(ORDERS)),
        ("spans", "<br/>".join(f"<span>{line[:3]}</span><b>{line[3:]}</b>" for line in ORDERS)),
        ("pre", f"<pre>{TYPED}</pre>"),
        ("table", "<table>" + "".join(f"<tr><td>{line}</td><td></td></tr>" for line in ORDERS) + "</table>"),
        ("unclosed", "<p>" + "<p>".join(ORDERS)),
        ("shouting", f"<HTML><BODY><P>{'<BR>'.join(ORDERS)}</P></BODY></HTML>"),
        ("word-comments", f"<!--[if mso]><p>L99MA1</p><![endif]-->{page(TYPED)}"),
        ("script", f"<script>L99MA1</script><style>L98MA1</style>{page(TYPED)}"),
    ):
        yield Sample(f"page-{name}", letter(part(html, "text/html")), ORDERS)
    rows = "".join(f"<tr><td>{line[:3]}</td><td>{line[3:]}</td></tr>" for line in ORDERS)
    pieces = tuple(f"{line[:3]} {line[3:]}" for line in ORDERS)
    yield Sample("page-table-of-pieces", letter(part(f"<table>{rows}</table>", "text/html")), pieces)
    media = "<style>@media print { .x { display: none } } p { margin: 0 }</style>"
    yield Sample("page-hidden-in-print", letter(part(f"{media}<p class='x'>{'<br>'.join(ORDERS)}</p>", "text/html")), ORDERS)
    stub = "This message requires an HTML capable mail program."
    yield Sample("plain-part-is-a-stub", letter(both(stub, page(TYPED))), ORDERS)
    yield Sample("plain-part-is-blank", letter(both(" \n\n", page(TYPED))), ORDERS)


def tnef(attributes: bytes) -> bytes:
    """A winmail.dat with these attributes."""
    return struct.pack("<IH", 0x223E9F78, 1) + attribute(0x00089006, struct.pack("<I", 0x10000)) + attributes


def attribute(number: int, content: bytes) -> bytes:
    """One attribute of the message."""
    return struct.pack("<BII", 1, number, len(content)) + content + struct.pack("<H", sum(content) & 0xFFFF)


def properties(*values: tuple[int, int, bytes]) -> bytes:
    """Properties as (number, type, content), behind one of fixed size and a named one, as Outlook has them."""
    done = struct.pack("<IHHI", len(values) + 2, 0x0003, 0x0017, 1)
    done += struct.pack("<HH", 0x0003, 0x8001) + bytes(16) + struct.pack("<III", 0, 7, 1)
    for number, kind, content in values:
        done += struct.pack("<HHII", kind, number, 1, len(content)) + content + bytes(-len(content) % 4)
    return done


def cms(content: bytes, *, endless: bool = False) -> bytes:
    """SignedData around a letter, without certificates or signers; ``endless`` in pieces of indefinite length (BER)."""
    data, signed = bytes.fromhex("06092a864886f70d010701"), bytes.fromhex("06092a864886f70d010702")
    version, none = b"\x02\x01\x01", b"\x31\x00"
    if endless:
        pieces = b"".join(_der(0x04, content[start : start + 50]) for start in range(0, len(content), 50))
        octets = b"\x24\x80" + pieces + b"\0\0"
        inner = version + none + b"\x30\x80" + data + b"\xa0\x80" + octets + b"\0\0" + b"\0\0" + none
        return b"\x30\x80" + signed + b"\xa0\x80" + b"\x30\x80" + inner + b"\0\0" * 3
    inner = _der(0x30, version + none + _der(0x30, data + _der(0xA0, _der(0x04, content))) + none)
    return _der(0x30, signed + _der(0xA0, inner))


def _der(tag: int, content: bytes) -> bytes:
    size = len(content)
    length = bytes([size]) if size < 0x80 else b"\x82" + size.to_bytes(2, "big")
    return bytes([tag]) + length + content
