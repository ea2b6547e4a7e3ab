"""Letters that a mail program writes at a click of its user: reactions, receipts, answers to invitations, recalls.

They say nothing that is meant for a game, and hold their writer's name and words of ours: nothing in them is taken as typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.message import Message

from postern.post.letter import Kind, LeftOut, Verdict
from postern.post.reading.charset import decode
from postern.post.reading.sheet import Reason, left_out
from postern.post.reading.transfer import content_of

_GMAIL = "text/vnd.google.email-reaction+json"
_ANSWERS = frozenset({"reply", "counter", "declinecounter", "refresh"})
"""What a calendar program says to whoever made an event (RFC 5546, 1.4)."""
INVITED = "an answer to an invitation"
_LONGEST = 600
_MOST_LINES = 30
_SIGN = "[\u203c-\u3299\ufe0f\u200d\U0001f000-\U0001faff]"

_REACTED = re.compile(
    rf"(?:{_SIGN}+ ?)?.{{0,60}}\b(?:reacted via gmail|(?:liked|reacted (?:with .{{1,40}} )?to) your (?:message|e-?mail)|"
    r"hat (?:über gmail|(?:mit .{1,40} )?auf (?:ihre|deine) (?:nachricht|e-?mail)) reagiert|"
    r"a réagi (?:via gmail|à (?:votre|ton) (?:message|e-?mail))|"
    r"ha reaccionado (?:a través de gmail|a tu (?:mensaje|correo))|ha reagito (?:tramite gmail|al tuo messaggio)|"
    r"reagiu (?:pelo gmail|à sua mensagem)|heeft gereageerd via gmail|zareagował.{0,5} (?:w|przez) gmail)",
    re.IGNORECASE,
)
"""How the text of a reaction begins, perhaps behind the emoji alone."""
_TAPBACK = re.compile(
    rf'(?:(?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned)|{_SIGN}+ (?:to|zu|auf|à|a)) "[^"]{{3,}}"\W*',
    re.IGNORECASE,
)
"""A telephone's reaction: our words between quotation marks, and nothing else."""
_ANSWERED = re.compile(
    r".{0,80}\bhas (?:accepted|declined|tentatively accepted|tentatively declined|replied|proposed)\b.{0,40}\b"
    r"(?:invitation|invite|event|meeting|time)|"
    r".{0,80}\bhat (?:die|diese|ihre|deine) (?:einladung|besprechungsanfrage)|"
    r".{0,80}\ba (?:accepté|refusé|décliné) (?:cette|l['’]|votre) ?invitation|"
    r".{0,80}\bha (?:aceptado|rechazado|accettato|rifiutato) .{0,20}invit",
    re.IGNORECASE,
)
_RECEIPT_SUBJECT = re.compile(
    r"(?:not read|read|delivered|relayed|return receipt|read receipt|(?:nicht )?gelesen|zugestellt|lesebestätigung|"
    r"(?:non )?lu|remis|accusé de lecture|(?:no )?leído|entregado|(?:non )?letto|recapitato|(?:niet )?gelezen|bezorgd|"
    r"(?:não )?lida|entregue|(?:nie )?przeczytan[eoy]|прочитано)\b.{0,20}?[:(]",
    re.IGNORECASE,
)
_RECEIPT = re.compile(
    r"(?:your message\b.{0,400}?(?:was (?:read|deleted|displayed)|has been (?:delivered|displayed|read))|"
    r"this is a return receipt|the message (?:sent|you sent)\b.{0,200}(?:has been|was) (?:displayed|read|opened)|"
    r"(?:ihre|die|deine) nachricht\b.{0,400}?(?:gelesen|gelöscht|zugestellt|angezeigt)|dies ist eine empfangsbestätigung|"
    r"votre message\b.{0,400}?(?:lu |lu\.|supprimé|remis|affiché)|(?:su|el) mensaje\b.{0,400}?(?:leído|eliminado|entregado)|"
    r"il (?:tuo |suo )?messaggio\b.{0,400}?(?:letto|eliminato|recapitato)|uw bericht\b.{0,400}?(?:gelezen|verwijderd|bezorgd)|"
    r"(?:a )?sua mensagem\b.{0,400}?(?:lida|excluída|entregue)|twoja wiadomość\b.{0,400}?(?:przeczytan|usunięt))",
    re.IGNORECASE,
)
_RECALL = re.compile(
    r".{0,80}?(?:would like to recall the message|möchte die nachricht .{0,200}zurückrufen|"
    r"(?:souhaite|voudrait|aimerait) rappeler le message|(?:desea|quiere|quisiera) recuperar el mensaje|"
    r"(?:desidera|vorrebbe) richiamare il messaggio|(?:wil|zou graag) het bericht .{0,200}intrekken|"
    r"(?:gostaria de|deseja) (?:cancelar|revogar) a mensagem)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Notice:
    """What such a letter is: how it is to be handled, and its text, which is nobody's words (None: all that was read)."""

    verdict: Verdict
    aside: LeftOut
    whole: bool = True


def notice(message: Message, subject: str, lines: Sequence[str]) -> Notice | None:
    """What the letter is if a program wrote it at a click; None for a letter that somebody wrote.

    A receipt and an answer to an invitation are a machine's (RFC 8098, RFC 5546), unless there are words with it; a
    reaction (RFC 9078, Gmail, Outlook) and a recall were a person's wish, and are answered now and then.
    """
    said = [line.strip() for line in lines if line.strip()]
    text = " ".join(" ".join(said[:_MOST_LINES]).split())[:_LONGEST]
    parts = list(_own_parts(message))
    kinds = {part.get_content_type() for part, _ in parts}
    signs = [(part, within) for part, within in parts if is_reaction(part)]
    if (
        signs
        or _GMAIL in kinds
        or (len(said) <= _MOST_LINES and (_REACTED.match(_from_words(said)) or _TAPBACK.fullmatch(text)))
    ):
        alone = _GMAIL in kinds or not signs or not said or any(within == "multipart/alternative" for _, within in signs)
        shown = decode(content_of(signs[0][0])).strip()[:20] if signs else text
        return Notice(Verdict(Kind.SUSPECT, "it is a reaction"), left_out(Reason.REACTION, shown or "?"), alone)
    if "message/disposition-notification" in kinds:
        return Notice(Verdict(Kind.MACHINE, "a receipt", certain=True), left_out(Reason.RECEIPT, text or "?"))
    if any(_is_answer(part) for part, _ in parts) and (not said or _ANSWERED.match(text)):
        return Notice(Verdict(Kind.MACHINE, INVITED, certain=True), left_out(Reason.RECEIPT, text or "?"))
    if len(said) > _MOST_LINES:
        return None
    if _RECEIPT_SUBJECT.match(subject.strip()[:_LONGEST]) and _RECEIPT.match(text):
        return Notice(Verdict(Kind.MACHINE, "a receipt"), left_out(Reason.RECEIPT, text))
    if len(said) <= 2 and ":" in subject and _RECALL.match(text):
        return Notice(Verdict(Kind.SUSPECT, "it asks to recall a letter"), left_out(Reason.RECALL, text))
    return None


def is_reaction(part: Message) -> bool:
    """Whether a part holds only a sign of what its sender thinks of another letter (RFC 9078, section 2)."""
    return part.get_content_disposition() == "reaction"


def _from_words(said: Sequence[str]) -> str:
    """The text from its first line with a word on: the emoji may stand on a line above."""
    place = next((at for at, line in enumerate(said) if re.search(r"[^\W\d_]", line)), 0)
    return " ".join(said[place : place + 2])[:_LONGEST] if place <= 1 else ""


def _own_parts(message: Message) -> Iterator[tuple[Message, str]]:
    """The letter's parts, with the kind of part each lies in; of a letter that came along only that it did."""
    waiting = [(message, "")]
    while waiting:
        part, within = waiting.pop()
        kind = part.get_content_type()
        yield part, within
        payload = part.get_payload() if kind.startswith("multipart/") else None
        if isinstance(payload, list):
            waiting += [(child, kind) for child in payload if isinstance(child, Message)]


def _is_answer(part: Message) -> bool:
    method = part.get_param("method") if part.get_content_type() == "text/calendar" else None
    return isinstance(method, str) and method.lower() in _ANSWERS
