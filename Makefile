# Needs make, Python 3.10 or newer, and a package registry that pip can reach. Everything else is set up in .venv.
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin

.PHONY: demo test lint docs sweep bench setup clean

demo: ## run the checker on the example projects
	@.ci/setup $(VENV) core
	@for project in fixtures/projects/*/; do \
		echo; echo "=== $$project"; \
		(cd "$$project" && "$(BIN)/stategraph-lint" check --exit-zero --statistics .) || exit $$?; \
	done

test: setup ## run the tests
	@"$(BIN)/python" -m pytest -q -n auto

lint: setup ## run every static check, and the tool on itself
	@"$(BIN)/ruff" check .
	@"$(BIN)/ruff" format --check .
	@"$(BIN)/mypy"
	@"$(BIN)/lint-imports" --no-cache
	@"$(BIN)/python" docs/generate.py --check
	@"$(BIN)/stategraph-lint" check .

docs: setup ## write the generated pages
	@"$(BIN)/python" docs/generate.py

sweep: setup ## run the long sweeps
	@"$(BIN)/python" -m pytest -q -n auto -m slow

bench: setup ## measure speed and memory
	@"$(BIN)/python" benchmarks/speed.py

setup:
	@.ci/setup $(VENV) dev

clean:
	@rm -rf $(VENV)
