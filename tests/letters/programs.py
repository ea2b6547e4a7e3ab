"""Programs that write plain text, and what their letters look like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.letters.letter import OURS, Sample, letter, part, quoted
from tests.letters.tongues import TONGUES, WHO

ORDERS = ("L13MB4B5", "GB2BC4", "T45=M7")


@dataclass(frozen=True)
class Program:
    """A program: its header, what it writes above a quotation, the mark before quoted lines, and how it encodes."""

    name: str
    header: str
    intro: str
    mark: str = "> "
    encoding: str = ""
    more: str = ""
    foot: str = ""


_DAY = "Fri, Nov 20, 2026 at 08:00:00PM +0100"
PROGRAMS = (
    Program("neomutt", "User-Agent: NeoMutt/20220429", f"On {_DAY}, Postern wrote:", foot="-- \nJoe"),
    Program("neomutt-flowed", "User-Agent: NeoMutt/20250113", f"On {_DAY}, Postern wrote:", more="; format=flowed"),
    Program("mutt", "User-Agent: Mutt/2.2.12", f"On {_DAY}, Postern wrote:"),
    Program(
        "alpine", "User-Agent: Alpine 2.26 (DEB 649 2022-06-02)", "On Fri, 20 Nov 2026, Postern wrote:", more="; format=flowed"
    ),
    Program("pine", "X-Mailer: Pine 4.64", "On Fri, 20 Nov 2026, Postern wrote:"),
    Program("s-nail", "User-Agent: s-nail v14.9.24", f"{WHO} wrote in\n <1.postern@postern.test>:\n", mark=" |"),
    Program("mailx", "User-Agent: Heirloom mailx 12.5 7/5/10", '"Postern" <orders@postern.test> wrote:\n', mark="> "),
    Program("mailx-tab", "User-Agent: mail (GNU Mailutils 3.15)", f"{WHO} writes:\n", mark="\t"),
    Program(
        "claws", "X-Mailer: Claws Mail 4.1.1", f"On Fri, 20 Nov 2026 20:00:00 +0100\n{WHO} wrote:\n", foot="-- \nJoe Player"
    ),
    Program("sylpheed", "X-Mailer: Sylpheed 3.8.0", f"On Fri, 20 Nov 2026 20:00:00 +0100\n{WHO} wrote:\n"),
    Program("thunderbird", "User-Agent: Mozilla Thunderbird", "On 11/20/26 20:00, Postern wrote:", more="; format=flowed"),
    Program("k9", "User-Agent: K-9 Mail for Android", f"On November 20, 2026 8:00:00 PM GMT+01:00, {WHO} wrote:", ">"),
    Program("evolution", "User-Agent: Evolution 3.46.4", "On Fri, 2026-11-20 at 20:00 +0100, Postern wrote:", encoding="8bit"),
    Program("kmail", "User-Agent: KMail/5.22.3", "On Friday, 20 November 2026 20:00:00 CET Postern wrote:", foot="-- \nJoe"),
    Program("gnus", "User-Agent: Gnus/5.13 (Gnus v5.13)", f"{WHO} writes:\n"),
    Program("the-bat", "X-Mailer: The Bat! (v10)", "On Friday, November 20, 2026, 20:00:00, Postern wrote:\n", mark="P> "),
    Program("roundcube", "User-Agent: Roundcube Webmail/1.6", "On 2026-11-20 20:00, Postern wrote:", encoding="8bit"),
    Program("squirrelmail", "User-Agent: SquirrelMail/1.4.23", "> On Fri, November 20, 2026 8:00 pm, Postern wrote:"),
    Program("horde", "User-Agent: Horde Application Framework 5", f"Quoting {WHO}:\n"),
    Program(
        "gmail-plain", "X-Google-Smtp-Source: x", "On Fri, Nov 20, 2026 at 8:00 PM Postern <\norders@postern.test> wrote:\n"
    ),
    Program(
        "apple-mail",
        "X-Mailer: Apple Mail (2.3774)",
        f"> On 20 Nov 2026, at 20:00, {WHO} wrote:\n> ",
        encoding="quoted-printable",
    ),
    Program("iphone", "X-Mailer: iPhone Mail (21B101)", f"> On 20 Nov 2026, at 20:00, {WHO} wrote:\n> \n> ", encoding="base64"),
    Program(
        "proton", "X-Mailer: ProtonMail Web", f"On Friday, November 20th, 2026 at 8:00 PM, {WHO} wrote:\n", encoding="base64"
    ),
    Program("fastmail", "User-Agent: Cyrus-JMAP/3.9", "On Fri, Nov 20, 2026, at 8:00 PM, Postern wrote:", encoding="8bit"),
    Program("aerc", "User-Agent: aerc/0.14.0", "On Fri Nov 20, 2026 at 8:00 PM CET, Postern wrote:"),
    Program(
        "emclient",
        "User-Agent: eM_Client/9",
        '------ Original Message ------\nFrom: "Postern" <orders@postern.test>\nTo: "Joe"\n',
        mark=">",
    ),
    Program("mailspring", "X-Mailer: Mailspring", f"On Nov 20 2026, at 8:00 pm, {WHO} wrote:\n"),
    Program("nmh", "X-Mailer: MH-E 8.6", f"{WHO} writes:\n\n", mark=">"),
)


def samples() -> Iterator[Sample]:
    """Each program: orders above the quotation, below it, between its lines, and typed into a quoted line."""
    for program in PROGRAMS:
        quote = f"{program.intro}\n{quoted(mark=program.mark)}"
        foot = f"\n{program.foot}" if program.foot else ""
        typed = "\n".join(ORDERS)
        yield _sample(program, "above", f"{typed}\n\n{quote}\n{foot}\n", ORDERS)
        yield _sample(program, "below", f"{quote}\n\n{typed}\n{foot}\n", ORDERS)
        lines = quote.split("\n")
        middle = len(lines) - 8
        between = "\n".join([*lines[:middle], "", ORDERS[0], "", *lines[middle:], *ORDERS[1:]])
        if program.mark in ("> ", ">"):
            yield _sample(program, "between", between, ORDERS)
        if program.mark in ("> ", ">") and "Original" not in program.intro:
            edited = quoted(OURS.replace("L13 ;", "L13 M B4 ;").replace("L15 ;", "L15 F A1 A2 ;"), program.mark)
            filled = ("L13 M B4 ; in B2, 4 movement points", "L15 F A1 A2 ; in B2, 4 movement points")
            yield _sample(program, "edited", f"{program.intro}\n{edited}\n", filled, sent=(OURS,))
            yield _sample(program, "edited-unknown", f"{program.intro}\n{edited}\n", ())
    for tongue in TONGUES:
        for name, intro in (("thunderbird", tongue.thunderbird), ("gmail", tongue.gmail), ("apple", tongue.apple)):
            program = Program(f"{name}-{tongue.code}", "User-Agent: x", intro)
            wanted = (*ORDERS, tongue.press)
            typed = "\n".join(wanted)
            quote = f"{intro}\n\n{quoted()}" if name != "thunderbird" else f"{intro}\n{quoted()}"
            yield _sample(program, "above", f"{typed}\n\n{tongue.phone}\n\n{quote}\n", wanted, charset=tongue.charset)
            yield _sample(program, "below", f"{quote}\n\n{typed}\n\n-- \nJoe\n", wanted, encoding="quoted-printable")


def _sample(
    program: Program,
    place: str,
    body: str,
    expected: tuple[str, ...],
    *,
    sent: tuple[str, ...] = (),
    charset: str = "",
    encoding: str = "",
) -> Sample:
    if "flowed" in program.more:
        # A flowing program stuffs a space before lines that begin with one, and strips those that end in one.
        body = "\n".join(line if line == "-- " else line.rstrip() for line in body.split("\n"))
        body = "\n".join(f" {line}" if line.startswith(" ") else line for line in body.split("\n"))
    if not charset:
        charset = "us-ascii" if body.isascii() and not (encoding or program.encoding) else "utf-8"
    content = part(body, "text/plain", charset, encoding or program.encoding, program.more)
    return Sample(f"{program.name}-{place}", letter(content, program.header), expected, True, sent, ("quoted text",))
