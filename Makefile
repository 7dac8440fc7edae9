# make run    installs what playing needs and starts Ludothèque
# make test   everything that must hold               make check  the fast tests, in about a minute
# make help   all the others

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Set UV= to install by pip although uv is there.
UV ?= uv
# A stamp's name changes with the requirements, so nothing is installed twice and nothing is forgotten.
REQUIREMENTS := $(shell cat pyproject.toml constraints.txt | cksum | cut -d' ' -f1)
PLAY := $(VENV)/.play-$(REQUIREMENTS)
TOOLS := $(VENV)/.tools-$(REQUIREMENTS)
EXTRAS := dev,research,ray,postgres,docs
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
LUDOTHEQUE_CACHE ?= $(CURDIR)/.cache
PYTEST := LUDOTHEQUE_CACHE=$(LUDOTHEQUE_CACHE) $(BIN)/pytest --dist worksteal

# Many tests start Ludothèque as a user would; it starts twice as fast where Python may keep its bytecode.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install tools run test long chaos evenings check lint warm browser types bench mutants format docs site wheel clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 18

install: $(PLAY) ## makes .venv with what playing needs
tools: $(TOOLS) ## adds what tests, research, PostgreSQL and the site need

# All stamps go first: whatever is interrupted leaves none. pip and uv may take turns in one .venv; what neither can use
# is made anew. Bytecode is written now, as pip always does: without it the first page takes almost three seconds.
define into_venv
	@$(PYTHON) -c '$(NEW_ENOUGH)' || { echo 'Python 3.11 or newer is needed, and $(PYTHON) is not. Try: make PYTHON=python3.12'; exit 1; }
	@rm -f $(VENV)/.play-* $(VENV)/.tools-*
	@$(BIN)/python -c '$(NEW_ENOUGH)' 2>/dev/null || rm -rf $(VENV)
	@echo 'Installing into $(VENV) …'
	@set -e; if [ -n '$(UV)' ] && '$(UV)' --version >/dev/null 2>&1; then \
		[ -e $(BIN)/python ] || '$(UV)' venv --quiet --python $(PYTHON) $(VENV); \
		'$(UV)' pip install --quiet --python $(BIN)/python --compile-bytecode $(1); \
	else \
		$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null 2>&1 || \
			$(PYTHON) -m venv --clear $(VENV); \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check $(1); \
	fi
endef

$(PLAY):
	$(call into_venv,--constraint constraints.txt --editable .)
	@touch $@

$(TOOLS):
	$(call into_venv,--constraint constraints.txt --editable '.[$(EXTRAS)]')
	@touch $(PLAY) $@

run: $(PLAY) ## opens the shelf in the browser
	@$(BIN)/ludotheque serve --open

# Three processes on two cores: many of these tests wait for a browser or a server. The fast ones do not.
test: lint warm browser types ## everything that must hold: style, types, the tests
	$(PYTEST) -n 3 -m 'not long'

# What does not fit into ten minutes. pytest ends with 5 where nothing is marked so.
long: warm browser ## the tests that take longer; .ci/run runs them after make test
	$(PYTEST) -n 3 -m long || [ $$? -eq 5 ]

# Real players while everything breaks, then what no decent client would send. A short part of both is in make test.
# For more: python -m tests.chaos --help, python -m tests.hostile --help.
chaos: warm ## ten minutes of kills, full disks, cut wires and hostile input; says which promise broke
	LUDOTHEQUE_CACHE=$(LUDOTHEQUE_CACHE) $(BIN)/python -m tests.chaos --minutes 3
	LUDOTHEQUE_CACHE=$(LUDOTHEQUE_CACHE) $(BIN)/python -m tests.chaos --minutes 5 --database postgres --servers 2 --longest 8
	LUDOTHEQUE_CACHE=$(LUDOTHEQUE_CACHE) $(BIN)/python -m tests.hostile --inputs 100000

# Whoever knows no rules learns every game and plays it, by what the pages show alone: minutes for each.
evenings: warm browser ## first evenings with every game, in both languages, on phone and desk
	LUDOTHEQUE_EVENINGS=all $(PYTEST) -n 2 tests/web/test_browser_newcomer.py

# Two processes that test would both compile what neither has; so it is compiled before, each game once.
warm: tools ## compiles all games ahead of time
	@$(BIN)/python -c 'import ludotheque as lt; print(*lt.games(), sep="\n")' | \
		LUDOTHEQUE_CACHE=$(LUDOTHEQUE_CACHE) xargs -P 2 -n 1 $(BIN)/ludotheque warm

# The pages are tested in a real browser: any Chromium will do, and where there is none those tests are skipped.
browser: tools ## finds a browser for the tests, or fetches one where that is possible
	@$(BIN)/python tests/kit/browser.py

# The pages' scripts are looked at by TypeScript; without Node that test is skipped, except where CI is set.
types: tools ## finds TypeScript for the tests, or fetches it where that is possible
	@$(BIN)/python tests/kit/typescript.py

check: warm ## the fast subset, in about a minute
	@$(BIN)/ruff check --quiet && $(BIN)/ruff format --quiet --check
	$(PYTEST) -q -n 2 -m 'not slow and not long' --ignore tests/research

lint: tools ## style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: tools ## speed, as ratios in one run
	$(BIN)/python -m bench

# Not in CI: it takes an hour. The tool for it is installed only here.
mutants: $(TOOLS) ## changes the code in 300 ways and says which the tests do not notice
	$(call into_venv,--constraint constraints.txt --editable '.[$(EXTRAS),mutants]')
	@touch $(PLAY) $(TOOLS)
	$(BIN)/python tests/mutants.py

format: tools ## tidies the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: tools ## makes the pictures, guides and rules of docs/ anew, and runs the notebook
	$(BIN)/python docs/make.py
	$(BIN)/python docs/contract.py
	$(BIN)/python docs/_ext/notebooks.py

# Whatever Sphinx warns of is an error: a name that does not exist, a link that leads nowhere, a page that is in no list.
site: tools ## makes a site of docs/ with a reference of the library, in build/site
	@$(BIN)/python -m sphinx -q -W --keep-going -n -d build/doctrees docs build/site
	@echo 'The site is there: build/site/index.html'

# The pure wheel fits everywhere and compiles on first use; of it the platform wheel is made, which never compiles.
wheel: $(PLAY) ## makes both wheels in dist/: a pure one, and one with compiled code
	@rm -rf dist/*.whl
	@if [ -n '$(UV)' ] && '$(UV)' --version >/dev/null 2>&1; then '$(UV)' build --quiet --wheel --out-dir dist; \
		else $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .; fi
	@$(BIN)/python packaging/platform_wheel.py dist/*-none-any.whl

clean: ## removes what was installed and compiled here
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
