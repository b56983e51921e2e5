# The two commands of a newcomer: `make demo` and `make test`. Each sets up what it needs in
# .venv and does only what is left to do.

PYTHON ?= python3
# nproc obeys OMP_NUM_THREADS, which speaks of the threads of a program, not of jobs.
CORES ?= $(shell env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

# The rules call programs of the environment by name; and numerical libraries shall not start a
# thread for each core inside jobs that run side by side.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export OMP_NUM_THREADS ?= 1
export MKL_NUM_THREADS ?= 1
# Each job and each test that starts Python would compile the package anew, and pytest all tests.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help install demo gfst alternatives fairness replicate-alternatives replicate-fairness real firefox replicate replicate-baselines replicate-gfst docs test test-slow test-all test-slurm lint schema format clean

help: ## show these lines
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 22

install: $(INSTALLED) ## make .venv with everything in it (about 1.2 GB of downloads)

$(INSTALLED): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 12)))' || \
	  { echo "cdaflow needs Python 3.11 or 3.12 (the Marian wheel has no other); this is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || { echo "== making $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "== installing cdaflow and what it stands on (Marian is 600 MB, this takes some minutes)"
	$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e '.[workflow,marian,ctranslate2,align,spacy,udify,slurm,dev]'
	@touch $@

demo: $(INSTALLED) ## the whole workflow on the embedded corpus in Spanish, to results/tables/winomt.csv
	$(BIN)/snakemake --cores $(CORES)
	@$(BIN)/cdaflow tables show results/tables/bleu.csv
	@$(BIN)/cdaflow tables show results/tables/winomt.csv
	@echo "The report: results/report.html"

gfst: $(INSTALLED) ## self-training on the embedded corpus, to results/gfst/tables/winomt.csv
	$(BIN)/snakemake --cores $(CORES) --configfile config/gfst.yaml
	@$(BIN)/cdaflow tables show results/gfst/tables/bleu.csv
	@$(BIN)/cdaflow tables show results/gfst/tables/winomt.csv
	@echo "The report: results/gfst/report.html"

alternatives: $(INSTALLED) ## gender alternatives on the embedded corpus, to results/alternatives/tables/alternatives.csv
	$(BIN)/snakemake alternatives students --cores $(CORES) --configfile config/alternatives.yaml
	@$(BIN)/cdaflow tables show results/alternatives/tables/tagger.csv
	@$(BIN)/cdaflow tables show results/alternatives/tables/alternatives.csv
	@$(BIN)/cdaflow tables show results/alternatives/tables/students.csv

fairness: $(INSTALLED) ## bias of encoders and language models on the embedded corpus, to results/fairness/tables
	$(BIN)/snakemake fairness --cores $(CORES) --configfile config/fairness.yaml
	@$(BIN)/cdaflow tables show results/fairness/tables/bias.csv
	@$(BIN)/cdaflow tables show results/fairness/tables/lm.csv
	@echo "The report: results/fairness/fairness.html"

replicate-alternatives: $(INSTALLED) ## 3 trainings of each system of make alternatives
	$(BIN)/snakemake alternatives students --cores $(CORES) --configfile config/alternatives.yaml --config trainings=3
	@$(BIN)/cdaflow tables show results/alternatives/tables/alternatives.csv
	@$(BIN)/cdaflow tables show results/alternatives/tables/students.csv

replicate-fairness: $(INSTALLED) ## 5 trainings of each encoder and 6 of each language model of make fairness
	$(BIN)/snakemake fairness --cores $(CORES) --configfile config/fairness.yaml config/studies/replicate-fairness.yaml
	@$(BIN)/cdaflow tables show results/fairness/tables/bias.csv
	@$(BIN)/cdaflow tables show results/fairness/tables/lm.csv
	@echo "The report: results/fairness/fairness.html"

real: $(INSTALLED) ## English to Spanish on real text, DATA=FOLDER (docs/real.md), to results/real/tables/winomt.csv
	@test -n "$(DATA)$(CDAFLOW_DATA)" || { echo "say where the data are: make real DATA=FOLDER (docs/real.md)"; exit 1; }
	$(BIN)/snakemake --cores $(CORES) --configfile config/real.yaml $(if $(DATA),--config data=$(DATA))
	@$(BIN)/cdaflow tables show results/real/tables/bleu.csv
	@$(BIN)/cdaflow tables show results/real/tables/winomt.csv
	@echo "The report: results/real/report.html"

firefox: $(INSTALLED) ## repair Firefox's English-Portuguese model, DATA=FOLDER (docs/repair.md), to results/repair/tables/winomt.csv
	@test -n "$(DATA)$(CDAFLOW_DATA)" || { echo "say where the data are: make firefox DATA=FOLDER (docs/repair.md)"; exit 1; }
	$(BIN)/snakemake --cores $(CORES) --configfile config/repair.yaml $(if $(shell command -v node),config/repair-engine.yaml) $(if $(DATA),--config data=$(DATA))
	$(BIN)/cdaflow nmt export results/repair/models/pt/repaired --format firefox --base results/repair/firefox/en-pt --output-dir results/repair/repaired-firefox
	@$(BIN)/cdaflow tables show results/repair/tables/bleu.csv
	@$(BIN)/cdaflow tables show results/repair/tables/winomt.csv
	@echo "The report: results/repair/report.html; the model for Firefox: results/repair/repaired-firefox"

replicate: $(INSTALLED) ## 5 trainings of each system of the demo in es, fr and it, to the same tables (2 hours and more on two cores)
	$(BIN)/snakemake --cores $(CORES) --configfile config/config.yaml config/studies/replicate.yaml
	@$(BIN)/cdaflow tables show results/tables/bleu.csv
	@$(BIN)/cdaflow tables show results/tables/winomt.csv
	@echo "The report: results/report.html"

replicate-baselines: $(INSTALLED) ## 10 trainings of the demo's baseline alone, in es, fr and it
	$(BIN)/snakemake --cores $(CORES) --configfile config/config.yaml config/studies/baselines.yaml
	@$(BIN)/cdaflow tables show results/tables/bleu.csv
	@$(BIN)/cdaflow tables show results/tables/winomt.csv

replicate-gfst: $(INSTALLED) ## 3 trainings of each system of make gfst, to the same tables
	$(BIN)/snakemake --cores $(CORES) --configfile config/gfst.yaml --config trainings=3
	@$(BIN)/cdaflow tables show results/gfst/tables/bleu.csv
	@$(BIN)/cdaflow tables show results/gfst/tables/winomt.csv
	@echo "The report: results/gfst/report.html"

docs: $(VENV)/.docs ## the documentation site, to site/index.html; a warning is an error
	@rm -rf site
	$(BIN)/python docs/scripts/site.py .make/docs
	$(BIN)/sphinx-build -q -W --keep-going -E -d .make/doctrees -b html .make/docs site
	@echo "The site: site/index.html"

$(VENV)/.docs: $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@

test: $(INSTALLED) ## the quick tests, on all cores; the tests of a file stay together
	$(BIN)/pytest -m "not slow" -n $(CORES) --dist loadfile --no-loadscope-reorder

test-slow: $(INSTALLED) ## the slow tests only, and properties with all their examples, on all cores
	CDAFLOW_FUZZ=$${CDAFLOW_FUZZ:-40} $(BIN)/pytest -m "slow or hypothesis" -n $(CORES) --dist loadfile --no-loadscope-reorder

test-all: $(INSTALLED) ## all tests with all examples; the last lines say what was skipped and why
	CDAFLOW_FUZZ=$${CDAFLOW_FUZZ:-40} $(BIN)/pytest -n $(CORES) --dist loadfile --no-loadscope-reorder

test-slurm: $(INSTALLED) ## the workflow on a real Slurm of one node, with faults (root, apt-get)
	$(BIN)/python tests/slurm/run.py || test $$? -eq 77

lint: $(INSTALLED) ## format, style and types, without changing anything
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/snakemake --lint
	$(BIN)/mypy

schema: $(INSTALLED) ## write the schema of the configuration from its classes
	$(BIN)/python -m cdaflow.config.schema > workflow/schemas/config.schema.yaml

format: $(INSTALLED) ## rewrite Python and Snakemake files in the common format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/snakefmt Snakefile workflow

clean: ## remove results and caches, keep .venv and the published counts
	@test ! -d results || find results -mindepth 1 -maxdepth 1 ! -name published -exec rm -rf {} +
	rm -rf .snakemake .pytest_cache .mypy_cache .ruff_cache .hypothesis
