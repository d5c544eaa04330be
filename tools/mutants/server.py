"""The fork server: a plugin of pytest that runs the tests once, and then tries mutants on copies of itself."""

from __future__ import annotations

import functools
import gc
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Literal, TypeAlias

import coverage
import pytest
from _pytest.runner import runtestprotocol
from attrs import define, frozen

from toledo_rules import Edition
from toledo_rules.editions import shipped_edition
from tools.mutants.fresh import limit_memory
from tools.mutants.sites import ELSEWHERE, PACKAGE, Site, compiled, dotted, path_of

Fate: TypeAlias = Literal[
    "killed", "endless", "quick", "unit", "survived", "uncovered", "import", "alone"
]
"""The fate of a mutant: a test failed; a test did not end; it survived the quick tests, the unit tests, all tests; no
test runs its line; it shows at import only, where no fork can try it; it survived in a separate process too."""

SLOWEST = 1.5
"""Seconds of CPU time after which a test is too slow to be run a thousand times."""
BUDGET = 5.0
"""Seconds of tests that a mutant has to survive; of many tests, the narrow and quick ones come first."""
WAITING = 30
"""Seconds that a test may wait, on top of its time. A thread of an earlier test may have held a lock when the process
was forked, so a mutant that waits for longer is tried in a process of its own."""
ENOUGH = 10.0
"""Factor of the usual time after which a test does not end."""
MOMENT = 0.01
"""Seconds of CPU time after which a test that could not be interrupted is interrupted again."""


PACKAGES = (PACKAGE.name, *(package for _, package in ELSEWHERE.values()))
COMPILED = "toledo_lab.engine"
"""It keeps the compiled engine, which a fork could not compile again: that takes threads, and a fork has none."""


@frozen
class Tried:
    """A mutant and what became of it."""

    site: Site
    fate: Fate
    tests: tuple[str, ...]
    """The tests that were to be run, in this order."""


@define
class Lesson:
    """What is known about a test."""

    item: pytest.Item
    seconds: float
    breadth: int = 0
    """Lines of the package that it runs through."""


class Server:
    """Tries mutants in place of running the tests."""

    def __init__(self, wanted: Sequence[Site], note: Callable[[Tried], None]) -> None:
        self._wanted = wanted
        self._note = note
        self.tried: list[Tried] = []
        self._kept: Kept | None = None
        self._lessons: dict[str, Lesson] = {}
        self._covering: dict[tuple[str, int], list[str]] = defaultdict(list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Learn which tests cover which lines, then try the mutants."""
        self._learn(session.items)
        functions = live_functions()
        self._kept = kept()
        gc.freeze()  # so that a fork does not touch what it does not need
        begin = time.monotonic()
        for number, site in enumerate(self._wanted, start=1):
            self.tried.append(self._try(site, functions))
            self._note(self.tried[-1])
            if number % 100 == 0 or number == len(self._wanted):
                left = sum(one.fate != "killed" for one in self.tried)
                took = time.monotonic() - begin
                print(
                    f"{number} of {len(self._wanted)}, {left} not killed, {took:.0f} s", flush=True
                )
        return True

    def _learn(self, items: Sequence[pytest.Item]) -> None:
        """Run every test once, and note the lines that it runs through. One that fails or takes long is not used.

        Each begins with empty caches: else only the first one would run through a function that is asked once.
        """
        folders = [PACKAGE, *(folder for folder, _ in ELSEWHERE.values())]
        measuring = coverage.Coverage(
            data_file=None, include=[f"{folder}/*" for folder in folders], config_file=False
        )
        measuring.start()
        path, caches = None, kept()
        signal.signal(signal.SIGPROF, too_slow)
        for item in items:
            if item.path != path:  # it may have imported more
                path, caches = item.path, kept()
            caches.forget()
            measuring.switch_context(item.nodeid)
            begin = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, SLOWEST)
            reports = runtestprotocol(item, log=False, nextitem=None)
            signal.setitimer(signal.ITIMER_PROF, 0)  # coverage works between the tests
            seconds = time.process_time() - begin
            if all(report.outcome == "passed" for report in reports):
                self._lessons[item.nodeid] = Lesson(item, seconds)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        measuring.switch_context("")
        measuring.stop()
        data = measuring.get_data()
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                for name in contexts:
                    if name in self._lessons:
                        self._covering[file, line].append(name)
                        self._lessons[name].breadth += 1
        print(f"learned from {len(self._lessons)} of {len(items)} tests", flush=True)

    def _tests(self, site: Site) -> list[Lesson]:
        """Return the tests that run through a line: narrow and quick ones first, as many as the budget allows."""
        names = self._covering.get((str(path_of(site.module)), site.line), [])
        lessons = sorted((self._lessons[name] for name in names), key=_rank)
        spent, chosen = 0.0, list[Lesson]()
        for lesson in lessons:
            if spent + lesson.seconds <= BUDGET:
                spent += lesson.seconds
                chosen.append(lesson)
        return chosen

    def _try(self, site: Site, functions: dict[tuple[str, str, int], list[FunctionType]]) -> Tried:
        lessons = self._tests(site)
        names = tuple(lesson.item.nodeid for lesson in lessons)
        if site.at_import:
            return Tried(site, "import", names)
        if not lessons:
            return Tried(site, "uncovered", names)
        swaps = [*swapped(site, functions)]
        if not swaps:
            return Tried(site, "import", names)
        child = os.fork()
        if child == 0:
            assert self._kept is not None
            _child(lessons, swaps, self._kept)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            fates: dict[int, Fate] = {signal.SIGXCPU: "endless", signal.SIGALRM: "import"}
            return Tried(site, fates.get(os.WTERMSIG(status), "killed"), names)
        return Tried(site, "killed" if os.WEXITSTATUS(status) else "survived", names)


def too_slow(_number: int, frame: FrameType | None) -> None:
    """Skip the test that a signal interrupts, or try again in a moment."""
    if interruptible(frame):
        pytest.skip("it takes too long")  # hypothesis takes this for no failure
    signal.setitimer(signal.ITIMER_PROF, MOMENT)


def interruptible(frame: FrameType | None) -> bool:
    """Return whether an exception here would end a test and nothing else.

    Between the parts of a test it would end the run. Inside coverage, which the test is measured with, it would leave a
    lock behind that is never opened again.
    """
    measuring, calling = str(Path(coverage.__file__).parent), pytest.CallInfo.from_call.__code__
    while frame is not None and not frame.f_code.co_filename.startswith(measuring):
        frame = frame.f_back
        if frame is not None and frame.f_code is calling:
            return True
    return False


def _silence() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _rank(lesson: Lesson) -> float:
    return lesson.seconds * lesson.breadth


def _child(
    lessons: Sequence[Lesson],
    swaps: Sequence[tuple[FunctionType, CodeType]],
    caches: Kept,
) -> None:
    """Run tests with changed code, and end the process: with 1 if one of them fails."""
    try:
        _silence()
        limit_memory()
        for function, code in swaps:
            function.__code__ = code
        caches.forget()
        for lesson in lessons:
            limit = int(time.process_time() + ENOUGH * lesson.seconds) + 3
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
            signal.alarm(WAITING + int(ENOUGH * lesson.seconds))  # if it waits for something
            for report in runtestprotocol(lesson.item, log=False, nextitem=None):
                if report.outcome == "failed":
                    return
        os._exit(0)
    finally:  # whatever happens, the mutant was noticed
        os._exit(1)


@frozen
class Kept:
    """The caches of the package and the editions that keep something: answers of the code as it was."""

    caches: tuple[functools._lru_cache_wrapper[object], ...]
    editions: tuple[Edition, ...]

    def forget(self) -> None:
        """Empty them."""
        for cache in self.caches:
            cache.cache_clear()
        for edition in self.editions:
            if hasattr(edition, "_universe"):
                object.__delattr__(edition, "_universe")


def kept() -> Kept:
    """Return all that are alive. Shipped editions stay."""
    caches, editions = [], []
    for thing in _alive():
        if type(thing) is type(shipped_edition):  # a proxy would ask what it stands for
            home = getattr(thing, "__module__", None) or ""
            ours = home.startswith(PACKAGES) and not home.startswith(COMPILED)
            if ours and thing is not shipped_edition:
                caches.append(thing)
        elif type(thing) is Edition:
            editions.append(thing)
    return Kept(tuple(caches), tuple(editions))


def _alive() -> list[object]:
    """Return what the collector knows. It does not list what is frozen, as the tests are once they are collected."""
    gc.unfreeze()
    return gc.get_objects()


def live_functions() -> dict[tuple[str, str, int], list[FunctionType]]:
    """Return every function of the package that is alive, by module, name and line."""
    found: dict[tuple[str, str, int], list[FunctionType]] = defaultdict(list)
    for thing in _alive():
        if type(thing) is FunctionType:
            code = thing.__code__
            module = str(thing.__globals__.get("__name__"))
            found[module, code.co_qualname, code.co_firstlineno].append(thing)
    return found


def swapped(
    site: Site, functions: dict[tuple[str, str, int], list[FunctionType]]
) -> Iterator[tuple[FunctionType, CodeType]]:
    """Yield the functions that a change concerns, with their new code."""
    module = dotted(site.module)
    for code in _codes(compiled(site)):
        for function in functions.get((module, code.co_qualname, code.co_firstlineno), ()):
            old = function.__code__
            same = old.co_freevars == code.co_freevars
            if same and (old.co_code, old.co_consts) != (code.co_code, code.co_consts):
                yield function, code


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of every function in a module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def serve(
    wanted: Sequence[Site], tests: Sequence[str], note: Callable[[Tried], None]
) -> list[Tried]:
    """Try mutants with the tests in these files and folders, and hand on each one as soon as its fate is known."""
    os.environ.setdefault("HYPOTHESIS_PROFILE", "mutants")
    server = Server(wanted, note)
    sys.setrecursionlimit(1500)
    options = ("-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist")
    code = pytest.main([*options, *tests], [server])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"pytest ended with {code!r}")
    return server.tried
