"""A player who writes a new letter instead of replying, known by password and by OpenPGP, over real mail servers."""

from __future__ import annotations

from collections.abc import Callable

from tests.desk.signing import clear_signed, mime_signed, pgp_key
from tests.e2e.house import DESK, House
from tests.e2e.player import Player, flat
from tests.e2e.sitting import first_report, join, place_of

WHO = "A player <player@players.test>"


def test_a_player_orders_by_password_and_by_signature_without_replying(house: House, newcomer: Callable[[], Player]) -> None:
    house.write_game("KN-1", **{"trust.accept": ["token", "password", "pgp"]})
    house.reload()
    house.master("create", "KN-1")
    ann, mallory = newcomer(), newcomer()
    join(ann, "KN-1", "ANN")
    report = first_report(ann, "KN-1")
    place = place_of(report)
    march = f"{place.leaders[0]}M{place.near[0]}"

    asked = ann.answer(ann.reply(report, "PASSWORD SET sesame street\n"))
    assert "is set" in flat(ann.answer(ann.reply(asked, "YES")))
    known = ann.answer(ann.send(f"PASSWORD sesame street\n{march}\n"))
    assert "it bore the password of your seat" in flat(known)
    assert "1 order on file" in str(known["Subject"])
    held = ann.answer(ann.send(f"PASSWORD some other street\n{march}\n"))
    assert "please confirm" in str(held["Subject"])
    assert "street" not in flat(held)

    asked = ann.answer(ann.reply(report, f"KEY\n{pgp_key(WHO)[1]}\n"))
    assert "please confirm your key" in str(asked["Subject"])
    assert "Your key is registered" in flat(ann.answer(ann.reply(asked, "yes")))
    known = ann.answer(ann.send(clear_signed(WHO, f"KN-1\n{march}\n")))
    assert "it is signed with your key" in flat(known)
    assert "1 order on file" in str(known["Subject"])
    ann.hand_over(mime_signed(WHO, ann.address, f"KN-1\n{march}\nREADY\n", to=DESK), DESK)
    known = ann.answer("<m@home.example>")
    assert "it is signed with your key" in flat(known)

    strange = mallory.answer(mallory.send(f"PASSWORD sesame street\nKN-1\n{march}\n"))
    assert "ANN" not in flat(strange)
    log = house.log.read_text(errors="replace")
    for secret in ("sesame", ann.address, mallory.address, DESK, march):
        assert secret not in log
