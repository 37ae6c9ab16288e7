"""What is said of a point that is looked at."""

from __future__ import annotations

import pytest

from recall.study.free_recall.values import Doubt, Reason
from recall.tui.page_panels import reason_line


@pytest.mark.parametrize("doubt", Doubt)
def test_every_doubt_is_told(doubt: Doubt) -> None:
    assert reason_line(Reason(doubt, "nine"))
