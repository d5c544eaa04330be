"""Simulations on Dask: a real scheduler and two workers, each a process of its own, one of which is killed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from dask_cluster import PATIENCE, Cluster, cluster, wait_until
from distributed import Client

import waiting_bot
from toledo_rules import load_edition
from toledo_rules.bots import registry
from toledo_rules.simulate import Plan, read_results, simulate

TINY = load_edition(Path(__file__).parent.parent.parent / "spec" / "editions" / "tiny-duel.toml")
