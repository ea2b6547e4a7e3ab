"""Mail headers above a quotation in languages that no table has, in pages and plain text: what they are above is not typed."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from html import escape

import pytest

from postern.desk.context import Desk
from tests.desk.box import Box, text_of
from tests.desk.letters.test_cut_lines import HEAD, WHO, block
from tests.desk.letters.test_letters import ANN, running
from tests.desk.playing import on_file
from tests.letters.tongues import TONGUES

__all__ = ["running"]

Head = tuple[str, str, str, str, str]
HEADS: dict[str, Head] = {
    "korean": ("보낸 사람:", "보낸 날짜:", "2026년 11월 20일 금요일 오후 8:00", "받는 사람:", "제목:"),
    "korean, wide colons": ("보낸사람：", "보낸날짜：", "2026년 11월 20일 20시 00분", "받는사람：", "제목："),
    "chinese": ("发件人:", "发送时间:", "2026年11月20日 星期五 20:00", "收件人:", "主题:"),
    "chinese, traditional": ("寄件者:", "寄件日期:", "2026年11月20日 下午 08:00", "收件者:", "主旨:"),
    "vietnamese": ("Từ:", "Đã gửi:", "Thứ Sáu, 20 tháng 11, 2026 8:00 CH", "Tới:", "Chủ đề:"),
    "thai": ("จาก:", "ส่ง:", "วันศุกร์ที่ 20 พฤศจิกายน 2569 20:00", "ถึง:", "เรื่อง:"),
    "arabic": ("من:", "تم الإرسال:", "الجمعة، 20 نوفمبر 2026 08:00 م", "إلى:", "الموضوع:"),
    "hebrew": ("מאת:", "נשלח:", "יום שישי 20 נובמבר 2026 20:00", "אל:", "נושא:"),
    "hindi": ("प्रेषक:", "भेजा गया:", "शुक्रवार, 20 नवंबर 2026 20:00", "प्रति:", "विषय:"),
    "hungarian": ("Feladó:", "Elküldve:", "2026. november 20., péntek 20:00", "Címzett:", "Tárgy:"),
    "romanian": ("De la:", "Trimis:", "vineri, 20 noiembrie 2026 20:00", "Către:", "Subiect:"),
    "greek": ("Από:", "Στάλθηκε:", "Παρασκευή, 20 Νοεμβρίου 2026 20:00", "Προς:", "Θέμα:"),
    "bulgarian": ("От:", "Изпратено:", "петък, 20 ноември 2026 г. 20:00", "До:", "Относно:"),
}


def fields(head: Head) -> list[tuple[str, str]]:
    who, sent, day, to, subject = head
    return [(who, WHO), (sent, day), (to, f"Ann <{ANN}>"), (subject, "[TOY-1 turn 1] ANN")]


def outlook(typed: str, head: Head, text: str) -> str:
    lines = "<br>".join(f"<b>{name}</b> {escape(value)}" for name, value in fields(head))
    quoted = "".join(f"<p>{escape(line) or '&nbsp;'}</p>" for line in text.split("\n"))
    return f'<p>{typed}</p><div id="x"><div style="border-top: solid"><p>{lines}</p></div>{quoted}</div>'


def table(typed: str, head: Head, text: str) -> str:
    rows = "".join(f"<tr><td>{name}</td><td>{escape(value)}</td></tr>" for name, value in fields(head))
    return f"<div>{typed}</div><table>{rows}</table><pre>{escape(text)}</pre>"


def plain(typed: str, head: Head, text: str) -> str:
    lines = "\n".join(f"{name} {value}" for name, value in fields(head))
    return f"{typed}\n\n{lines}\n\n{text}"


@pytest.mark.parametrize("way", [outlook, table, plain])
@pytest.mark.parametrize("reply", [True, False])
def test_our_letter_below_such_a_head_is_not_ordered_again(
    running: dict[str, EmailMessage], box: Box, desk: Desk, way: Callable[[str, Head, str], str], reply: bool
) -> None:
    """Several answers of ours that are alike lie between; without In-Reply-To any of them may be meant."""
    for number, (tongue, head) in enumerate(HEADS.items()):
        (listed,) = box.reply(running["ANN"], f"guess 3\nbuy {number}")
        whole = text_of(listed)
        for typed, text in (("guess 9", whole), ("guess 8", whole.partition("(end of letter)")[0])):
            letter = EmailMessage()
            letter["From"], letter["To"], letter["Subject"] = ANN, str(listed["Reply-To"]), f"RE: {listed['Subject']}"
            letter["Message-ID"] = f"<{next(box.numbers)}@home.example>"
            if reply:
                letter["In-Reply-To"] = str(listed["Message-ID"])
            letter.set_content(way(typed, head, text), subtype="plain" if way is plain else "html")
            box.put(letter.as_bytes())
            box.news()
            box.handle()
            (answer,) = box.news()
            assert (on_file(desk, "ANN") or "").strip() == typed, (tongue, text_of(answer))
            assert "TO MEND" not in text_of(answer), tongue
            assert HEAD not in text_of(answer), tongue


def test_an_unmarked_english_quotation_of_a_whole_letter_that_names_no_letter(
    running: dict[str, EmailMessage], box: Box, desk: Desk
) -> None:
    (listed,) = box.reply(running["ANN"], "guess 3\nbuy 1")
    (other,) = box.reply(running["ANN"], "guess 4\nbuy 1")
    for letter in (listed, other, listed):
        (told,) = box.send(ANN, f"buy 2\n\n{block(TONGUES[0])}\n\n{text_of(letter)}", str(letter["Reply-To"]), "Re: my turn")
        assert on_file(desk, "ANN") == "buy 2"
        assert HEAD not in text_of(told)
        assert "TO MEND" not in text_of(told)
        box.send(ANN, "CANCEL", str(letter["Reply-To"]))
