"""The table on pages of strangers: the examples of `examples/embed`, with the npm package as it is packed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import frozen

from tests.browser import Browser, Page, Window, serving_files
from tests.programs.test_clients import served
from tests.web.test_browser import ask
from toledo_rules.record import load_record

ROOT = Path(__file__).parents[2]
CLIENT, EXAMPLES = ROOT / "clients" / "typescript", ROOT / "examples" / "embed"
QUIET = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
STRICT = {
    "strict": True,
    "exactOptionalPropertyTypes": True,
    "noUncheckedIndexedAccess": True,
    "noEmit": True,
    "target": "es2022",
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "lib": ["es2022", "dom", "dom.iterable"],
    "types": [],
}
BUNDLING = ("react.tsx", "--bundle", "--format=esm", "--jsx=automatic", "--outfile=react.js")
PAGES = ("plain.html", "react.html")


def run(*command: object, here: Path) -> None:
    subprocess.run([str(word) for word in command], cwd=here, check=True)


def pack(folder: Path) -> Path:
    """Pack the package, as it would be published."""
    if not (CLIENT / "node_modules" / ".package-lock.json").exists():
        run("npm", "ci", *QUIET, here=CLIENT)
    run(sys.executable, "-m", "tools.schema.client", here=ROOT)
    run("npm", "pack", *QUIET, "--silent", "--pack-destination", folder, here=CLIENT)
    (tarball,) = folder.glob("toledo-rules-client-*.tgz")
    return tarball


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the examples are served, with what they install from npm and from the tarball."""
    folder = tmp_path_factory.mktemp("embed") / "page"
    shutil.copytree(EXAMPLES, folder, ignore=shutil.ignore_patterns("node_modules"))
    tarball = pack(folder.parent)
    run("npm", "ci", *QUIET, here=folder)
    run("npm", "install", *QUIET, "--offline", "--no-save", tarball, here=folder)
    tools, compilation = CLIENT / "node_modules" / ".bin", folder / "tsconfig.json"
    compilation.write_text(json.dumps({"compilerOptions": STRICT, "files": ["react.tsx"]}))
    run(tools / "tsc", "--project", compilation, here=folder)
    run(tools / "esbuild", *BUNDLING, "--log-level=warning", here=folder)
    with serving_files(folder) as there:
        yield there


def table(window: Window, page: str) -> Page:
    """A page whose table has begun."""
    window.page.goto(page)
    window.page.locator("toledo-table[data-version]").wait_for()
    return window.page


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_a_stranger_plays_against_a_bot(
    browser: Browser, address: str, name: str
) -> None:
    with Window.open(browser, width=1024, height=768, address=address) as window:
        page = table(window, f"/{name}")
        assert ask(page, "return moves(t, s, 4)") == 4
        scores = ask(page, "return t.state.scores.map(({ total }) => total).join(' : ')")
        assert page.locator("output").inner_text() == scores
        window.assert_clean()


def test_react_sets_the_language(browser: Browser, address: str) -> None:
    with Window.open(browser, width=1024, height=768, address=address) as window:
        page = table(window, "/react.html")
        page.get_by_role("button", name="de", exact=True).click()
        page.locator(".deed", has_text="2 ziehen").first.wait_for()
        window.assert_clean()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_a_stranger_sits_at_a_server_of_its_own(
    browser: Browser, address: str, name: str, tmp_path: Path
) -> None:
    """The server of the guide *Embed the table with your own server*."""
    file = tmp_path / "game.toledo"
    with served(file) as (ana, ben), Window.open(browser, address=address) as first:
        mine = table(first, f"/{name}?server={ana}")
        with Window.open(browser, address=address) as second:
            theirs = table(second, f"/{name}?server={ben}")
            assert ask(mine, "return moves(t, s, 1)") == 1
            version = ask(mine, "return t.state.version")
            theirs.locator(f"toledo-table[data-version='{version}']").wait_for()
            assert ask(theirs, "return [t.state.view.seat, t.dataset.status]") == [1, "open"]
            second.assert_clean()
        first.assert_clean()
        assert load_record(file).complete().entries


def test_the_examples_have_at_most_forty_lines() -> None:
    for name in ("plain.html", "react.tsx"):
        assert len((EXAMPLES / name).read_text(encoding="utf-8").splitlines()) <= 40


def test_the_guide_shows_the_examples() -> None:
    guide = (ROOT / "docs" / "how-to" / "embed-the-table.md").read_text("utf-8")
    sources = [path.read_text("utf-8") for path in EXAMPLES.iterdir() if path.is_file()]
    sources.append((ROOT / "examples" / "server.py").read_text("utf-8"))
    shown = re.findall(r"^```(?:html|js|tsx|py)\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(shown) > 5
    assert [block for block in shown if not any(block in source for source in sources)] == []
    assert f"npx esbuild {' '.join(BUNDLING)}\n" in guide


PLIES = 30
CLIENT_IN_PERL = ROOT / "examples" / "perl" / "client.pl"


@frozen(eq=False)
class PerlClient:
    """The client in Perl, as somebody at a terminal has it."""

    program: subprocess.Popen[str]

    @classmethod
    @contextmanager
    def at(cls, address: str) -> Iterator[PerlClient]:
        """Start it at an address; it ends by itself when nobody types any more."""
        command, pipe = ["perl", str(CLIENT_IN_PERL), address], subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as program:
            yield cls(program)
            program.communicate()
        assert program.returncode == 0

    def until(self, *ends: str) -> list[str]:
        """What it says up to one of these lines."""
        assert self.program.stdout is not None
        said: list[str] = []
        while not said or not said[-1].startswith(ends):
            line = self.program.stdout.readline()
            assert line, said
            said.append(line.strip())
        return said

    def enter(self, line: str) -> None:
        """Type a line."""
        assert self.program.stdin is not None
        self.program.stdin.write(f"{line}\n")
        self.program.stdin.flush()


def test_two_clients_in_perl_play(tmp_path: Path) -> None:
    """They take the last move of the list, and ask why not on the way."""
    file = tmp_path / "game.toledo"
    with served(file) as (ana, ben), PerlClient.at(ana) as first, PerlClient.at(ben) as second:
        clients, active = (first, second), first
        assert first.until("You are") == ["You are Ana."]
        offers = first.until("Your move?")
        assert second.until("Wait.")[0] == "You are Ben."
        first.enter("? deed:end_turn")
        assert first.until("No:") == ["No: illegal.no_card_played (TRN-04)"]
        first.enter("0\n99")
        assert first.until("No such") + first.until("No such") == ["No such move."] * 2
        for _ in range(PLIES):
            moves = [line for line in offers if re.match(r"\d+\. ", line)]
            number, _, action = moves[-1].partition(". ")
            choice = re.search(r"(\S+)\]", action)
            active.enter(f"{number} {choice[1]}" if choice else number)
            said = [client.until("Your move?", "Wait.") for client in clients]
            active, offers = next(
                (client, lines)
                for client, lines in zip(clients, said, strict=True)
                if lines[-1] == "Your move?"
            )
        assert len(load_record(file).complete().entries) == PLIES


def test_the_guide_shows_the_client_in_perl() -> None:
    guide = (ROOT / "docs" / "how-to" / "another-language.md").read_text("utf-8")
    shown = re.findall(r"^```perl\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    program = CLIENT_IN_PERL.read_text("utf-8")
    assert len(shown) > 3
    assert [block for block in shown if block not in program] == []
