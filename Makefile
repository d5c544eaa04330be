# Everything to do with a checkout. `make help` lists it.
# Needs Python 3.11 or later and make; each target sets up what it needs in .venv.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

SEED    ?= 7
SEATS   ?= greedy,greedy,greedy
WORKERS ?= auto
N       ?= 50000
FROM    ?= 0
EXHAUST ?=
SECONDS ?= 600
PART    ?= large
Q       ?= who wins a tie
VERSION ?=
ARGS    ?=

# Tests that look through many cases. Some stand beside examples.
SEARCHING := tests/property tests/spec
SEARCHES  := $(SEARCHING) $(shell grep -rl --include='*.py' 'pytest.mark.search$$' tests)
# Pictures and pages are tested in a browser.
PAGES     := tests/pictures tests/web tests/website
# All other tests are examples. They must cover the package without the searches, which measuring would slow down.
COVERING  := $(filter-out $(SEARCHING) $(PAGES),$(patsubst %/,%,$(wildcard tests/[a-z]*/))) \
	$(wildcard tests/test_*.py) docs README.md

SOURCES := pyproject.toml constraints.txt README.md $(shell find src -type f -not -name '*.pyc')

# Every target with a plain name is a command, not a file.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

demo: $(VENV)/package  ## show a game between bots in the terminal (SEED=7 SEATS=greedy,greedy,greedy)
	@$(BIN)/toledo-rules watch --seed $(SEED) --seats $(SEATS)

web: $(VENV)/web  ## serve a game for browsers on this machine (ARGS='--port 9000')
	@$(BIN)/python -m examples.web $(ARGS)

web-load: $(VENV)/web  ## put the web example under load for a minute, and print what it bears (ARGS='--tables 20')
	@$(BIN)/python -m examples.web.load $(ARGS)

# From the sources, so that nothing has to be installed again.
quick: SHELL := bash
quick: $(VENV)/dev  ## check rules and types in less than a minute of CPU time: examples, fingerprints of play, lint, types, imports
	@TIMEFORMAT='%U + %S s of CPU time'; export PYTHONPATH=src; time { \
		$(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/lint-imports && $(BIN)/mypy && \
		$(BIN)/python tests/golden/fingerprint.py && \
		$(BIN)/python -m pytest -q tests/examples; }

test: $(VENV)/package $(VENV)/dev  ## run all tests but those in a browser, against the installed package, with coverage
	rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest -n $(WORKERS) -m 'not search' $(COVERING)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report
	$(BIN)/python -m pytest -n $(WORKERS) -m search $(SEARCHES)

check: $(VENV)/package $(VENV)/dev  ## run the static checks: lint, format, types, imports, generated files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.typing
	$(BIN)/python -m spec.tools.check
	$(BIN)/python -m spec.tools.sorts
	$(BIN)/python -m spec.tools.index --check
	$(BIN)/python -m spec.tools.theorems --ties
	$(BIN)/python -m spec.tools.export --check
	$(BIN)/python -m spec.tools.publish --check
	$(BIN)/python -m schema.generate --check
	$(BIN)/python -m tests.golden.regenerate --check

typescript:  ## compile, pack, install and test the TypeScript client (needs node and npm)
	clients/typescript/check.sh

pages: $(VENV)/package $(VENV)/dev chromium axe docs  ## test pictures, the web example and the site in a browser
	$(BIN)/python -m pytest -n $(WORKERS) $(PAGES)

chromium:  ## install Debian's Chromium if there is no browser yet
	@command -v chromium > /dev/null || \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } > /dev/null

axe: tests/axe/node_modules/.package-lock.json  ## install axe-core, which looks for barriers on pages (needs npm)

tests/axe/node_modules/.package-lock.json: tests/axe/package-lock.json
	npm ci --prefix tests/axe --no-audit --no-fund --no-update-notifier --loglevel=error

docs: $(VENV)/package $(VENV)/dev  ## build the rules site in build/site
	$(BIN)/python -m website
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/python -m website.finishing

search: export QUESTION := $(value Q)
search: $(VENV)/package $(VENV)/dev  ## print the entries that the site's search finds for a question (Q='who wins a tie', needs node)
	@$(BIN)/python -m website.searching build/search/index.json
	@node website/search/command.js build/search/index.json "$$QUESTION"

docs-serve: docs  ## build the rules site and serve it on this machine
	$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site 8000

format: $(VENV)/dev  ## format the code and apply automatic fixes
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

prove: $(VENV)/package $(VENV)/dev  ## prove the invariants and write the table of results (ARGS=--fresh ignores earlier results)
	$(BIN)/python -m spec.tools.prove $(ARGS)

solve: $(VENV)/package $(VENV)/dev  ## solve the tiny editions and write spec/solved
	$(BIN)/python -m tests.solving

# Coq is no package for Python: it comes from Debian.
theorems: $(VENV)/package $(VENV)/dev coq  ## check the theorems about any edition with Coq
	$(BIN)/python -m spec.tools.theorems

coq:  ## install Debian's Coq if there is none yet
	@command -v coqc > /dev/null || \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends coq; } > /dev/null

agreement: $(VENV)/package $(VENV)/dev  ## compare library and specification (N=50000, FROM=0, EXHAUST=edition)
	$(BIN)/python -m tests.spec.long_agreement --positions $(N) --from $(FROM) \
		$(if $(EXHAUST),--exhaust $(EXHAUST))

conformance: $(VENV)/package  ## compare the library with the conformance suite (PART=large, ARGS='--sample 500')
	$(BIN)/python conformance/runner.py $(PART) $(ARGS) -- $(BIN)/toledo-rules conformance

clause-mutants: $(VENV)/package $(VENV)/dev  ## change every clause a little, find a position that notices it, write spec/proofs/mutants.md
	$(BIN)/python -m tests.spec.mutant_hunt $(ARGS)

bench: $(VENV)/package $(VENV)/bench  ## measure speed against other engines and an earlier revision (ARGS='--against HEAD~1')
	$(BIN)/python -m benchmarks $(ARGS)

# With an environment of its own, because the other targets are about the wheel in pure Python.
compiled: $(VENV)/bin/python  ## build a wheel compiled by mypyc in build/compiled and test the rules with it (needs a C compiler)
	rm -rf build/compiled
	HATCH_BUILD_HOOKS_ENABLE=1 $(PIP) wheel --no-deps --build-constraint constraints.txt --wheel-dir build/compiled .
	$(MAKE) VENV=build/compiled/venv build/compiled/venv/bin/python
	build/compiled/venv/bin/python -m pip --quiet install --constraint constraints.txt build/compiled/*.whl --group test
	build/compiled/venv/bin/python tests/golden/fingerprint.py
	build/compiled/venv/bin/python -m pytest -q -n $(WORKERS) -m 'not patches' tests/examples tests/property

# From the sources: the package is changed while it runs.
mutants: $(VENV)/dev  ## change one operator at a time and expect a test to fail; survivors need a reason (ARGS='effects/duel')
	PYTHONPATH=src $(BIN)/python -m mutants $(if $(ARGS),$(ARGS),--write)

fuzz: $(VENV)/package $(VENV)/fuzz  ## fuzz the readers and the rules, guided by coverage (SECONDS=600)
	$(BIN)/python -m fuzz --seconds $(SECONDS) --write

matrix: $(VENV)/package $(VENV)/dev  ## test every Python that we claim, each in an environment of its own (needs pyenv or python3.x, and node)
	$(BIN)/python -m tests.matrix --write

vault: $(VENV)/package $(VENV)/dev  ## write again what the next version would write: the draft that later versions must read
	$(BIN)/python -m tests.vault

# Python as it is found: from pyenv, or from the path. What is not there is not run, and the output says so.
matrix-short: $(VENV)/package $(VENV)/dev  ## test rules, goldens, JSON and digests on the other Pythons of this machine
	$(BIN)/python -m tests.matrix --short

release: $(VENV)/package $(VENV)/release  ## build and check sdist and wheel in dist (VERSION=0.9.0 makes that version of the sources)
	$(BIN)/python -m release $(VERSION)

malformed: $(VENV)/package $(VENV)/dev  ## feed 100,000 damaged inputs to the readers
	$(BIN)/python -m benchmarks.malformed

strength: $(VENV)/package $(VENV)/dev  ## measure the strength of the searching bot; it takes hours, and goes on where it stopped
	$(BIN)/python -m examples.strength.measure

learning: $(VENV)/package $(VENV)/dev  ## train the bot apprentice; it takes a quarter of an hour of CPU time, and goes on where it stopped
	$(BIN)/python -m examples.learning

study: $(VENV)/package $(VENV)/dev  ## answer questions about the game by simulation and draw the plots
	$(BIN)/python -m examples.study
	$(BIN)/python -m examples.study.screening

clean:  ## remove the virtual environment, caches and build results
	rm -rf $(VENV) .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache build

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt pip

# The package is installed as its users get it, not as a link to src.
$(VENV)/package: $(VENV)/bin/python $(SOURCES)
	$(PIP) install --constraint constraints.txt --force-reinstall --no-deps .
	$(PIP) install --constraint constraints.txt .
	@touch $@

$(VENV)/web: $(VENV)/bin/python pyproject.toml constraints.txt | $(VENV)/package
	$(PIP) install --constraint constraints.txt '.[web]'
	@touch $@

$(VENV)/dev: $(VENV)/bin/python pyproject.toml constraints.txt | $(VENV)/package
	$(PIP) install --constraint constraints.txt '.[all]' --group dev
	@touch $@

$(VENV)/fuzz: $(VENV)/dev
	$(PIP) install --constraint constraints.txt --group fuzz
	@touch $@

$(VENV)/release: $(VENV)/dev
	$(PIP) install --constraint constraints.txt --group release
	@touch $@

$(VENV)/bench: $(VENV)/bin/python pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --group bench
	@touch $@
