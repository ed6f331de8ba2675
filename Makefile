# The only entry points. `make help` lists them.

VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BUILT := $(VENV)/.built
SOURCES := $(shell find rust seeds python Cargo.toml Cargo.lock pyproject.toml -type f \
	-not -name '*.so' -not -path '*__pycache__*' 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help demo test test-full check fix bench bench-gate golden docs build clean

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

demo: build ## Build, play a million games of Top Cap, print the summary
	$(BIN)/ludometer simulate top-cap -n 1_000_000 --seed 7

test: build ## All tests, the heavy numbers at a tenth (a few minutes)
	cargo test --workspace --quiet
	$(BIN)/pytest --numprocesses auto -m "not slow"

test-full: build ## All tests with the numbers as stated
	LUDOMETER_TESTS=full cargo test --workspace --quiet
	LUDOMETER_TESTS=full $(BIN)/pytest --numprocesses auto

check: build ## Formatters, linters, types, stub, docs, and an install from the sdist
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --quiet
	$(BIN)/ruff format --check python tests benches
	$(BIN)/ruff check python tests benches
	$(BIN)/mypy
	MYPYPATH=python $(BIN)/python -m mypy.stubtest ludometer._core --ignore-disjoint-bases
	$(BIN)/python -m ludometer.cli.help --check
	PYTHON=$(PYTHON) sh tests/install_from_sdist.sh $(abspath $(BIN))

fix: $(STAMP) ## Run every fixer
	cargo fmt --all
	cargo clippy --workspace --all-targets --fix --allow-dirty --allow-staged --quiet
	$(BIN)/ruff check --fix python tests benches
	$(BIN)/ruff format python tests benches

bench: build ## Speed of every game; slow paths, frames and calls across the boundary
	$(BIN)/ludometer bench
	$(BIN)/python benches/ffi.py

bench-gate: ## Instructions a ply against the recorded baseline (needs valgrind)
	$(PYTHON) benches/gate.py

golden: ## Rewrite the golden traces; review the diff like code
	LUDOMETER_GOLDEN=write cargo test --test golden --quiet

docs: build ## Rewrite what is generated in the docs and run their examples
	$(BIN)/python -m ludometer.cli.help
	$(BIN)/pytest tests/docs

build: $(BUILT) # The virtual environment with a release build in it

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip "maturin>=1.14,<2"
	touch $(STAMP)

$(BUILT): $(STAMP) $(SOURCES)
	VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin develop --release --extras dev --quiet
	touch $(BUILT)

clean: ## Remove what was built
	rm -rf $(VENV) target dist
