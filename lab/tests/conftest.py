"""The settings and fixtures of the library, for the tests of the lab."""

from tests.conftest import unmeasured

__all__ = ["unmeasured"]
