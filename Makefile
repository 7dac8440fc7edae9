# make run    installs and starts Ludothèque          make check  the fast tests, in about a minute
# make test   everything that must hold                make bench  speed, as ratios in one run
# make format tidies the code                          make docs   draws pictures and guides anew

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready-$(shell cat pyproject.toml constraints.txt | cksum | cut -d' ' -f1)
LUDOTHEQUE_CACHE ?= $(CURDIR)/.cache
PYTEST := LUDOTHEQUE_CACHE=$(LUDOTHEQUE_CACHE) $(BIN)/pytest --dist worksteal

# Many tests start Ludothèque as a user would; it starts twice as fast where Python may keep its bytecode.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install run test check lint warm browser bench format docs clean

help: ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1	\2/' | expand -t 18

install: $(READY) ## makes .venv with everything

# The stamp's name changes with the requirements, so nothing is installed twice and nothing is forgotten.
$(READY):
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is %d.%d. Try: make PYTHON=python3.12" % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,research,ray,postgres]'
	@rm -f $(VENV)/.ready-*
	@touch $@

run: install ## opens the shelf in the browser
	@$(BIN)/ludotheque serve --open

# Three processes on two cores: many of these tests wait for a browser or a server. The fast ones do not.
test: lint warm browser ## everything: style, types, all tests
	$(PYTEST) -n 3

# Two processes that test would both compile what neither has; so it is compiled before, each game once.
warm: install ## compiles all games ahead of time
	@$(BIN)/python -c 'import ludotheque as lt; print(*lt.games(), sep="\n")' | \
		LUDOTHEQUE_CACHE=$(LUDOTHEQUE_CACHE) xargs -P 2 -n 1 $(BIN)/ludotheque warm

# The pages are tested in a real browser: any Chromium will do, and where there is none those tests are skipped.
browser: install ## finds a browser for the tests, or fetches one where that is possible
	@$(BIN)/python tests/kit/browser.py

check: warm ## the fast subset, in about a minute
	@$(BIN)/ruff check --quiet && $(BIN)/ruff format --quiet --check
	$(PYTEST) -q -n 2 -m 'not slow' --ignore tests/research

lint: install ## style and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: install ## speed, as ratios in one run
	$(BIN)/python -m bench

format: install ## tidies the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: install ## draws the pictures and guides of docs/ anew
	$(BIN)/python docs/make.py

clean: ## removes what was installed and compiled here
	rm -rf $(VENV) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
