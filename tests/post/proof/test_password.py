"""Password lines: found however they are written, and nowhere left to be seen."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postern.post.letter import Incoming, LeftOut
from postern.post.proof.password import fits, hash_password, is_password, take_passwords
from postern.post.reading import read_letter


def taken(text: str, subject: str = "orders") -> Incoming:
    return take_passwords(read_letter(f"From: ann@a.example\nSubject: {subject}\n\n{text}".encode()))


@pytest.mark.parametrize(
    "line",
    ["PASSWORD sesame street", "password: sesame street", "Password=sesame  street", "  PASWORD sesame street",
     "PASSWRD sesame street", "Passwort sesame street", "passwd sesame street", "- PASSWORD sesame street"],
)  # fmt: skip
def test_a_password_line_is_taken_out_and_others_keep_their_places(line: str) -> None:
    letter = taken(f"GUESS 3\n{line}\nBUY 1")
    assert letter.lines == ("GUESS 3", "", "BUY 1")
    (found,) = letter.passwords
    assert (found.line, found.sets) == (2, False)
    assert " ".join(found.text.split()) == "sesame street"
    assert "sesame" not in repr(letter.passwords)


def test_setting_one_leaves_the_command_without_the_word() -> None:
    letter = taken("PASSWORD SET sesame street\nGUESS 3")
    assert letter.lines == ("PASSWORD SET", "GUESS 3")
    assert [(one.line, one.text, one.sets) for one in letter.passwords] == [(1, "sesame street", True)]


@pytest.mark.parametrize("line", ["PASSWORD", "PASSWORD OFF", "PASSWORD?", "GUESS 3", "Pass B3 to ORLA", "PLAYER 3", "P=4"])
def test_other_lines_stay(line: str) -> None:
    assert taken(line).lines == (line,)


def test_commands_beside_a_password_stay() -> None:
    letter = taken("PASSWORD sesame street\nPRESS TO ORLA\nPass is held\nEND\nPROPOSE DRAW")
    assert letter.lines == ("", "PRESS TO ORLA", "Pass is held", "END", "PROPOSE DRAW")
    assert len(letter.passwords) == 1


def test_subjects_and_examples_of_what_was_set_aside_lose_them_too() -> None:
    letter = taken("GUESS 3", subject="PASSWORD sesame street")
    assert letter.subject == ""
    left = dataclasses.replace(letter, left_out=(LeftOut("quotation", 3, "PASSWORD sesame street"),))
    assert take_passwords(left).left_out == (LeftOut("quotation", 3, ""),)


def test_a_hash_knows_its_password_however_it_is_written() -> None:
    kept = hash_password("sesame  Straße")
    assert kept.startswith("$argon2id$")
    assert "sesame" not in kept
    assert hash_password("sesame  Straße") != kept
    assert is_password(kept, " sesame Straße ")
    assert not is_password(kept, "sesame strasse")
    assert not is_password("no hash at all", "sesame Straße")
    assert not fits("1234567")
    assert fits("12345678")
    assert not fits("x" * 201)


@given(st.text(max_size=200))
def test_whatever_follows_the_word_is_gone(text: str) -> None:
    line = "".join(char for char in f"PASSWORD qq{text}" if char.isprintable())
    letter = taken(f"GUESS 3\n{line}")
    assert all("qq" not in one for one in letter.lines)
