# The commands of development; `make help` lists them. GNU make 3.81 or newer, a POSIX shell, Python 3.11 or newer.
#
# The tools live in .venv, made from the pins in requirements/dev.txt at first use and again when the pins change. After
# that only `lock` and the first `bench` and `mutants` need the network. The project is not installed.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help sandbox page quick test check lint format types arrows catalogues soak wheel bench mutants engine sbom fonts lock clean tools peers

FONTS ?= /usr/share/fonts
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
RUN := .venv/bin/python
ARGS ?=
BOT_ARGS ?=
# What is compiled is kept, whatever the environment says: without it each process of the tests compiles everything anew.
export PYTHONDONTWRITEBYTECODE :=

help: ## this list
	@echo 'make COMMAND, where COMMAND is one of'
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name purpose; do \
		printf '  %-8s  %s\n' "$$name" "$$purpose"; done
	@echo 'With PYTHON=… another Python makes the environment; with ARGS=… quick, test, soak, wheel, bench and mutants take options.'

sandbox: tools ## the bot on a simulated Discord in your browser, without a token; PORT=8000 DATABASE=file (a temporary one)
	@exec $(RUN) -m sandbox $(if $(PORT),--port '$(PORT)') $(if $(DATABASE),--database '$(DATABASE)')

page: tools ## the page that replays a finished game from its address, in one file: build/replay.html
	@exec $(RUN) -m page build/replay.html

# Two processes, since each takes seconds to start. With more cores, ARGS='-n 4' is faster.
quick: tools ## core, laws, tables, views, catalogues and five smokes: under a minute on two cores
	@exec $(RUN) -m pytest -n 2 --dist loadfile --quick $(ARGS)

# A process more than there are cores: tests of processes and pages wait for theirs.
test: tools ## the whole test suite, on all cores; DISCORD_OPENAPI=file holds the bot's requests against Discord's own document
	@exec $(RUN) -m pytest -n $$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist loadfile --no-loadscope-reorder $(ARGS)

check: lint format types arrows catalogues ## lint, format, types, import arrows, catalogues

lint: tools
	$(RUN) -m ruff check .

format: tools
	$(RUN) -m ruff format --check .

types: tools
	$(RUN) -m mypy

arrows: tools
	.venv/bin/lint-imports

catalogues: tools
	$(RUN) -m pytest -q tests/bot/test_texts.py

soak: tools ## the tests that take minutes
	@exec $(RUN) -m pytest -m soak $(ARGS)

# Built from the archive of the sources, so that the archive is tried, too. What an earlier run left would come into it.
wheel: tools ## the library as a wheel in build/dist, tried in an empty environment on each Python tested that is here
	@$(call environment,.wheel,requirements/wheel.txt)
	@mkdir -p build; rm -rf build/dist ecarte.egg-info; .wheel/bin/python -m build --no-isolation --outdir build/dist >build/wheel.log 2>&1 \
		|| { cat build/wheel.log >&2; exit 1; }
	@rm -rf ecarte.egg-info
	@exec $(RUN) -m pytest -m wheel $(ARGS) tests/test_wheel.py

bench: tools peers ## moves and hands a second next to those of pokerkit and OpenSpiel, the odds, then the bot's own figures (BOT_ARGS=…)
	PYTHONPATH=. .bench/bin/python docs/examples/pettingzoo_environment.py
	PYTHONPATH=. .bench/bin/python -m research bench $(ARGS)
	$(RUN) -m tests.bench $(BOT_ARGS)

# Removes the earlier run's results: mutmut would take modules changed since for unchanged.
mutants: ## changes in the core's rules that no test notices, in half an hour; ARGS='ecarte.game.legality.*' looks at one module
	@$(call environment,.mutmut,requirements/mutants.txt)
	@set -ef; rm -rf mutants; .mutmut/bin/mutmut run $(ARGS); \
	.mutmut/bin/mutmut results | grep -v ': not checked$$' | sed 's/: .*//' | while read -r name; do \
		.mutmut/bin/mutmut show "$$name"; done

# Its result is in the repository: only who changes the C needs it. `ARGS=mutants` shows that the comparison finds ten changes
# of the C, `ARGS=compare` and `ARGS=bench` hold both engines side by side.
engine: ## make ecarte/ai/house.wasm of the house's C; ARGS=mutants, compare or bench looks at it instead
	@$(call environment,.engine,requirements/engine.txt)
	PYTHONPATH=. .engine/bin/python -m research engine $(or $(ARGS),build)

sbom: ## what the image is made of, as CycloneDX JSON: build/sbom.json
	@$(call environment,.sbom,requirements/sbom.txt)
	@mkdir -p build; { echo '[project]'; echo 'name = "ecarte-bot"'; sed -n '/^version = /p' pyproject.toml; \
		echo 'license = "MIT AND OFL-1.1 AND CC-BY-4.0"'; } >build/bot.toml
	@.sbom/bin/cyclonedx-py requirements --pyproject build/bot.toml --output-reproducible \
		-o build/sbom.json requirements/postgres.txt && echo build/sbom.json

fonts: ## cut the fonts of the pictures out of those in FONTS, a folder with Debian's fonts-noto-core and fonts-noto-cjk, and twemoji.woff2
	@$(call environment,.fonts,requirements/fonts.txt)
	.fonts/bin/python -m tests.support.fonts '$(FONTS)'

# In their own folder, so that `make clean` removes them, and no test can depend on them.
peers:
	@$(call environment,.bench,requirements/bench.txt)

tools:
	@$(call environment,.venv,requirements/dev.txt)

lock: ## renew the pins in requirements/, within what pyproject.toml allows
	@set -eu; $(find_python); folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; trap 'exit 1' HUP INT TERM; \
	"$$python" -m venv "$$folder/tools"; "$$folder/tools/bin/python" -m pip install -q --disable-pip-version-check uv; \
	compile() { \
		name=$$1.txt; shift; echo "requirements/$$name"; \
		echo '# Made by `make lock` from pyproject.toml, for every Python from 3.11 on. Not to be edited.' >"$$folder/$$name"; \
		"$$folder/tools/bin/uv" pip compile --no-config --universal --python-version 3.11 --generate-hashes \
			--no-header --no-annotate "$$@" >>"$$folder/$$name" 2>"$$folder/said" \
			|| { cat "$$folder/said" >&2; exit 1; }; \
		if grep -nE '://|^-| @ ' "$$folder/$$name"; then echo "$$name: an address has come in" >&2; exit 1; fi; \
	}; \
	compile bot --group bot; \
	compile postgres -c "$$folder/bot.txt" --group postgres; \
	compile dev -c "$$folder/bot.txt" --group dev; \
	compile mutants -c "$$folder/dev.txt" --group mutants; \
	for name in wheel bench engine sbom fonts; do compile "$$name" --group "$$name"; done; \
	mv "$$folder"/*.txt requirements/

clean: ## remove the environments and every cache
	rm -rf .venv .wheel .bench .mutmut .engine .sbom .fonts mutants build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +

# Sets $python to the first of $(PYTHON) that is new enough, or fails with one line about those found.
define find_python
python= found=; \
for candidate in $(PYTHON); do \
	if version=$$($$candidate -c 'import sys; print("%d.%d.%d" % sys.version_info[:3]); sys.exit(sys.version_info < (3, 11))' \
		2>/dev/null); then python=$$candidate; break; fi; \
	if [ -n "$$version" ]; then found="$$found $$candidate is $$version."; fi; \
done; \
if [ -z "$$python" ]; then \
	echo "Python 3.11 or newer is needed.$${found:- None was found.} PYTHON=/path/to/python names another." >&2; exit 1; \
fi
endef

# $(call environment,FOLDER,PINS): makes the folder unless it was made from these pins. The copy of the pins, written
# last, marks it as complete: an interrupted one has none and is made again.
define environment
set -eu; \
if ! cmp -s $(2) $(1)/made-from || ! $(1)/bin/python -c '' 2>/dev/null; then \
	$(find_python); \
	echo "Making $(1) with Python $$version; this takes a minute, once." >&2; \
	rm -rf $(1); \
	"$$python" -m venv $(1); \
	$(1)/bin/python -m pip install -q --disable-pip-version-check --no-input --require-hashes -r $(2); \
	cp $(2) $(1)/made-from.new; \
	mv $(1)/made-from.new $(1)/made-from; \
fi
endef
