# SPDX-License-Identifier: Apache-2.0
# warpgrind. `make help` lists what can be typed. The build itself is CMake's: see CMakePresets.json.
PREFIX  ?= /usr/local
DESTDIR ?=
JOBS    ?= $(shell nproc 2>/dev/null || echo 1)
SECONDS ?= 5

# What `make run` explains.
EXAMPLE ?= examples/transpose.cu -k 'transpose_tile<0>'
# And which ladder it climbs.
LADDER  ?= transpose
# What `make figures` holds this tree against, the last version or else the last commit, and options of scripts/figures.py.
BEFORE  ?= $(shell git describe --tags --abbrev=0 2>/dev/null || echo HEAD~1)
FIGURES ?=

MAKEFLAGS += --no-print-directory
.PHONY: all build run test bench ladders lectures accuracy lessons figures large strangers fuzz install format tidy house clean help
.DEFAULT_GOAL := all

all: build ## build build/warpgrind

build:
	@sh scripts/setup.sh build --check
	@cmake --preset release --log-level=WARNING >/dev/null
	@cmake --build build -j $(JOBS)

run: ## install what running needs, build, explain a bundled kernel, climb a ladder
	@sh scripts/setup.sh run
	@$(MAKE) build
	@echo
	@echo "\$$ build/warpgrind explain $(EXAMPLE)"
	@build/warpgrind explain $(EXAMPLE)
	@echo
	@echo "\$$ build/warpgrind ladder $(LADDER)"
	@build/warpgrind ladder $(LADDER)

test: ## install what testing needs, run every test
	@sh scripts/setup.sh test
	@sh scripts/test.sh $(JOBS) $(SECONDS)

bench: ## measure the simulator against its goals, PoCL and Oclgrind
	@sh scripts/setup.sh bench
	@cmake --preset release --log-level=WARNING -DWG_BENCH=ON >/dev/null
	@cmake --build build -j $(JOBS)
	@build/bench/bench build/warpgrind

ladders: ## climb every ladder on the simulator, with the time it takes
	@sh scripts/setup.sh run
	@$(MAKE) build
	@started=$$(date +%s); for l in ladders/*/; do build/warpgrind ladder $$l || exit 1; done; \
	echo "all ladders in $$(($$(date +%s) - started)) s"

lectures: ## the lectures' own tables, printed against predicted
	@sh scripts/setup.sh run
	@$(MAKE) build
	@python3 scripts/lectures.py build/warpgrind

accuracy: ## predict every rung and probe that was measured on the H200: docs/results/accuracy*.md
	@sh scripts/setup.sh run
	@$(MAKE) build
	@sh scripts/accuracy.sh build/warpgrind

lessons: ## the order of each ladder's rungs by the model and on an H200: Kendall's tau
	@sh scripts/setup.sh run
	@$(MAKE) build
	@python3 scripts/lessons.py build/warpgrind

figures: ## every figure of BEFORE=COMMIT and of this tree, side by side; FIGURES='--large --only WORD'
	@rm -rf build/before && mkdir -p build/before
	@git archive --format=tar "$(BEFORE)" | tar -x -C build/before
	@cd build/before && cmake --preset release --log-level=WARNING >/dev/null && cmake --build build -j $(JOBS) >/dev/null
	@$(MAKE) build
	@python3 scripts/figures.py build/before . --jobs $(JOBS) $(FIGURES)

strangers: ## what experts expected of kernels they wrote, against what the tool says: docs/results/strangers.md
	@sh scripts/setup.sh run
	@$(MAKE) build
	@python3 scripts/strangers.py build/warpgrind >docs/results/strangers.md.part && mv docs/results/strangers.md.part docs/results/strangers.md
	@grep '^Of the' docs/results/strangers.md

large: ## the comparisons with recorded counters that take minutes, which `make test` leaves out
	@sh scripts/setup.sh test
	@cmake --preset gcc --log-level=WARNING >/dev/null
	@cmake --build build/gcc -j $(JOBS)
	@ctest --test-dir build/gcc -j $(JOBS) -L large --output-on-failure

fuzz: ## run each fuzz target for SECONDS=5
	@sh scripts/setup.sh test
	@cmake --preset fuzz --log-level=WARNING >/dev/null
	@cmake --build build/fuzz -j $(JOBS)
	@sh scripts/fuzz.sh $(JOBS) $(SECONDS)

install: ## install under PREFIX=/usr/local (DESTDIR is honoured)
	@sh scripts/setup.sh build --check
	@cmake --preset release --log-level=WARNING -DCMAKE_INSTALL_PREFIX="$(PREFIX)" >/dev/null
	@cmake --build build -j $(JOBS)
	@DESTDIR="$(DESTDIR)" cmake --install build --prefix "$(PREFIX)"

format: ## lay out every C file as .clang-format says
	@sh tests/checks/format.sh --fix

tidy: ## look for mistakes with clang-tidy, as .clang-tidy says
	@cmake --preset release --log-level=WARNING >/dev/null
	@sh tests/checks/tidy.sh build $(JOBS)

house: build ## the figures of the house: lengths, globals, circles
	@sh tests/checks/house.sh build

clean: ## remove everything that was built
	@rm -rf build

help: ## show this list
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18
