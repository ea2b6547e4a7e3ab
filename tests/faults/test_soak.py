"""Three hundred letters of every kind while everything fails at random: the account balances."""

from __future__ import annotations

import pytest
from benchmarks import soak

from tests.servers.fixtures import need_servers


@pytest.mark.slow
@pytest.mark.servers
@pytest.mark.timeout(600)
@pytest.mark.xdist_group("soak")
def test_every_letter_is_accounted_for(capsys: pytest.CaptureFixture[str]) -> None:
    need_servers()
    code = soak.main(["--letters", "300", "--seed", "ci"])
    told = capsys.readouterr().out
    assert code == 0, told
    assert told.splitlines()[-1] == "balances"
