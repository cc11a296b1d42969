# Every target makes what it needs from nothing but python3 and make.
PYTHON ?= python3

# constraints.txt names the versions that everything was verified with; NEWEST=1 takes the newest instead, in a venv of its own.
# Every pip that is started here keeps to the file, those of build environments and of the tests too; as an address, because pip
# takes a space for the end of a path.
NONE    :=
address  = $(subst $(NONE) $(NONE),%20,file://$(CURDIR)/$(1))
ifdef NEWEST
VENV    := .venvs/newest
TAKEN   := --upgrade --upgrade-strategy eager
else
VENV    := .venv
PINNED  := constraints.txt
export PIP_CONSTRAINT := $(call address,$(PINNED))
export PIP_BUILD_CONSTRAINT := $(PIP_CONSTRAINT)
endif
BIN      = $(VENV)/bin

# Tests start Python some hundred times: store compiled modules, whatever the shell sets.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help dev demo test lowest check lint types imports forge scripts quick engine constraints docs page report verify bench files release upload format clean ALWAYS

help: ## show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20
	@echo "NEWEST=1 takes the newest versions of everything instead of those in constraints.txt: make test NEWEST=1"

# One venv, filled as far as a target asks: for the demo, for the tests, or with everything.
# What pip and its warnings say is stored, and shown only if an install fails.
EMPTY := $(VENV)/.empty
DEMO  := $(VENV)/.ready-demo
TESTS := $(VENV)/.ready-test
ALL   := $(VENV)/.ready-dev
LOG    = $(VENV)/install.log
quietly = { $(1); } >> $(LOG) 2>&1 || { cat $(LOG); echo "the installation failed, see above"; exit 1; }
pip     = $(call quietly,$(BIN)/python -m pip install --disable-pip-version-check $(1))
PINS   := $(if $(NEWEST),the newest versions,the versions of constraints.txt)

$(EMPTY): pyproject.toml $(PINNED) $(if $(NEWEST),ALWAYS)
	@$(PYTHON) -m venv $(if $(NEWEST),,--clear) $(VENV)
	@touch $@

$(DEMO): $(EMPTY)
	@echo "$(VENV): installing the library and its command line, $(PINS) (some 75 MB)"
	@$(call pip,$(TAKEN) --editable '.[cli]')
	@touch $@

# Dependency groups are read by pip 25.1 and later; the venv's own pip may be older.
$(TESTS): $(EMPTY)
	@echo "$(VENV): installing what the tests need, $(PINS) (some 200 MB)"
	@$(call pip,--upgrade "pip>=25.1")
	@$(call pip,$(TAKEN) --editable '.[all]' --group test)
	@touch $(DEMO) $@

$(ALL): $(EMPTY)
	@echo "$(VENV): installing everything: tests, checks, documentation, benchmarks, OpenSpiel, $(PINS) (some 650 MB)"
	@$(call pip,--upgrade "pip>=25.1")
	@$(call pip,$(TAKEN) --editable '.[all]' --group dev)
	@touch $(DEMO) $(TESTS) $@

dev: $(ALL) ## install everything that a target can need, for the tests too

# An install compiles tikal.fast where it can; this does it again when its sources have changed.
ENGINE := $(VENV)/.engine
$(ENGINE): $(TESTS) $(wildcard tikal/fast/src/*) tikal/fast/tables.py tikal/fast/codes.py tikal/components.toml $(wildcard tikal/editions/*)
	@$(BIN)/python -m tools.packaging.compile_fast > /dev/null || echo "tikal.fast stays pure Python"
	@touch $@

# So it is with the index of questions; without a file of these sources every question computes it.
ASKING := $(VENV)/.asking
$(ASKING): $(TESTS) $(wildcard tikal/languages/*/*.toml) $(wildcard tikal/asking/*) $(wildcard tikal/editions/*.toml) $(wildcard spec/*.toml) $(wildcard spec/clauses/*.toml) $(wildcard spec/rulings/*.toml)
	@$(BIN)/python -m tools.packaging.asking
	@touch $@

demo: $(DEMO) ## see the library at work
	@$(BIN)/python examples/demo.py

# In two runs: workers that keep what the other tests have read need not also keep the games of the properties, the atoms of the solver
# and all that the page needs.
APART := tests/formal tests/page tests/properties
test: $(ENGINE) $(ASKING) ## run the tests
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(addprefix --ignore=,$(APART))
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(APART)

LOWEST := .venvs/lowest
$(LOWEST)/.ready: export PIP_CONSTRAINT = $(call address,$(LOWEST)/lowest.txt)
$(LOWEST)/.ready: export PIP_BUILD_CONSTRAINT = $(PIP_CONSTRAINT)
$(LOWEST)/.ready: VENV = $(LOWEST)
$(LOWEST)/.ready: pyproject.toml tools/packaging/lowest.py
	@echo "$(LOWEST): installing the lowest versions that pyproject.toml allows (some 450 MB)"
	@$(PYTHON) -m venv --clear $(LOWEST)
	@$(PYTHON) tools/packaging/lowest.py > $(LOWEST)/lowest.txt
	@$(call pip,--upgrade "pip>=25.1")
	@$(call pip,--editable '.[all]' 'tikal-rules[bots]' --group test)
	@touch $@

# What the other libraries are used for: values, graphs, JSON, commands, processes; hardly the rules.
QUICK := tests/citations tests/golden tests/cli/test_cli.py tests/game/test_components.py tests/support/test_evolve.py tests/game/test_geometry.py \
         tests/notation/test_documents.py tests/game/test_moves.py tests/notation/test_position_text.py tests/notation/test_positions.py tests/notation/test_records.py tests/game/test_state.py \
         tests/pictures/test_text.py tests/conformance/test_audit.py tests/conformance/test_kit.py tests/conformance/test_report.py

lowest: $(LOWEST)/.ready ## the quick tests, with the lowest versions that pyproject.toml allows
	@$(LOWEST)/bin/python -m pytest -q -n 2 --dist worksteal -p no:cacheprovider $(QUICK)

quick: $(ENGINE) ## the quick tests
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal $(QUICK)

engine: $(ENGINE) ## the tests of the compiled engine, or of pure Python where there is none
	@$(BIN)/python -m pytest -q -n 2 --dist worksteal tests/fast

check: lint types imports forge scripts ## lint, formatting, types, direction of dependencies, files for a forge, pinned versions
	@$(if $(NEWEST),,$(BIN)/python -m tools.packaging.constraints --check)

lint: $(ALL)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(ALL)
	@$(BIN)/mypy

imports: $(ALL)
	@$(BIN)/lint-imports

# JavaScript, where npm is at hand: its types by TypeScript, mistakes by eslint, its layout by Prettier.
PAGE_TOOLS := tools/packaging/page
PAGE_CODE  := "tikal/page/static/*.js"
PRETTIER   := $(PAGE_TOOLS)/node_modules/prettier/bin/prettier.cjs --print-width 110 --log-level warn
scripts:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(NODE_MODULES) \
	  && node $(PAGE_TOOLS)/node_modules/typescript/bin/tsc -p $(PAGE_TOOLS)/tsconfig.json \
	  && node $(PAGE_TOOLS)/node_modules/eslint/bin/eslint.js --config $(PAGE_TOOLS)/eslint.config.mjs $(PAGE_CODE) \
	  && node $(PRETTIER) --check $(PAGE_CODE); \
	else echo "without the check of JavaScript: npm is not here"; fi

# What a code host reads, held to its own schemas, which check-jsonschema brings with it.
SCHEMA := $(BIN)/check-jsonschema --builtin-schema
forge: $(ALL)
	@$(SCHEMA) vendor.github-workflows .github/workflows/*.yml
	@$(SCHEMA) custom.github-workflows-require-timeout .github/workflows/*.yml
	@$(SCHEMA) vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@$(SCHEMA) vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml

constraints: $(ALL) ## write the versions that are installed into constraints.txt, for this Python
	@$(BIN)/python -m tools.packaging.constraints
	@touch $(EMPTY) $(DEMO) $(TESTS) $(ALL)

docs: $(ALL) $(ENGINE) ## build the documentation into build/docs, warnings are errors
	@rm -rf build/docs/try && mkdir -p build/docs
	@if [ -d build/page ]; then cp -R build/page build/docs/try; else echo "without the page at try/: make page builds it"; fi
	@$(BIN)/python -m sphinx -q -W --keep-going -n -b html docs build/docs
	@echo "open build/docs/index.html"

NODE_MODULES := tools/packaging/page/node_modules/.ready
$(NODE_MODULES): tools/packaging/page/package-lock.json
	@command -v npm >/dev/null || { echo "make page needs npm (it comes with Node.js), and it is not here"; exit 1; }
	@cd tools/packaging/page && npm ci --no-progress --loglevel=error
	@touch $@

# The trees behind the verdicts on witnesses, which the solver finds.
PROOFS := $(VENV)/.proofs
$(PROOFS): $(ALL) $(wildcard tikal/formal/*) $(wildcard spec/rules/*) $(wildcard spec/cases/*)
	@$(BIN)/python -m tools.packaging.proofs
	@touch $@

page: $(PROOFS) $(NODE_MODULES) ## build the page: build/page/ for a site, build/tikal-VERSION.html to open from disk
	@$(BIN)/python -m tools.packaging.page

report: $(ALL) $(ENGINE) ## the report on this library, clause by clause, and the README's figures
	@mkdir -p build
	@$(BIN)/python -m tools.selfreport --positions 5000 --format pretty -o build/self.jsonl -o build/report.html
	@$(BIN)/python -m tools.selfreport.summary build/self.jsonl  # only of a report that is whole and in which nothing failed
	@$(BIN)/python -m tools.generate.figures
	@$(BIN)/python -m pytest -q -n 2 -m stored_report

verify: $(ALL) $(ENGINE) ## the long verification (hours on two cores; a stage that has passed is not repeated before its files change)
	@$(BIN)/python -m tools.verify $(STAGES)

bench: $(ALL) $(ENGINE) ## measure speed against python-chess, rust-chess, OpenSpiel, catanatron and networkx in one run
	@$(BIN)/python -m benchmarks

files: $(ALL) ## build sdist, wheels, checksums and bill of materials into dist/, twice, and check them
	@$(BIN)/python -m tools.packaging.release --rehearse

release: $(ALL) ## everything for a release up to the upload: make release VERSION=0.3.0
	@$(BIN)/python -m tools.packaging.release "$(VERSION)"

# On a code host: trusted publishing, no password. By hand twine asks for a token.
upload: $(ALL)
	@$(BIN)/python -m twine upload dist/*.whl dist/*.tar.gz

format: $(ALL) ## rewrite the code in the house format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@if [ -e $(NODE_MODULES) ]; then node $(PRETTIER) --write $(PAGE_CODE); fi

clean: ## remove what the other targets made
	@rm -rf $(VENV) .venvs build dist tools/packaging/page/node_modules tikal/_built tikal/fast/_engine*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@cd docs/reference && rm -rf clauses rulings.md differences.md switches.md refusals.md command-line.md schemas.md verification.md
