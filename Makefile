# What everybody needs of a checkout: `make help` lists it. docs/project/developing.md lists the programs for everything else.
# Needs Python 3.11 or later and make; each target sets up what it needs in .venv.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet
PINNED := $(PIP) install --require-hashes --constraint tools/pins.txt

SEED    ?= 7
SEATS   ?= greedy,greedy,greedy
WORKERS ?= auto
PART    ?= large
VERSION ?=
ID      ?= MOV-05
SERVE   ?=
ARGS    ?=

# Pictures and pages are tested in a browser.
PAGES   := tests/pictures tests/web tests/website

SOURCES := pyproject.toml lab/pyproject.toml tools/pins.txt README.md $(shell find src lab/src -type f -not -name '*.pyc')

# Every target with a plain name is a command, not a file.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

demo: $(VENV)/package  ## show a game between bots in the terminal (SEED=7 SEATS=greedy,greedy,greedy)
	@$(BIN)/toledo-rules watch --seed $(SEED) --seats $(SEATS)

web: $(VENV)/web  ## serve a game for browsers on this machine (ARGS='--port 9000')
	@$(BIN)/python -m examples.web $(ARGS)

# From the sources, so that nothing has to be installed again.
quick: SHELL := bash
quick: $(VENV)/dev  ## check rules and types in less than a minute of CPU time: examples, fingerprints of play, lint, types, imports
	@TIMEFORMAT='%U + %S s of CPU time'; export PYTHONPATH=src:lab/src; time { \
		$(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/lint-imports && $(BIN)/mypy && \
		$(BIN)/python tests/golden/fingerprint.py && \
		$(BIN)/python -m pytest -q tests/examples; }

test: $(VENV)/package $(VENV)/dev  ## run all tests but those in a browser, against the installed package, with coverage
	@$(BIN)/python -m tests -n $(WORKERS)

rule: $(VENV)/package $(VENV)/dev  ## show everything about a rule, and after an edit run what depends on it (ID=MOV-05)
	@$(BIN)/python -m spec.tools.rule $(ID) $(ARGS)

check: $(VENV)/package $(VENV)/dev  ## run the static checks: lint, format, types, imports, generated files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.typing
	$(BIN)/python -m spec.tools.check
	$(BIN)/python -m spec.tools.sorts
	$(BIN)/python -m spec.tools.index --check
	$(BIN)/python -m spec.tools.export --check
	$(BIN)/python -m spec.tools.publish --check
	$(BIN)/python -m spec.compiler --check
	$(BIN)/python -m tools.schema.generate --check
	$(BIN)/python -m tests.golden.regenerate --check

typescript: $(VENV)/package $(VENV)/dev  ## compile, pack, install and test the TypeScript client (needs node and npm)
	@PYTHON=$(abspath $(BIN)/python) clients/typescript/check.sh

pages: $(VENV)/package $(VENV)/dev tests/axe/node_modules/.package-lock.json docs  ## test pictures, the web example and the site in a browser (installs Chromium and axe-core; needs npm)
	@command -v chromium > /dev/null || \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } > /dev/null
	$(BIN)/python -m pytest -n $(WORKERS) $(PAGES)

tests/axe/node_modules/.package-lock.json: tests/axe/package-lock.json
	npm ci --prefix tests/axe --no-audit --no-fund --no-update-notifier --loglevel=error

docs: $(VENV)/package $(VENV)/dev  ## build the rules site in build/site; SERVE=8000 serves it on this machine
	$(BIN)/python -m website
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/python -m website.theme.finishing
	$(if $(SERVE),$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site $(SERVE))

format: $(VENV)/dev  ## format the code and apply automatic fixes
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Coq and OCaml are no packages for Python: they come from Debian.
theorems: $(VENV)/package $(VENV)/dev  ## check the theorems about any edition with Coq, and ask their model the suite
	@{ command -v coqc && command -v ocamlopt; } > /dev/null || \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends coq ocaml-nox; } > /dev/null
	$(BIN)/python -m spec.theorems

conformance: $(VENV)/package $(if $(filter large%,$(PART)),$(VENV)/dev)  ## compare the library with the conformance suite (PART=large, ARGS='--sample 500')
	$(if $(filter large%,$(PART)),$(BIN)/python -m spec.conformance.write --large --missing)
	$(BIN)/python spec/conformance/runner.py $(PART) $(ARGS) -- $(BIN)/toledo-rules conformance

release: $(VENV)/package $(VENV)/release  ## build and check sdist and wheel in dist (VERSION=0.9.0 makes that version of the sources)
	$(BIN)/python -m tools.release $(VERSION)

clean:  ## remove the virtual environment, caches and build results
	rm -rf $(VENV) .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache build

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python tools/pins.py --only pip | $(PIP) install --require-hashes --requirement /dev/stdin

# The package is installed as its users get it, not as a link to src.
$(VENV)/package: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python tools/pins.py | $(PINNED) --requirement /dev/stdin
	$(PIP) install --force-reinstall --no-deps --no-build-isolation . ./lab
	@touch $@

$(VENV)/web: $(VENV)/bin/python pyproject.toml tools/pins.txt | $(VENV)/package
	$(BIN)/python tools/pins.py web | $(PINNED) --requirement /dev/stdin
	@touch $@

$(VENV)/dev: $(VENV)/bin/python pyproject.toml tools/pins.txt | $(VENV)/package
	$(BIN)/python tools/pins.py all | $(PINNED) --requirement /dev/stdin --group dev
	@touch $@

$(VENV)/fuzz: $(VENV)/dev
	$(PINNED) --group fuzz
	@touch $@

$(VENV)/release: $(VENV)/dev
	$(PINNED) --group release
	@touch $@

$(VENV)/bench: $(VENV)/bin/python pyproject.toml tools/pins.txt
	$(PINNED) --group bench
	@touch $@
