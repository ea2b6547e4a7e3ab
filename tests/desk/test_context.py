"""Reading settings again."""

from __future__ import annotations

from pathlib import Path

from postern.desk.context import Desk


def test_limits_and_masters_count_at_once_and_a_bad_file_changes_nothing(home: Path, desk: Desk) -> None:
    path = home / "postern.toml"
    path.write_text(path.read_text().replace("gm@example.org", "new@example.org") + "[limits]\norder_lines = 5\n")
    desk.reload()
    assert desk.config.desk.game_masters == ("new@example.org",)
    assert desk.config.limits.order_lines == 5
    path.write_text("[post\n")
    desk.reload()
    assert desk.config.limits.order_lines == 5
    assert any("postern.toml:1" in line for lines in desk.file_problems.values() for line in lines)


def test_where_the_desk_lies_counts_from_the_next_start_and_that_is_said(home: Path, desk: Desk) -> None:
    path, before = home / "postern.toml", desk.config
    edited = path.read_text().replace('data = "var"', 'data = "var2"\nstore = "sqlite:///x.sqlite"\ngames = "elsewhere"')
    path.write_text(edited.replace("gm@example.org", "new@example.org"))
    desk.reload()
    assert desk.config.desk.game_masters == ("new@example.org",)
    assert (desk.config.data, desk.config.store_url, desk.config.games_folder) == (
        before.data,
        before.store_url,
        before.games_folder,
    )
    told = [line for lines in desk.file_problems.values() for line in lines]
    assert [line.split(": ")[1] for line in told] == ["desk.data", "desk.store", "desk.games"]
    assert all("next start" in line for line in told)
    path.write_text(path.read_text().replace("var2", "var").replace("store =", "#").replace("games =", "#"))
    desk.reload()
    assert not desk.file_problems
