"""Whether a person's words in reply to a confirmation letter mean yes. Pure functions.

Anybody may write in another's name; whoever is asked then answers in their own words, in any language. No list can hold all
the ways to protest. So only words that are known to agree, or to be courtesies, confirm; one other word and they do not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

YES = frozenset("yes yep yeah yup ja jawohl oui si sí sì sim ok okay tak да はい 是".split())
"""Words that confirm alone on the first line, whatever stands below them."""
_AGREE = YES | frozenset(
    # English
    "y sure fine good great perfect right correct correctly exactly indeed absolutely definitely certainly course confirm "
    "confirmed confirming confirms agree agreed accept accepted approve approved gladly happily love would ill i'll i'd im "
    "i'm i am me my mine it its it's this that thats that's these those the a an and of was is are were did do done wrote "
    "write writing sent send sending mail email e-mail letter message orders order all both to in for from by with as here's "
    "here there after seat join play playing count looking looks lgtm forward please pls plz kindly now again still really so "
    "hereby myself himself postern sir team hello hi hey dear greetings cheers thanks thank thx ty very much many lot best "
    "kind regards wishes sincerely bye good morning afternoon evening day affirmative requested checking asking running game "
    "phone like want will watch observe interested excited too "
    # German
    "gern gerne klar genau richtig korrekt stimmt passt bestätigt bestätige bestaetigt bestaetige bestätigung hiermit ich war "
    "das es so alles bin bitte danke dank schön sehr viele vielen grüße gruß gruss grüsse herzliche "
    "liebe mfg lg vg hallo guten tag morgen abend einverstanden ich's jo jep natürlich selbstverständlich mein meine meinen "
    "brief nachricht befehle ausführen ausfuehren möchte will mitspielen spielen spiele dabei übernehme übernehmen platz "
    # French, Spanish, Portuguese, Italian
    "d'accord je confirme confirmé oui c'est moi bien bon pour mon mes ordres merci beaucoup bonjour salut cordialement sûr "
    "confirmo confirmado soy yo fui lo es correcto exacto de acuerdo un mi mis órdenes gracias muchas hola vale claro saludo "
    "saludos sou eu certo correto obrigado obrigada olá confermo confermato sono stato stata io va bene miei ordini esatto "
    "grazie mille ciao saluti cordiali "
    # Dutch, Polish, the Nordic languages, Russian
    "bevestigd bevestig ik ben het dat klopt akkoord dank bedankt je u wel groeten met vriendelijke groet graag prima "
    "potwierdzam dziękuję dzięki to ja jest bekræfter bekrefter bekräftar bekræftet bekreftet tack takk jag jeg mvh hilsen "
    "hälsningar подтверждаю спасибо это я верно конечно".split()
)
_SENTENCES = re.compile(
    r"^\W*yours(?: truly)?\W*$|"
    r"\b(?:thank you|for your (?:help|time|work|trouble|patience)|go (?:ahead|on|for it)|sign me up|"
    r"take (?:over (?:it|(?:the|this|that) (?:seat|game|place))|(?:it|(?:the|this|that) (?:seat|game|place))(?: over)?|over)|"
    r"carry (?:it |that |this |them |these |the orders |my orders )?out(?: (?:it|that|this|them|these|the orders|my orders))?|"
    r"sorry for the (?:trouble|delay|late reply|inconvenience|confusion)|"
    r"my (?:other|new|work|office|home|private|second) (?:address|account|(?:e-?)?mail(?: address)?|phone|computer)|"
    r"he sido yo|mit freundlichen gr(?:ü|ue)(?:ß|ss)en|von mir|"
    r"(?:das|(?:die|der|meine?) (?:e-?mail|mail|nachricht|brief)) (?:ist|war|kam|kommt) "
    r"(?:von mir|(?:alles )?(?:so )?(?:richtig|korrekt|ok|gut)))\b",
    re.IGNORECASE,
)
"""What agrees as a whole, of words that do not by themselves ("out", "you")."""
_WONDERS = re.compile(
    r"(?:did|do|was|were|am) i\b|(?:was|is|were|are) (?:it|that|this|these|those)\b|"
    r"was das\b|(?:war|bin) (?:das ich|ich das)\b",
    re.IGNORECASE,
)
"""How a question begins whose mark was forgotten."""
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_ASKS = re.compile(r"[?\uff1f\u00bf\u061f\u037e]|\d|:-?\(")
"""A question, a number or code, a sad face: none agrees."""
_GLAD = frozenset("\U0001f44d\U0001f44c\u2705\u2714\U0001f64f\U0001f600\U0001f642\U0001f60a\U0001f609\u263a\u2764\U0001f389")
_FOR = YES | frozenset("sure fine agree agreed accept accepted approve gladly aye yea yay support favour favor for".split())
"""One of these stands in every vote for something."""
_OF_VOTES = (*_FOR, "vote voting votes say proposal proposed draw end extend extension too also let's let us")
_AGAINST = re.compile(
    r"\W*(?:no|nope|nay|never|nein|nee|nej|nie|non|i disagree|disagree|disagreed|not agreed|against)"
    r"(?:\s*$|\s*[,.;:!]|\s+(?:thanks|thank you|way|chance|never|please|from me|for me|to (?:it|this|that)|danke)\b)",
    re.IGNORECASE,
)
_OBJECTS = re.compile(
    r"(?<!nothing )\bagainst (?:it|this|that)\b|\bvote (?:no|against)\b|\bi (?:disagree|object|refuse)\b"
    r"|\bi(?: do not| don['\u2019]?t| am not| would not| will not| cannot| can['\u2019]t| won['\u2019]t|['\u2019]m not) "
    r"(?:agree|want|accept|support|approve|in favou?r)\b",
    re.IGNORECASE,
)
_DEPENDS = re.compile(r"\b(?:if|unless|but|until|wenn|aber|falls)\b", re.IGNORECASE)
_RE = re.compile(r"\s*[^\W\d_]{1,6}(?:\[\d{1,3}\])?\s?[:\uff1a]")
"""How a mail program begins the subject of a reply."""


def agrees(lines: Sequence[str], names: Iterable[str] = (), *, only_yes: bool = False) -> bool:
    """Whether these lines, which are no orders, say yes or nothing at all; ``names`` are the writer's and the game's own.

    ``only_yes``: words do not agree by themselves, but begin with a yes.
    """
    said = [line.strip() for line in lines if line.strip()]
    if said and is_yes(said[0]):
        return True
    if only_yes and said and not begins_with_yes(said[0]):
        return False
    known = _AGREE | {word.casefold() for name in names for word in _WORD.findall(name)}
    return not any(_ASKS.search(line) or _WONDERS.match(line) or _frowns(line) for line in said) and all(
        word in known for line in said for word in _words(_SENTENCES.sub(" ", line))
    )


def is_yes(line: str) -> bool:
    """Whether the line is a yes and nothing else."""
    return line.strip(" .!,").casefold() in YES


def begins_with_yes(line: str) -> bool:
    """Whether the line's first word is a yes."""
    return next(iter(_words(line)), "") in YES


def vote(lines: Sequence[str], names: Iterable[str] = ()) -> bool | None:
    """How these lines, which answer a proposal, vote: yes, no, or (None) in no words that are sure."""
    said = [line.strip() for line in lines if line.strip()]
    words = [word for line in said for word in _words(line)]
    if not words or any(_ASKS.search(line) or _WONDERS.match(line) for line in said):
        return None
    refuses = _AGAINST.match(said[0]) is not None
    if refuses or any(_OBJECTS.search(line) for line in said):
        return None if any(_DEPENDS.search(line) for line in said) else False
    return True if _FOR.intersection(words) and agrees(lines, (*names, *_OF_VOTES)) else None


def own_subject(subject: str) -> str:
    """What stands in the subject of a reply, where its writer put it there in place of ours; else \"\"."""
    return "" if _RE.match(subject) or "please confirm" in subject.lower() else subject.strip()


def _frowns(line: str) -> bool:
    return any(unicodedata.category(character) == "So" and character not in _GLAD for character in line)


def _words(line: str) -> list[str]:
    return [word.replace("\u2019", "'").casefold() for word in _WORD.findall(line)]
