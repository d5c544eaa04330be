"""The interval for the share of a variance, held against scipy's distribution at its ends."""

import pytest
from scipy.stats import f, ncf

from toledo_lab._statistics import variance_share


@pytest.mark.parametrize(
    ("between", "groups", "values"), [(0.2, 2, 50), (0.5, 3, 20), (0.5, 6, 40)]
)
def test_the_ends_leave_a_fortieth_on_either_side(between: float, groups: int, values: int) -> None:
    ratio = between / (groups - 1) / ((1 - between) / (values - groups))
    for share, probability in zip(
        variance_share(between, groups, values), (0.975, 0.025), strict=True
    ):
        noncentrality = share * values / (1 - share)
        found = ncf.cdf(ratio, groups - 1, values - groups, noncentrality)
        assert found == pytest.approx(probability, abs=1e-6)


@pytest.mark.parametrize("groups", [2, 3, 4, 6])
@pytest.mark.parametrize("hundredths", range(1, 40))
def test_an_interval_begins_at_nothing_if_chance_explains_the_share(
    hundredths: int, groups: int
) -> None:
    between, values = hundredths / 100, 40
    ratio = between / (groups - 1) / ((1 - between) / (values - groups))
    by_chance = f.cdf(ratio, groups - 1, values - groups) <= 0.975
    assert (variance_share(between, groups, values)[0] == 0) == by_chance
