"""Replies of programs for people who are away, told by their words; and people who use such words in passing."""

from __future__ import annotations

import pytest

from postern.post.letter import Kind
from postern.post.reading import read_letter
from postern.post.vacations import sounds_automatic

SUBJECTS = {
    "en": ["Automatic reply: your turn", "Out of Office: report of turn 3", "Auto: [QJ-1 turn 7]", "Re: Out of the office"],
    "de": ["Automatische Antwort: Zug 7", "Abwesenheitsnotiz", "Nicht im Büro: QJ-1"],
    "fr": ["Réponse automatique : QJ-1", "Absence du bureau", "Message d'absence"],
    "es": ["Respuesta automática: QJ-1", "Fuera de la oficina"],
    "it": ["Risposta automatica: QJ-1", "Fuori ufficio"],
    "nl": ["Automatisch antwoord: QJ-1", "Afwezigheidsbericht"],
    "pt": ["Resposta automática: QJ-1", "Fora do escritório", "Ausência temporária"],
    "pl": ["Odpowiedź automatyczna: QJ-1", "Poza biurem"],
    "ru": ["Автоматический ответ: QJ-1", "Нет на месте"],
    "ja": ["自動返信: QJ-1", "不在通知"],
    "sv": ["Autosvar: QJ-1"],
    "no": ["Fraværsmelding"],
    "ko": ["부재중 자동 응답: QJ-1"],
    "el": ["Αυτόματη απάντηση: QJ-1"],
    "uk": ["Автоматична відповідь: QJ-1"],
    "ro": ["Răspuns automat: QJ-1"],
    "zh": ["自动回复: QJ-1"],
}
BODIES = {
    "en": ["Hello,\nI am currently out of the office until 3 December.", "I will be on leave from Monday and back in May."],
    "de": ["Guten Tag,\nich bin bis zum 3. Dezember nicht im Büro.", "Ich bin vom 1. bis 9. Mai im Urlaub."],
    "fr": ["Bonjour,\nje suis actuellement absent du bureau.", "Je serai en congés jusqu'au 3 mai."],
    "es": ["Hola:\nEstoy fuera de la oficina hasta el lunes.", "Estaré de vacaciones hasta el 3 de mayo."],
    "it": ["Buongiorno,\nsono attualmente fuori ufficio.", "Sarò in ferie fino al 3 maggio."],
    "nl": ["Goedendag,\nik ben momenteel afwezig.", "Ik ben t/m 3 mei met vakantie."],
    "pt": ["Olá,\nestou fora do escritório até segunda.", "Estarei de férias até 3 de maio."],
    "pl": ["Dzień dobry,\njestem obecnie na urlopie.", "Będę nieobecny do 3 maja."],
    "ru": ["Здравствуйте,\nя сейчас в отпуске.", "Меня не будет на месте до 3 мая."],
    "ja": ["お世話になっております。\n現在、休暇のため不在にしております。", "これは自動返信メールです。"],
    "sv": ["Hej,\njag är på semester och åter den 3 januari."],
    "da": ["Jeg er på ferie og er tilbage den 3. januar."],
    "no": ["Jeg er ute av kontoret til 3. januar."],
    "fi": ["Olen lomalla 3.1. asti."],
    "cs": ["Jsem na dovolené do 3. ledna."],
    "hu": ["Jelenleg szabadságon vagyok."],
    "ro": ["Sunt în concediu până la 3 ianuarie."],
    "tr": ["Şu anda ofis dışındayım."],
    "el": ["Είμαι εκτός γραφείου έως τις 3 Ιανουαρίου."],
    "uk": ["Я у відпустці до 3 січня."],
    "zh": ["您好，我正在休假，1月3日返回。"],
    "ko": ["저는 현재 휴가 중입니다."],
    "confirmation": ["Please confirm your subscription by clicking here.", "Your message is waiting for approval."],
}


@pytest.mark.parametrize(("language", "subject"), [(name, subject) for name, all in SUBJECTS.items() for subject in all])
def test_subjects_of_mail_systems(language: str, subject: str) -> None:
    assert "subject" in sounds_automatic(subject, [])


@pytest.mark.parametrize(("language", "body"), [(name, body) for name, all in BODIES.items() for body in all])
def test_what_people_who_are_away_write(language: str, body: str) -> None:
    raw = f"From: joe@players.test\nSubject: Re: QJ-1\nContent-Type: text/plain; charset=utf-8\n\n{body}\n".encode()
    found = read_letter(raw).verdict
    assert found.kind is Kind.SUSPECT
    assert found.answerable
    assert found.reason


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Re: [QJ-1 turn 7] ANNE: report of turn 6", "L13MB4B5\nGB2BC4"),
        ("orders", "Dear master,\nI liked the last turn. My office has burnt down, by the way.\nL13MB4"),
        ("my automobile", "L13MB4"),
        ("Zug 7", "Ich bin mit dem Bericht sehr zufrieden.\nL13MB4"),
        ("orders", "\n".join(["GUESS 3"] * 8) + "\nPS: I am out of the office until Monday"),
    ],
)
def test_people_are_people(subject: str, body: str) -> None:
    assert sounds_automatic(subject, body.splitlines()) == ""
