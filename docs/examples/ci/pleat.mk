# Pleat in a Makefile:
#
#     PLEAT_SOURCES = $(wildcard src/*.c)
#     include pleat.mk
#
# `make PLEAT=1` compiles folded sources. `make pleat-check` fails if an array can get smaller,
# `make pleat-diff` shows how, `make pleat-fold` changes the sources.

PLEAT_PROGRAM ?= pleat
PLEAT_FLAGS ?=

ifdef PLEAT
override CC := $(PLEAT_PROGRAM) cc $(PLEAT_FLAGS) -- $(CC)
endif

.PHONY: pleat-check pleat-diff pleat-fold
pleat-check:
	$(PLEAT_PROGRAM) fold --check $(PLEAT_FLAGS) $(PLEAT_SOURCES) -- $(CPPFLAGS) $(CFLAGS)
pleat-diff:
	-$(PLEAT_PROGRAM) fold --diff $(PLEAT_FLAGS) $(PLEAT_SOURCES) -- $(CPPFLAGS) $(CFLAGS)
pleat-fold:
	$(PLEAT_PROGRAM) fold --in-place $(PLEAT_FLAGS) $(PLEAT_SOURCES) -- $(CPPFLAGS) $(CFLAGS)
