"""Replies that mail programs write for people who are away, told by their words where no header says so.

Subjects of the large mail systems and the phrases that people put into such replies, in the ten languages that
`reading/phrases.py` reads, and a few more. A person may use the same words, so this is a suspicion and no verdict.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_LOOKED_AT = 6
"""Lines from the top: people who are away say so first."""
_LONGEST_LINE = 300

_SUBJECT = re.compile(
    r"^\s*(?:re\s*:\s*|aw\s*:\s*)?\W{0,3}(?:"
    # English
    r"auto(?:matic|mated|-)?\s?-?(?:reply|response|answer|responder)\b|auto\s?:|"
    r"out of (?:the )?office\b|ooo\s?[:-]|on vacation\b|"
    r"away from (?:my|the) (?:mail|office|desk)|(?:vacation|holiday|absence) (?:reply|notice|message|response)|"
    # German
    r"automatische (?:antwort|r(?:ü|ue)ckmeldung|empfangsbest(?:ä|ae)tigung)|abwesenheits(?:notiz|nachricht|meldung|assistent)|"
    r"abwesend\b|nicht im b(?:ü|ue)ro|"
    # French
    r"r[ée]ponse automatique|message automatique|absen(?:t|ce) (?:du|de) bureau|message d.absence|absence\s*:|"
    # Spanish, Portuguese
    r"respuesta autom[áa]tica|respuesta de ausencia|fuera de (?:la )?oficina|resposta autom[áa]tica|"
    r"(?:fora|ausente) do escrit[óo]rio|mensagem de aus[êe]ncia|aus[êe]ncia (?:tempor[áa]ria|do escrit[óo]rio)|"
    # Italian
    r"risposta automatica|fuori (?:sede|ufficio)|assenza dall.ufficio|"
    # Dutch
    r"automatisch (?:antwoord|bericht)|afwezig(?:heid)?(?:sbericht|smelding|sassistent)?\b|niet aanwezig\b|"
    # Polish
    r"odpowied[źz] automatyczna|automatyczna odpowied[źz]|poza biurem|"
    r"wiadomo[śs][ćc] o nieobecno[śs]ci|nieobecno[śs][ćc]\b|"
    # Russian
    r"автоматический ответ|автоответ(?:чик)?\b|нет на месте|вне офиса|отсутств(?:ие|ую)\b|"
    # Japanese
    r"自動(?:返信|応答)|不在(?:通知|連絡|のお知らせ)|"
    # Czech, Swedish, Danish, Norwegian, Finnish, Turkish, Hungarian, Chinese
    r"automatick[áa] odpov[ěe][ďd]|mimo kancel[áa][řr]|automatiskt? svar|autosvar|fr[åa]nvaro(?:meddelande)?\b|"
    r"frav[æe]rsmelding|automaattinen vastaus|poissaoloilmoitus|otomatik yan[ıi]t|automatikus v[áa]lasz|"
    r"自动(?:回复|答复)|自動回覆|"
    # Korean, Greek, Ukrainian, Romanian
    r"자동 ?(?:회신|응답)|부재 ?중|αυτόματη απάντηση|автоматична відповідь|r[ăa]spuns automat"
    r")",
    re.IGNORECASE,
)

_BODY = re.compile(
    # English
    r"\bi(?:'m| am| will be) (?:currently |presently |now )?(?:out of (?:the )?office|"
    r"away from (?:my|the) (?:office|desk|e-?mail)|"
    r"on (?:annual |sick |parental |maternity )?(?:leave|vacation|holidays?)\b.{0,60}(?:until|till|from|and|with|return)|"
    r"(?:away|unavailable|travell?ing).{0,40}(?:until|till|limited|no access))|"
    r"\b(?:limited|no) access to (?:my )?e-?mail|this is an auto(?:mated|matic|-)\s?(?:reply|response|message|e-?mail)|"
    r"please do not (?:reply|respond) to this (?:e-?mail|message)|"
    r"this (?:mailbox|inbox|address) is (?:not|un)\s?(?:monitored|attended)|"
    r"please confirm your (?:subscription|e-?mail address)|is (?:waiting for|awaiting) (?:approval|verification)\b|"
    r"(?:we have|we've) received your (?:message|e-?mail|request|inquiry|letter).{0,120}(?:ticket|as soon as|shortly|business)|"
    # German
    r"\bich bin (?:derzeit|zur zeit|momentan|aktuell|bis|vom|ab|im|in der zeit).{0,60}"
    r"(?:nicht (?:im (?:b(?:ü|ue)ro|haus)|erreichbar)|abwesend|urlaub|au(?:ß|ss)er haus)|"
    r"\bin dringenden f(?:ä|ae)llen wenden sie sich|"
    r"(?:diese|dies ist eine) (?:nachricht wurde automatisch|automatisch (?:erzeugte|generierte|erstellte))|"
    # French
    r"\bje (?:suis|serai) (?:actuellement |en ce moment )?(?:absente?|en (?:cong[ée]s?|vacances|d[ée]placement))|"
    r"\ben mon absence|(?:ceci est|il s.agit d).{0,4}(?:un message|une r[ée]ponse) automatique|"
    # Spanish, Portuguese
    r"\b(?:estoy|estar[ée]) (?:actualmente )?(?:fuera de la oficina|de vacaciones|ausente)|mensaje (?:generado )?autom[áa]tic|"
    r"\b(?:estou|estarei) (?:atualmente )?(?:fora do escrit[óo]rio|de f[ée]rias|ausente)|mensagem (?:gerada )?autom[áa]tica|"
    # Italian
    r"\b(?:sono|sar[òo]) (?:attualmente |al momento )?(?:fuori (?:ufficio|sede)|in ferie|assente)|"
    r"(?:messaggio|risposta) (?:generat[oa] )?automatic(?:o|a|amente)|"
    # Dutch
    r"\bik ben (?:momenteel |op dit moment |t/m |tot ).{0,40}(?:afwezig|niet (?:aanwezig|bereikbaar)|met vakantie|op vakantie)|"
    r"\bdit is een automatisch (?:antwoord|bericht|gegenereerd)|"
    # Polish
    r"\b(?:jestem|b[ęe]d[ęe]) (?:obecnie )?(?:nieobecn[ya]|poza biurem|na urlopie)|"
    r"(?:wiadomo[śs][ćc]|odpowied[źz]) (?:wygenerowana )?automatyczn|"
    # Russian
    r"\bя (?:сейчас |буду )?(?:в отпуске|в командировке|отсутствую|нахожусь в (?:отпуске|командировке))|"
    r"(?:это|данное) (?:сообщение )?(?:автоматическ|отправлено автоматически|создано автоматически)|"
    r"меня (?:нет|не будет) (?:на месте|в офисе)|"
    # Japanese
    r"(?:ただいま|現在|休暇|出張).{0,30}(?:不在|外出|留守)|不在にして(?:おります|います)|自動(?:返信|応答|送信|配信)(?:メール|です|され)|"
    # Swedish, Danish, Norwegian, Finnish
    r"\bjag är (?:just nu |för närvarande )?(?:på (?:semester|resande fot)|föräldraledig|inte på kontoret|bortrest)|"
    r"\bjeg er (?:for tiden |i øjeblikket )?(?:på (?:ferie|reise|rejse)|ute av kontoret|ikke på kontoret|bortrejst|bortreist)|"
    r"\bolen (?:tällä hetkellä )?(?:lomalla|poissa|matkoilla)\b|"
    # Czech, Slovak, Hungarian, Romanian, Turkish
    r"\b(?:jsem|budu|som) (?:nyní |momentálně )?(?:na dovolen(?:é|ke)|mimo kancel[áa]ř|nepřítom)|"
    r"\b(?:szabadságon vagyok|nem tartózkodom az irodában)|\bsunt (?:momentan )?în (?:concediu|vacanță)|"
    r"\b(?:ofis dışındayım|izindeyim|tatildeyim)|"
    # Greek, Ukrainian, Chinese, Korean
    r"\bείμαι (?:σε άδεια|εκτός γραφείου)|\bя (?:зараз )?(?:у|в) (?:відпустці|відрядженні)|"
    r"我(?:正在|目前在)?(?:休假|出差|不在办公室)|휴가 중(?:입니다|이라)|부재 중(?:입니다|이라)",
    re.IGNORECASE,
)


def sounds_automatic(subject: str, lines: Sequence[str]) -> str:
    """Why a letter sounds like a mail program's own, in a few words; "" where it does not."""
    if _SUBJECT.match(subject[:_LONGEST_LINE]):
        return f'its subject "{subject[:60]}" is that of an automatic reply'
    said = [line for line in lines if line.strip()][:_LOOKED_AT]
    text = " ".join(" ".join(line[:_LONGEST_LINE] for line in said).split())
    found = _BODY.search(text)
    return f'"{found.group()[:60]}" is what automatic replies say' if found else ""
