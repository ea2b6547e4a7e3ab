"""Letters of orders as a player of turn 1 writes them, no two alike: four that can be carried out and one that cannot."""

from __future__ import annotations

from tests.e2e.sitting import Place

NO_BRAKES = "answers_per_hour = 10_000_000\nexchanges_per_hour = 10_000_000\nechoes = 10_000_000"
"""More settings of a house: a year's letters within an hour look like a machine's, and would have their answers held back."""


def letters_of_orders(place: Place, count: int) -> list[str]:
    """So many different letters; what is asked for is affordable in each."""
    return [_letter(place, number) for number in range(count)]


def _letter(place: Place, number: int) -> str:
    one, two, three, *_ = place.leaders
    near = place.near
    lines = [
        f"G{place.home}T{1 + number % 40}T{one}",
        f"{one}M{near[number % len(near)]}",
        f"{two}M{near[number // 7 % len(near)]}",
        f"G{place.home}BC{1 + number % 3}",
        f"{three}M{place.home}{near[number // 40 % len(near)]}",
    ]
    return "Dear master,\n\n" + "\n".join(lines) + f"\n\n// letter {number}\n-- \nAnne\n"
