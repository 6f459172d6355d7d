# Two commands do all the set-up: `make demo` and `make test`.
PYTHON  ?= python3
VENV    ?= .venv
BIN     := $(VENV)/bin
STAMP   := $(VENV)/.installed
# The versions of `make test-all`; each is looked for on PATH and among those of pyenv.
PYTHONS ?= 3.11 3.12 3.13
# Every branch of what decides: these tests alone take all of them, in one process, so that it is quick.
COVERED := tests/unit/model tests/unit/judge tests/unit/shrink tests/laws/test_shrinking.py
SEARCHES := tests/quality tests/laws
TESTS   ?=

.PHONY: demo test tests compiled check cover test-all bench bench-reach clean

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/python examples/demo.py

# The tests start some thousand processes.  Where PYTHONDONTWRITEBYTECODE is set each would compile all modules anew.
compiled: $(STAMP)
	$(BIN)/python -m compileall -q src

check: $(STAMP)
	$(BIN)/ruff check src tests benchmarks
	$(BIN)/ruff format --check src tests benchmarks
	$(BIN)/mypy

cover: compiled
	$(BIN)/python -m coverage run -m pytest $(COVERED)
	$(BIN)/python -m coverage report

# Each worker begins with its half of the tests in order, and takes from the other when it is done: what the tests of one
# module share is mostly made once.
tests: compiled
	$(BIN)/python -m pytest -n 2 --dist worksteal $(TESTS)

# Two cores: first what takes one each, then what takes both; what was run for coverage is not run again.  Thousands of searches
# are forked: from processes that have run all other tests each takes several times as long.
test: $(STAMP)
	$(MAKE) --jobs 2 check cover
	$(MAKE) tests TESTS="$(SEARCHES) $(COVERED:%=--ignore=%)"
	$(MAKE) tests TESTS="tests $(COVERED:%=--ignore=%) $(SEARCHES:%=--ignore=%)"

# The tests on every version, each in an environment of its own; TESTS="tests/unit" runs a part.
test-all:
	@for version in $(PYTHONS); do \
	  python="python$$version"; \
	  "$$python" -c "" 2>/dev/null || python="$$(pyenv prefix $$version 2>/dev/null)/bin/python"; \
	  "$$python" -c "" 2>/dev/null || { echo "test-all: no Python $$version on PATH or in pyenv" >&2; exit 1; }; \
	  $(MAKE) tests PYTHON="$$python" VENV=".venv-$$version" || exit; \
	done

bench: $(STAMP)
	$(BIN)/python -m benchmarks

# Suites for modules from PyPI beside those of other tools, which are installed below build/; takes hours.
bench-reach: $(STAMP)
	$(BIN)/python -m benchmarks.reach --set all --tools refute,pynguin,ghostwriter,crosshair

clean:
	rm -rf $(VENV) .venv-* build dist
