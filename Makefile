# Every target makes what it needs from nothing but python3 and make.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

# Tests start Python some hundred times: what was compiled once is kept, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo test lowest check docs page report verify bench format clean

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

# Dependency groups are read by pip 25.1 and later; the venv's own pip may be older.
$(READY): pyproject.toml
	@echo "setting up $(VENV) (once, about a minute)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[all]' --group dev
	@touch $@

# An install compiles tikal.fast where it can; this does it again when its sources have changed.
ENGINE := $(VENV)/.engine
$(ENGINE): $(READY) $(wildcard tikal/fast/src/*) tikal/fast/tables.py tikal/fast/codes.py tikal/components.toml tikal/editions.py
	@$(BIN)/python -m tools.compile_fast > /dev/null || echo "tikal.fast stays pure Python"
	@touch $@

demo: $(READY) ## see the library at work
	@$(BIN)/python examples/demo.py

test: $(ENGINE) ## run the tests
	@$(BIN)/python -m pytest -n 2 --dist worksteal

LOWEST := .venvs/lowest
$(LOWEST)/.ready: pyproject.toml tools/lowest.py
	@echo "setting up $(LOWEST) (once, about a minute)"
	@$(PYTHON) -m venv --clear $(LOWEST)
	@$(PYTHON) tools/lowest.py > $(LOWEST)/lowest.txt
	@$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --constraint $(LOWEST)/lowest.txt --editable '.[all]' --group test
	@touch $@

# What the other libraries are used for: values, graphs, JSON, commands, processes; hardly the rules.
QUICK := tests/citations tests/golden tests/test_cli.py tests/test_components.py tests/test_evolve.py tests/test_geometry.py \
         tests/test_interchange.py tests/test_moves.py tests/test_position_text.py tests/test_positions.py tests/test_records.py tests/test_state.py \
         tests/test_text.py tests/conformance/test_audit.py tests/conformance/test_kit.py tests/conformance/test_report.py

lowest: $(LOWEST)/.ready ## the quick tests, with the lowest versions that pyproject.toml allows
	@$(LOWEST)/bin/python -m pytest -q -n 2 --dist worksteal -p no:cacheprovider $(QUICK)

check: $(READY) ## lint, formatting, types, direction of dependencies
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

docs: $(ENGINE) ## build the documentation into build/docs, warnings are errors
	@rm -rf build/docs/try && mkdir -p build/docs
	@if [ -d build/page ]; then cp -R build/page build/docs/try; else echo "without the page at try/: make page builds it"; fi
	@$(BIN)/python -m sphinx -q -W --keep-going -n -b html docs build/docs
	@echo "open build/docs/index.html"

NODE_MODULES := page/node_modules/.ready
$(NODE_MODULES): page/package-lock.json
	@command -v npm >/dev/null || { echo "make page needs npm (it comes with Node.js), and it is not here"; exit 1; }
	@cd page && npm ci --no-progress --loglevel=error
	@touch $@

page: $(READY) $(NODE_MODULES) ## build the page: build/page/ for a site, build/tikal-VERSION.html to open from disk
	@$(BIN)/python -m tools.page

report: $(ENGINE) ## the report on this library, clause by clause, and the README's figures
	@mkdir -p spec/reports build
	@$(BIN)/tikal conformance self --positions 5000 --format pretty -o build/self.jsonl -o build/report.html
	@mv build/self.jsonl spec/reports/self.jsonl  # only now: what is interrupted or fails is not kept
	@$(BIN)/python -m tools.figures

LONG := $(BIN)/python -m pytest -p tools.progress -n 2 --dist worksteal

verify: $(ENGINE) ## the long verification (some two hours on two cores)
	@echo "1/5 properties with 10,000 examples each"
	@HYPOTHESIS_PROFILE=verify TIKAL_POOL=3 $(LONG) tests/properties
	@HYPOTHESIS_PROFILE=verify $(LONG) tests/test_records.py tests/test_interchange.py tests/test_moves.py tests/test_position_text.py
	@echo "2/5 witnesses, cases and proofs, all of them"
	@TIKAL_VERIFY=1 $(LONG) tests/formal/test_witnesses.py tests/formal/test_cases.py tests/conformance/test_cases.py tests/page tests/bots
	@$(BIN)/python -m tools.proofs --check
	@$(BIN)/python -m tools.kit_mutants
	@echo "3/5 a thousand games through the battery"
	@TIKAL_GAMES=1000 $(LONG) tests/test_games.py
	@echo "4/5 the compiled engine: 2,000 games in lockstep, the whole kit, refusals, planted faults, sanitizers"
	@HYPOTHESIS_PROFILE=verify TIKAL_EXAMPLES=2500 TIKAL_VERIFY=1 $(LONG) tests/fast
	@if $(BIN)/python -c "import sys; from tikal import fast; sys.exit(not fast.COMPILED)"; \
	  then $(BIN)/python -m tools.fast_mutants && $(BIN)/python -m tools.fast_sanitizers; fi
	@echo "5/5 the quick tests with the lowest versions, the suite on every CPython 3.11 to 3.13 of this machine"
	@$(MAKE) --no-print-directory lowest
	@PYTHON=$(PYTHON) ./tools/every-python
	@echo "and now make report: tests, 5,000 positions against the specification, mutants, cases"

bench: $(ENGINE) ## measure speed against python-chess, rust-chess, OpenSpiel, catanatron and networkx in one run
	@$(BIN)/python -m benchmarks

format: $(READY) ## rewrite the code in the house format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean: ## remove what the other targets made
	@rm -rf $(VENV) .venvs build dist page/node_modules tikal/fast/_engine*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@cd docs/reference && rm -rf clauses rulings.md differences.md switches.md refusals.md command-line.md schemas.md
