"""How mail programs of many languages say "wrote", "forwarded", "from" and "sent from my telephone"."""

from __future__ import annotations

import re

from mailparser_reply.constants import MAIL_LANGUAGES

# The library knows how mail programs of fourteen languages introduce a quotation and sign from a telephone. Only its
# tables are used: its own cutting drops what stands below a quotation, and takes a hyphened list for a signature.
INTRODUCTION = re.compile(
    "|".join(
        # What the library writes for "two characters or more" can be matched in as many ways as there are characters.
        f"(?:{language['wrote_header']})".replace(r".+?\s?.+?", ".{2,}?")
        for language in MAIL_LANGUAGES.values()
        if "wrote_header" in language
    ),
    re.IGNORECASE,
)
"""A whole introduction by the library's tables."""

WROTE = re.compile(
    r"(\bwrote|\bwrites|\bschrieb\b|\bskrev|a écrit|escribi[oó]|escribe\b|escreveu|ha scritto|ha escrito|scrisse|schreef|"
    r"geschrieben\b|geschreven\b|napsal|napisał|napisan[ay]\b|pisze|"
    r"kirjoitti|пишет|писал|написал|yazdı|írta|a scris|写道|寫道|のメッセージ|のメール|さんは書きました|"
    r"さんが書きました|wrote in)(?:[^:：]|\d:\d){0,200}[:：]\s*$",
    re.IGNORECASE,
)
"""The end of an introduction that says "wrote"."""

OPENER = re.compile(
    r"^\s*(On|At|Am|Le|El|Il|Il giorno|Op|Den|Em|No dia|A|Dne|Dnia|W dniu|Quoting|\d{1,4}[-./年]\s?\d{1,2}|"
    r"\w{2,4},? \d{1,2}[., ]|\w{2,14}, \d{1,2} )"
    r"(\b|(?<=[年 ,]))",
    re.IGNORECASE,
)
"""How an introduction begins."""

DATED = re.compile(r"\d{1,2}[:.h]\d{2}|\b(19|20)\d{2}\b|@[\w.-]+|\d{4}[年년]")
"""What an introduction holds besides: a time, a year, an address."""

WHEN = re.compile(r"(?=.*\b\d{1,2}[:.h]\d{2}\b)(?=.*\b(?:19|20)\d{2})")
"""A time of day and a year, as introductions of every language have them."""

_FORWARDED = (
    "forwarded message|original message|original appointment|begin forwarded message|forwarded by .{1,60}|"
    "urspr(?:ü|ue)ngliche (?:nachricht|e-?mail)|originalnachricht|weitergeleitete nachricht|"
    "anfang der weitergeleiteten (?:nachricht|e-?mail)|weitergeleitet von .{1,60}|message d.origine|message original|"
    "message transféré|courriel original|début du message (?:réexpédié|transféré)|mensaje original|mensaje reenviado|"
    "inicio del mensaje reenviado|messaggio originale|messaggio inoltrato|inizio messaggio inoltrato|oorspronkelijk bericht|"
    "origineel bericht|doorgestuurd bericht|begin doorgestuurd bericht|ursprungligt meddelande|vidarebefordrat meddelande|"
    "oprindelig meddelelse|videresendt (?:besked|meddelelse)|mensagem original|mensagem (?:encaminhada|reencaminhada)|"
    "início da mensagem (?:encaminhada|reencaminhada)|wiadomość oryginalna|oryginalna wiadomość|treść oryginalnej wiadomości|"
    "wiadomość przekazana|przekazana wiadomość|treść przekazanej wiadomości|původní zpráva|přeposlaná zpráva|"
    "исходное сообщение|пересылаемое сообщение|пересланное сообщение|начало переадресованного сообщения|"
    "оригинальное сообщение|元のメッセージ|のメール|転送されたメッセージ|転送メッセージ|原始邮件|转发的邮件"
)
SEPARATOR = re.compile(
    rf"^\s*+[-_=]{{2,}}+\s*+(?:{_FORWARDED})(?: ?/ ?[\w ]{{4,40}})?\s*(?::\s*)?[-_=]{{2,}}\s*(?:\w{{1,12}} ?:.*)?$",
    re.IGNORECASE,
)
"""A line of its own above the letter that is answered or forwarded: `-----Original Message-----`; one program's
headers follow on the same line."""

BARE_SEPARATOR = re.compile(rf"^\s*(?:{_FORWARDED})\s*[:：]\s*$", re.IGNORECASE)
"""The same as Apple writes it, without dashes and with a colon."""

IS_FORWARD = re.compile(
    "forward|weitergeleitet|transféré|réexpédié|reenviado|inoltrato|doorgestuurd|vidare|videre|encaminhada|przekazan|"
    "přeposlan|пересыл|переслан|переадрес|転送|转发",
    re.IGNORECASE,
)
"""Whether such a line speaks of forwarding."""

RULE = re.compile(r"^\s*[_\-=*]{20,}\s*$")
"""A line drawn across the page."""

FIRST_HEADERS = frozenset("from von de da van från fra od lähettäjä от 发件人 差出人 送信元".split())
"""`From` in a header block within a text."""

OTHER_HEADERS = frozenset(
    (
        "sent date to cc cco ccn subject importance reply-to gesendet datum an kopie betreff envoyé date à objet cci enviado "
        "enviada fecha data para asunto assunto inviato a oggetto verzonden verstuurd aan onderwerp skickat till ämne sendt "
        "til emne odesláno komu předmět wysłano wysłane wysłany do dw temat отправлено дата кому копия тема "
        "надіслано στάλθηκε ημερομηνία προς θέμα gönderildi tarih kime konu elküldve címzett tárgy lähetetty vastaanottaja "
        "aihe 发送时间 收件人 主题 送信日時 日時 宛先 件名"
    ).split()
)
"""The other fields of such a block."""

HEADER = re.compile(r"^\s*(?:\*+\s*)?([^\s:：*]{1,12})(?:\s(?:le|el|op|dne|dnia|em|il))?\s*(?:\*+\s*)?[:：]", re.IGNORECASE)
"""A field of such a block."""

SIGNATURE = re.compile(r"^--[ \t\xa0]?$")
"""The line above a signature; many programs take the blank behind it away."""

PROGRAM_LINE = re.compile(
    r"^\s*(?:"
    + "|".join(x["sent_from"] for x in MAIL_LANGUAGES.values() if x.get("sent_from"))
    + r"|Sent (?:from|via|with|using)\b|Get (?:Outlook|BlueMail|the new) |"
    r"Von (?:meinem|meiner|unterwegs)\b.*(?:gesendet|geschickt)|"
    r"Von (?:Samsung|iPhone|Outlook|Yahoo|GMX|Proton)|Gesendet (?:von|mit|aus)\b|Diese Nachricht wurde von meine[mr]|"
    r"Holen Sie sich Outlook|Outlook für \w+ (?:beziehen|herunterladen)|Envoyé (?:de|depuis|à partir|avec|via)\b|"
    r"(?:Téléchargez|Télécharger|Obtenir|Obtenez) Outlook|Provenance :|Enviado (?:desde|a partir|do|da|de|con|com|via)\b|"
    r"(?:Obtener|Obtenga|Obter|Obtenha) (?:o )?Outlook|Inviato (?:da|dal|con|tramite)\b|(?:Scarica|Ottieni) Outlook|"
    r"(?:Verzonden|Verstuurd) (?:vanaf|met|via|vanuit)\b|(?:Download|Verkrijg) Outlook|Outlook voor \w+ (?:downloaden|ophalen)|"
    r"Wysłan[eoay]{1,2} (?:z|ze|za pomocą|przy użyciu)\b|Pobierz (?:aplikację )?Outlook|Отправлено (?:с|из|от|через)\b|"
    r"Скачать Outlook|.{1,40}から送信|Outlook for \w+ を(?:入手|取得)|Skickat från|Sendt fra|Lähetetty|"
    r"(?:Please )?(?:excuse|pardon|forgive) (?:my |the |any )?(?:brevity|typos)|"
    r"Bitte entschuldigen Sie (?:meine|die) Kürze)",
    re.IGNORECASE,
)
"""The line that a telephone or a webmail adds about itself."""

LEGAL = re.compile(
    r"^\W*+(?:(?:(?:confidentiality|privacy|legal|important) (?:notice|note|statement|information)|disclaimer)\b"
    r"(?=.{0,300}(?:confiden|intended|recipient|privileged|unauthori|disclos|liab|virus|addressee|e-?mail))|"
    r"th(?:is|e information (?:contained )?in this|e contents? of this) (?:e-?mail|message|communication|transmission)\b.{0,80}"
    r"(?:confidential|intended|privileged|may contain|contains?)|"
    r"if you (?:are not|have received|received) (?:the intended|this (?:e-?mail|message))|please consider the environment|"
    r"diese (?:e-?mail|nachricht)\b.{0,60}(?:vertraulich|enthält|bestimmt)|wenn sie nicht der (?:richtige|beabsichtigte)|"
    r"sollten sie (?:diese|nicht der)\b|rechtlicher hinweis|vertraulichkeitshinweis|"
    r"ce (?:message|courriel|mail|e-?mail)\b.{0,60}(?:confidentiel|destin|contien|peut contenir)|"
    r"si vous (?:avez reçu|n'êtes pas|recevez)|avis de confidentialité|"
    r"este (?:mensaje|correo|e-?mail|mensagem)\b.{0,80}(?:confidencia|dirigid|contien|destin|contém|pode conter)|"
    r"esta mensagem\b.{0,60}(?:confidencia|destin|contém|pode conter)|si (?:usted )?no es (?:usted )?el destinatario|"
    r"aviso (?:legal|de confidencialidad)|se (?:você|vossa)\b.{0,30}destinatári|aviso de confidencialidade|"
    r"(?:questo messaggio|questa e-?mail|le informazioni contenute)\b.{0,80}(?:riservat|confidenzial|contien|destinat)|"
    r"avviso di riservatezza|"
    r"(?:dit bericht|deze e-?mail|dit e-?mailbericht|de informatie)\b.{0,80}(?:vertrouwelijk|bestemd|bevat)|"
    r"(?:niniejsza|ta) wiadomość\b.{0,80}(?:poufn|przeznaczon|zawiera)|treść tej wiadomości|"
    r"(?:это|данное|настоящее) (?:сообщение|письмо|электронное)\b.{0,80}(?:конфиденциальн|предназначен|содержит)|"
    r"(?:この|本)(?:電子)?(?:メール|メッセージ).{0,40}(?:機密|秘密|宛先|受信者))",
    re.IGNORECASE | re.DOTALL,
)
"""How the paragraphs begin that companies put below every letter."""

SCANNER = re.compile(
    r"^\W*+(?:external(?: e-?mail| sender| message)?\b\W*+$|external(?: e-?mail| sender| message)?\]|"
    r"extern(?:e e-?mail|er absender)?\]|"
    r"this (?:e-?mail|message) is from an external sender|caution\W{1,4}(?:this|external)|"
    r"caution\]?: external|"
    r"warning\W{1,4}this (?:e-?mail|message)|this (?:e-?mail|message) (?:originated|came|was sent) from outside|"
    r"you don't often get e-?mail from|this (?:e-?mail|message) (?:has been|was|is) (?:scanned|checked|virus|certified)|"
    r"this (?:e-?mail|message|attachment) could not be scanned|"
    r"(?:virus-?free|virenfrei|sans virus|libre de virus|priva di virus|virusvrij|livre de vírus|wolny od wirusów|"
    r"не содержит вирусов)\b|this e-?mail is free from viruses|scanned by\b|no virus found|checked by avg|"
    r"diese (?:e-?mail|nachricht) wurde (?:von|auf viren)|achtung\W{1,4}(?:externe|diese e-?mail)|"
    r"ceci est un (?:courriel|e-?mail) externe|attention\W{1,4}(?:ce (?:courriel|mail|message)|external|externe)|"
    r"l'absence de virus|este (?:mensaje|correo|e-?mail|mensagem)\b.{0,40}(?:analizad|verificad|escanead|analisad)|"
    r"questa e-?mail è stata (?:controllata|esaminata)|deze e-?mail is (?:gecontroleerd|gescand)|"
    r"(?:ta )?wiadomość (?:e-mail )?została sprawdzona|(?:это|данное) (?:сообщение|письмо) (?:проверено|было проверено)|"
    r"このメールは.{0,30}(?:スキャン|チェック|検査)|.{0,40}www\.avast\.com|.{0,30}\bavg\.com|"
    r"_{5,} information from eset|you received this message because you are subscribed|to unsubscribe from this)",
    re.IGNORECASE,
)
"""How the lines begin that mail servers, scanners and lists put above or below every letter."""
