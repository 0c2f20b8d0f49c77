# The two commands to know are `make run` and `make test`. Each installs what it needs into .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SEED ?= 1
SEEDS ?= 2000
READY := $(VENV)/.installed

# The tests start Python dozens of times; what one process has compiled does for the others and for the next run.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test test-thorough test-postgres test-slow mutants lint types format bench simulate text docs install activity compiled fresh clean

run: $(READY) fresh
	$(BIN)/python -m bot

test: $(READY) fresh
	$(BIN)/python -m pytest -m "not thorough and not slow and not postgres" -n auto --dist worksteal

test-thorough: $(READY) fresh
	$(BIN)/python -m pytest -m "thorough and not slow and not postgres" -n auto --dist worksteal

test-postgres: $(READY) fresh
	$(BIN)/python -m pytest -m "postgres and not slow" -n auto --dist worksteal

test-slow: $(READY)
	$(BIN)/python -m pytest -m "slow or hypothesis" --hypothesis-profile random

mutants: $(READY)
	nice -n 5 $(BIN)/python -m tests.mutation $(MUTANTS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/python -m tests.subjects

types: $(READY)
	$(BIN)/mypy
	rm -rf build/sixth_game
	$(BIN)/python -m tests.sixth_game.project build/sixth_game
	cd build/sixth_game && ../../$(BIN)/mypy --cache-dir ../../.mypy_cache

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(READY)
	$(BIN)/python -m benchmarks

# A night of the simulation: one seed after the other, from SEED on. It tells the story of each promise that is broken.
simulate: $(READY)
	nice -n 10 $(BIN)/python -m simulation --seed $(SEED) --seeds $(SEEDS) --days 1 --mixed --jobs 2

text: $(READY)
	$(BIN)/python -m bot.text.extract
	$(BIN)/python -m bot.text.merge

# The documentation as a site in build/site. Links and pictures that lead nowhere are refused.
docs: $(VENV)/.docs
	$(BIN)/python docs/site.py
	$(BIN)/zensical build --strict --clean

install: $(READY)

# What the board needs to be shown on Discord as an Activity: Discord's own SDK in one file, made with Node.js from npm.
# Everything else works without.
ACTIVITY := cogs/shared/web/sdk/discord.js
ACTIVITY_PACKAGES := @discord/embedded-app-sdk@2.5.0 esbuild@0.28.2

activity: $(ACTIVITY)

$(ACTIVITY): Makefile
	@command -v npm >/dev/null || { echo "make activity needs Node.js 18 or newer, with npm."; exit 1; }
	mkdir -p build/activity $(@D)
	cd build/activity && npm install --silent --no-save --no-package-lock --no-audit --no-fund --ignore-scripts $(ACTIVITY_PACKAGES)
	cd build/activity && echo 'export { DiscordSDK } from "@discord/embedded-app-sdk";' | node_modules/.bin/esbuild \
		--bundle --format=esm --minify --target=es2022 --legal-comments=eof --log-level=warning --outfile=../../$@
	cp build/activity/node_modules/@discord/embedded-app-sdk/LICENSE.md $(basename $@).LICENSE

# The search of the computer players as C, which needs a compiler. Everything works without, only slower.
compiled: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt 'setuptools>=77'
	CRUX_COMPILED=1 $(BIN)/python setup.py --quiet build_ext --inplace

# Removes what was compiled if a source has changed since, because Python would go on using it.
fresh:
	@lib=$$(find bot -name 'hot__mypyc.*' | head -n 1); \
	if [ -n "$$lib" ] && [ -n "$$(find setup.py bot/players -name '*.py' -newer "$$lib")" ]; then \
		echo "The compiled modules are older than their sources and are removed. make compiled makes new ones."; \
		find bot -name '*.so' -delete; \
	fi

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Crux needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing what Crux needs into $(VENV). This takes a minute or two, the first time only."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $(READY)

$(VENV)/.docs: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[docs]'
	touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build *.egg-info $(dir $(ACTIVITY))
	find bot -name '*.so' -delete
