"""What mail programs say above a quotation and below a letter, in ten languages."""

from __future__ import annotations

from dataclasses import dataclass

BOT = "orders+abcdefghijklmnopqrst@postern.test"
WHO = f"Postern <{BOT}>"


@dataclass(frozen=True)
class Tongue:
    """Phrasings of one language. ``block`` are the four names of Outlook's header lines, ``day`` the date there."""

    code: str
    thunderbird: str
    gmail: str
    apple: str
    yahoo: str
    block: tuple[str, str, str, str]
    day: str
    original: str
    forwarded: str
    phone: str
    outlook_app: str
    legal: str
    scanner: str
    press: str
    charset: str


TONGUES = (
    Tongue(
        "en",
        "On 20/11/2026 20:00, Postern wrote:",
        f"On Fri, Nov 20, 2026 at 8:00 PM {WHO} wrote:",
        f"On 20 Nov 2026, at 20:00, {WHO} wrote:",
        f"On Friday, November 20, 2026 at 08:00:00 PM GMT+1, {WHO} wrote:",
        ("From:", "Sent:", "To:", "Subject:"),
        "Friday, November 20, 2026 8:00 PM",
        "-----Original Message-----",
        "---------- Forwarded message ---------",
        "Sent from my iPhone",
        "Get Outlook for Android",
        "This e-mail and any attachments are confidential and intended solely for the addressee.\n"
        "If you are not the intended recipient, please delete it and tell the sender.",
        "This email has been checked for viruses by Avast antivirus software.",
        "D=ORC See you at the naïve café",
        "windows-1252",
    ),
    Tongue(
        "de",
        "Am 20.11.26 um 20:00 schrieb Postern:",
        f"Am Fr., 20. Nov. 2026 um 20:00 Uhr schrieb {WHO}:",
        f"Am 20.11.2026 um 20:00 schrieb {WHO}:",
        f"Am Freitag, 20. November 2026 um 20:00:00 MEZ hat {WHO} Folgendes geschrieben:",
        ("Von:", "Gesendet:", "An:", "Betreff:"),
        "Freitag, 20. November 2026 20:00",
        "-----Ursprüngliche Nachricht-----",
        "-------- Weitergeleitete Nachricht --------",
        "Von meinem iPhone gesendet",
        "Holen Sie sich Outlook für Android",
        "Diese E-Mail enthält vertrauliche Informationen und ist nur für den Empfänger bestimmt.\n"
        "Wenn Sie nicht der richtige Adressat sind, löschen Sie sie bitte.",
        "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.",
        "D=ORC Grüße aus dem Süden, wir ziehen los",
        "iso-8859-1",
    ),
    Tongue(
        "fr",
        "Le 20/11/2026 à 20:00, Postern a écrit :",
        f"Le ven. 20 nov. 2026 à 20:00, {WHO} a écrit :",
        f"Le 20 nov. 2026 à 20:00, {WHO} a écrit :",
        f"Le vendredi 20 novembre 2026 à 20:00:00 UTC+1, {WHO} a écrit :",
        ("De :", "Envoyé :", "À :", "Objet :"),
        "vendredi 20 novembre 2026 20:00",
        "-----Message d'origine-----",
        "-------- Message transféré --------",
        "Envoyé de mon iPhone",
        "Télécharger Outlook pour Android",
        "Ce message et ses pièces jointes sont confidentiels et destinés à leur seul destinataire.\n"
        "Si vous avez reçu ce message par erreur, merci de le détruire.",
        "Sans virus. www.avast.com",
        "D=ORC Nous sommes à la forêt, prêts",
        "iso-8859-15",
    ),
    Tongue(
        "es",
        "El 20/11/26 a las 20:00, Postern escribió:",
        f"El vie, 20 nov 2026 a las 20:00, Postern (<{BOT}>) escribió:",
        f"El 20 nov 2026, a las 20:00, {WHO} escribió:",
        f"El viernes, 20 de noviembre de 2026, 20:00:00 CET, {WHO} escribió:",
        ("De:", "Enviado:", "Para:", "Asunto:"),
        "viernes, 20 de noviembre de 2026 20:00",
        "-----Mensaje original-----",
        "-------- Mensaje reenviado --------",
        "Enviado desde mi iPhone",
        "Obtener Outlook para Android",
        "Este mensaje es confidencial y está dirigido exclusivamente a su destinatario.",
        "Este correo electrónico ha sido analizado en busca de virus por Avast.",
        "D=ORC Mañana será otro día en España",
        "iso-8859-1",
    ),
    Tongue(
        "it",
        "Il 20/11/26 20:00, Postern ha scritto:",
        f"Il giorno ven 20 nov 2026 alle ore 20:00 {WHO} ha scritto:",
        f"Il giorno 20 nov 2026, alle ore 20:00, {WHO} ha scritto:",
        f"Il venerdì 20 novembre 2026 alle ore 20:00:00 CET, {WHO} ha scritto:",
        ("Da:", "Inviato:", "A:", "Oggetto:"),
        "venerdì 20 novembre 2026 20:00",
        "-----Messaggio originale-----",
        "-------- Messaggio Inoltrato --------",
        "Inviato da iPhone",
        "Scarica Outlook per Android",
        "Questo messaggio contiene informazioni riservate ed è destinato al solo destinatario.",
        "Priva di virus. www.avast.com",
        "D=ORC Perché no, andrà così",
        "windows-1252",
    ),
    Tongue(
        "nl",
        "Op 20-11-2026 om 20:00 schreef Postern:",
        f"Op vr 20 nov 2026 om 20:00 schreef {WHO}:",
        f"Op 20 nov. 2026 om 20:00 heeft {WHO} het volgende geschreven:",
        f"Op vrijdag 20 november 2026 om 20:00:00 CET schreef {WHO}:",
        ("Van:", "Verzonden:", "Aan:", "Onderwerp:"),
        "vrijdag 20 november 2026 20:00",
        "-----Oorspronkelijk bericht-----",
        "-------- Doorgestuurd bericht --------",
        "Verstuurd vanaf mijn iPhone",
        "Outlook voor Android downloaden",
        "Dit bericht is vertrouwelijk en uitsluitend bestemd voor de geadresseerde.",
        "Virusvrij. www.avast.com",
        "D=ORC Geërgerd over het bos",
        "iso-8859-1",
    ),
    Tongue(
        "pt",
        "Em 20/11/2026 20:00, Postern escreveu:",
        f"Em sex., 20 de nov. de 2026 às 20:00, {WHO} escreveu:",
        f"No dia 20/11/2026, às 20:00, {WHO} escreveu:",
        f"Em sexta-feira, 20 de novembro de 2026 20:00:00 BRT, {WHO} escreveu:",
        ("De:", "Enviada em:", "Para:", "Assunto:"),
        "sexta-feira, 20 de novembro de 2026 20:00",
        "-----Mensagem original-----",
        "-------- Mensagem encaminhada --------",
        "Enviado do meu iPhone",
        "Obter o Outlook para Android",
        "Esta mensagem é confidencial e destinada apenas ao seu destinatário.",
        "Livre de vírus. www.avast.com",
        "D=ORC Amanhã não há ações",
        "iso-8859-1",
    ),
    Tongue(
        "pl",
        "W dniu 20.11.2026 o 20:00, Postern pisze:",
        f"pt., 20 lis 2026 o 20:00 {WHO} napisał(a):",
        f"Wiadomość napisana przez {WHO} w dniu 20 lis 2026, o godz. 20:00:",
        f"W dniu piątek, 20 listopada 2026 20:00:00 CET {WHO} napisał(a):",
        ("Od:", "Wysłano:", "Do:", "Temat:"),
        "piątek, 20 listopada 2026 20:00",
        "-----Wiadomość oryginalna-----",
        "-------- Treść przekazanej wiadomości --------",
        "Wysłane z iPhone'a",
        "Pobierz aplikację Outlook dla systemu Android",
        "Niniejsza wiadomość jest poufna i przeznaczona wyłącznie dla adresata.",
        "Wolny od wirusów. www.avast.com",
        "D=ORC Zażółć gęślą jaźń",
        "iso-8859-2",
    ),
    Tongue(
        "ru",
        "20.11.2026 20:00, Postern пишет:",
        f"пт, 20 нояб. 2026 г. в 20:00, {WHO}:",
        f"20 нояб. 2026 г., в 20:00, {WHO} написал(а):",
        f"пятница, 20 ноября 2026 г. в 20:00:00 GMT+3, {WHO} написал(-а):",
        ("От:", "Отправлено:", "Кому:", "Тема:"),
        "20 ноября 2026 г. 20:00",
        "-----Исходное сообщение-----",
        "-------- Пересылаемое сообщение --------",
        "Отправлено с iPhone",
        "Скачать Outlook для Android",
        "Это сообщение содержит конфиденциальную информацию и предназначено только адресату.",
        "Не содержит вирусов. www.avast.com",
        "D=ORC Мы идём на север завтра утром",
        "koi8-r",
    ),
    Tongue(
        "ja",
        "On 2026/11/20 20:00, Postern wrote:",
        f"2026年11月20日(金) 20:00 {WHO}:",
        f"2026/11/20 20:00、{WHO}のメール:",
        f"2026年11月20日 金曜日 20:00:00 JST、{WHO} さんが書きました:",
        ("差出人:", "送信日時:", "宛先:", "件名:"),
        "2026年11月20日 20:00",
        "-----元のメッセージ-----",
        "-------- 転送されたメッセージ --------",
        "iPhoneから送信",
        "Outlook for Android を入手",
        "このメールには機密情報が含まれている場合があります。宛先でない方は削除してください。",
        "このメールはアバストによってウイルスチェックされています。",
        "D=ORC 明日の朝、北へ進みます",
        "iso-2022-jp",
    ),
)
