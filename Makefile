# The tasks of the project. Each makes the virtual environment it needs; nothing is installed outside the checkout.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

# make PYTHON=/path/to/python3.12 test: another interpreter than the first suitable one on the PATH
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
VENV ?= .venv
# make test PYTEST_ARGS="-k notation -x"
PYTEST_ARGS ?=
# make serve SERVE_ARGS="--host 0.0.0.0"
SERVE_ARGS ?=
# A Longhorn deal whose best start is proved in seconds.
DEMO_DEAL ?= 60

export PIP_DISABLE_PIP_VERSION_CHECK := 1

SOURCES := pyproject.toml setup.py $(shell find solver protocol 2> /dev/null -name '*.py' -o -name '*.pyx' -o -name '*.pxd' \
	-o -name '*.pyi' -o -name '*.toml' -o -name '*.md' -o -name py.typed -o -path '*/page/*')
CHECKED_VENV := $(VENV)-checked

# Leaks are the interpreter's own; Python's allocator would hide overruns. pytest gets --capture=sys because
# otherwise the sanitizer's last words before it ends the process would be lost. Other people's extensions throw C++
# exceptions, which the sanitizer can only pass on if their library is there from the start.
SANITIZED = LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so.6)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1

# Run inside tests/ and with Python's safe path, so that solver/ of the checkout cannot stand in for what is installed.
INSTALLED = cd tests && PYTHONSAFEPATH=1 HERDMIND_EXPECT_INSTALLED=1

# run_pytest COMMAND: two processors at once. What measures time or memory runs by itself, and for people only when asked:
# in CI and in a full run always.
ifeq ($(strip $(PYTEST_ARGS)),)
define run_pytest
	$(INSTALLED) $(1) -n 2 --dist worksteal -m "not timing"
	$(if $(CI)$(HERDMIND_FULL),$(INSTALLED) $(1) -m timing,@echo "make: make test PYTEST_ARGS='-m timing' runs the tests that measure time and memory")
endef
else
run_pytest = $(INSTALLED) $(1) $(PYTEST_ARGS)
endif

.PHONY: help demo serve screenshots test test-full lint docs checked wheel-test bench inplace clean distclean

help:
	@echo "make demo        deal a game of Longhorn and prove it"
	@echo "make serve       the table in the browser"
	@echo "make screenshots the pictures of the table in the browser, for the docs (needs Chromium)"
	@echo "make test        the tests, on the installed package"
	@echo "make test-full   the tests with nothing left out (long)"
	@echo "make lint        style, types, Cython's performance hints"
	@echo "make docs        the documentation site, into build/site"
	@echo "make checked     the tests on a build with bounds checks and sanitizers"
	@echo "make wheel-test  the tests on the wheel, from an empty folder"
	@echo "make bench       the speed of this build"
	@echo "make inplace     compile inside the checkout, for work on it"
	@echo "make clean       remove what builds leave; distclean: the environments too"

demo: $(VENV)/installed
	$(VENV)/bin/herdmind analyse longhorn --seed $(DEMO_DEAL) --multipv 5

serve: $(VENV)/installed-web
	$(VENV)/bin/herdmind serve $(SERVE_ARGS)

screenshots: $(VENV)/installed-test
	$(VENV)/bin/python -m bench screens

test: $(VENV)/installed-test
	$(call run_pytest,$(abspath $(VENV))/bin/python -m pytest)

test-full: export HERDMIND_FULL := 1
test-full: export HERDMIND_RESUME ?= $(CURDIR)/build/passed
test-full: test

lint: $(VENV)/installed-lint
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	mkdir -p build/face && ln -sfn ../../protocol/face build/face/herdmind    # the name under which it is installed
	$(VENV)/bin/mypy
	PATH="$(abspath $(VENV))/bin:$$PATH" cython-lint solver    # it calls pycodestyle by name
	$(VENV)/bin/python setup.py --quiet hints
	@if command -v npm > /dev/null; then \
		test -x $(VENV)/node/node_modules/.bin/tsc || npm install --silent --no-fund --no-audit --prefix $(VENV)/node typescript@5; \
		$(VENV)/node/node_modules/.bin/tsc -p protocol/web/page/jsconfig.json; \
	else echo "make: NO NPM: THE TYPES OF THE BROWSER'S PAGE ARE NOT CHECKED (install npm)" >&2; fi

# Strict: a broken link, a public name without a docstring or a notebook that fails ends the build.
docs: $(VENV)/installed-lint
	mkdir -p build/face && ln -sfn ../../protocol/face build/face/herdmind    # docstrings are read from the sources
	PATH="$(abspath $(VENV))/bin:$$PATH" PYTHONSAFEPATH=1 NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --quiet
	@echo "make: open build/site/index.html"

# Some ten times slower, so a smaller share of the long tests (HERDMIND_SHARE=1 does them all).
checked: $(CHECKED_VENV)/installed-checked
	$(INSTALLED) HERDMIND_CHECKED=1 HERDMIND_SHARE="$${HERDMIND_SHARE:-0.02}" $(SANITIZED) "$(abspath $(CHECKED_VENV))/bin/python" -m pytest \
		--capture=sys -n 2 -m "not timing and not pure" $(PYTEST_ARGS)

# The source archive first, the wheel from it: what is missing in either is found here.
wheel-test: $(VENV)/installed-test
	rm -rf dist
	$(VENV)/bin/python packaging/release.py build
	folder="$$(mktemp -d)"; trap 'rm -rf "$$folder"' EXIT; \
	"$(abspath $(VENV))/bin/python" -m venv "$$folder/venv"; \
	"$$folder/venv/bin/pip" install --quiet "$$(echo "$(CURDIR)"/dist/herdmind-*.whl)[test]"; \
	mkdir "$$folder/empty"; cd "$$folder/empty"; \
	PYTHONSAFEPATH=1 HERDMIND_EXPECT_INSTALLED=1 "$$folder/venv/bin/python" -m pytest -n 2 -m "not timing" \
		-c "$(CURDIR)/pyproject.toml" --rootdir "$(CURDIR)" $(PYTEST_ARGS) "$(CURDIR)/tests"

bench: $(VENV)/installed-test
	$(VENV)/bin/python -m bench longhorn

inplace: $(VENV)/installed-lint
	$(VENV)/bin/python setup.py --quiet build_ext --inplace

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
	find solver -name '*.so' -delete
	find . -name __pycache__ -not -path './.venv*' -prune -exec rm -rf {} +

distclean: clean
	rm -rf $(VENV) $(CHECKED_VENV)

# Each environment is a folder with a file for what has been installed into it.

$(VENV)/python $(CHECKED_VENV)/python: %/python:
	@test -n "$(PYTHON)" || { echo "make: no python3 of version 3.11 or newer on the PATH: install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "make: PYTHON=$(PYTHON) should be Python 3.11 or newer" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sysconfig, os, sys; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' \
		|| { echo "make: $(PYTHON) has no C headers (Debian and Ubuntu: install python3-dev)" >&2; exit 1; }
	@command -v gcc > /dev/null || { echo "make: no C compiler: install gcc" >&2; exit 1; }
	@"$(PYTHON)" -m venv $* || { rm -rf $*; echo "make: $(PYTHON) cannot make a virtual environment (Debian and Ubuntu: install python3-venv)" >&2; exit 1; }
	@touch $@

# build/*/lib* is what setuptools packs: modules that are no longer in the tree would travel with it.
$(VENV)/installed: $(SOURCES) | $(VENV)/python
	@rm -rf build/*/lib build/*/lib.*
	$(VENV)/bin/pip install --quiet .
	@touch $@

$(VENV)/installed-web: $(SOURCES) | $(VENV)/python
	@rm -rf build/*/lib build/*/lib.*
	$(VENV)/bin/pip install --quiet '.[web]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-test: $(SOURCES) | $(VENV)/python
	@rm -rf build/*/lib build/*/lib.*
	$(VENV)/bin/pip install --quiet '.[test]'
	@touch $@ $(VENV)/installed

$(VENV)/installed-lint: $(SOURCES) | $(VENV)/python
	@rm -rf build/*/lib build/*/lib.*
	$(VENV)/bin/pip install --quiet '.[test,lint,docs]'    # one build for both tasks
	@touch $@ $(VENV)/installed $(VENV)/installed-test

$(CHECKED_VENV)/installed-checked: $(SOURCES) | $(CHECKED_VENV)/python
	@rm -rf build/*/lib build/*/lib.*
	HERDMIND_CHECKED=1 $(CHECKED_VENV)/bin/pip install --quiet '.[test]'
	@touch $@
