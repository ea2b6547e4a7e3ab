"""Signed seat tokens in addresses."""

from __future__ import annotations

from postern.post.tokens import SeatToken, make_token, tokens_in_head


def test_tokens_in_a_head_are_found_without_reading_the_letter() -> None:
    one, two = make_token("key", 7, 1), make_token("key", 8, 3)
    head = f"From: a@b.example\r\nTo: Ann\r\n <orders+{one}@host>\r\nCc: orders%2B{two}%40host, orders+{'a' * 24}@host\r\n"
    body = f"\r\nwrite to orders+{make_token('key', 9, 1)}@host\r\n"
    assert tokens_in_head("key", (head + body).encode()) == {SeatToken(7, 1), SeatToken(8, 3)}
    assert tokens_in_head("key", f"Subject: hello\r\n{body}".encode()) == frozenset()
    assert tokens_in_head("other", head.encode()) == frozenset()
