# SPDX-License-Identifier: Apache-2.0
#
# Include this in the Makefile of a kernel:
#
#   include @PREFIX@/share/weft/weft.mk
#   $(eval $(call weft_image,kernel,main.c part.cc))
#   run: $(OUT)/kernel.elf
#   	weft-run $<
#
# A program that was written for RCCE is $(eval $(call weft_rcce_image,name,sources)):
# its headers are found, what its old C did not declare is let pass.  So is
# weft_shmem_image for OpenSHMEM.  WEFT_OLD_C says with which flags.  weft_elib_image is for
# e-lib: the image has its core to itself where the board can do that, and no weft in it.
#
# `make` builds build/<board>/kernel.elf, `make BOARD=..` for another board.
# What stands there is said in a word and a name; `make V=1` shows the commands.
# CPPFLAGS, CFLAGS, CXXFLAGS and LDLIBS are yours to set.  C++ has no
# exceptions, no RTTI and no C++ library but new and delete; constructors run
# before main.

WEFT  ?= @PREFIX@
WEFT_EMPTY :=
# The usual board if it was installed, else one that was.
WEFT_BOARDS := $(notdir $(patsubst %/board.mk,%,$(wildcard \
	$(subst $(WEFT_EMPTY) $(WEFT_EMPTY),\ ,$(WEFT))/lib/weft/*/board.mk)))
BOARD ?= $(or $(filter @BOARD@,$(WEFT_BOARDS)),$(lastword $(WEFT_BOARDS)),@BOARD@)
OUT   ?= build/$(BOARD)

WEFT_LIB := $(WEFT)/lib/weft/$(BOARD)
# Written anew by each `make install`: then all is compiled again.
WEFT_BOARD := $(subst $(WEFT_EMPTY) $(WEFT_EMPTY),\ ,$(WEFT_LIB))/board.mk
ifeq ($(wildcard $(WEFT_BOARD)),)
$(error no board '$(BOARD)' in $(WEFT)/lib/weft, which has: $(WEFT_BOARDS); \
	in weft's tree, make install BOARD=$(BOARD) 'PREFIX=$(WEFT)' adds it)
endif
include $(WEFT_BOARD)

.PHONY: all
all:

WEFT_SAYS := $(if $(V),,@)

# The compiler's own headers, newlib's and weft's: nothing of the host's.  Not every
# compiler has a second folder of its own, and then it prints the word alone.
WEFT_FIXED := $(shell $(WEFT_CROSS)gcc -print-file-name=include-fixed)
WEFT_INCLUDE = -nostdinc -isystem "$(WEFT_LIB)/newlib/first" \
	-isystem "$(shell $(WEFT_CROSS)gcc -print-file-name=include)" \
	-isystem "$(WEFT_LIB)/newlib/include" -isystem "$(WEFT_LIB)/include" \
	$(if $(wildcard $(subst $(WEFT_EMPTY) $(WEFT_EMPTY),\ ,$(WEFT_FIXED))/.),\
		-isystem "$(WEFT_FIXED)")
WEFT_COMPILE = $(WEFT_CFLAGS) $(WEFT_INCLUDE) $(CPPFLAGS) -MMD -MP

$(OUT)/%.o: %.c $(WEFT_BOARD)
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(WEFT_SAYS)$(WEFT_CROSS)gcc -std=c11 $(WEFT_COMPILE) $(CFLAGS) -c -o $@ $<

# Said before the shell says less.
WEFT_NEED_CXX = command -v $(WEFT_CROSS)g++ >/dev/null || \
	{ echo "weft: no C++ for board $(BOARD): no $(notdir $(WEFT_CROSS))g++"; \
	exit 1; } >&2

define weft_cxx
$(OUT)/%.o: %.$(1) $(WEFT_BOARD)
	@$$(WEFT_NEED_CXX)
	@mkdir -p $$(@D)
	@echo "  C++   $$<"
	$$(WEFT_SAYS)$$(WEFT_CROSS)g++ -fno-exceptions -fno-rtti -fno-threadsafe-statics \
		-fno-use-cxa-atexit $$(WEFT_COMPILE) $$(CXXFLAGS) -c -o $$@ $$<
endef
WEFT_CXX_SUFFIXES := cc cpp cxx
$(foreach s,$(WEFT_CXX_SUFFIXES),$(eval $(call weft_cxx,$(s))))
$(OUT)/weft-cxx.o: $(WEFT_BOARD)
	@$(WEFT_NEED_CXX)
	@mkdir -p $(@D)
	$(WEFT_SAYS)$(WEFT_CROSS)g++ -fno-exceptions -fno-rtti $(WEFT_COMPILE) -c -o $@ \
		"$(WEFT)/share/weft/cxx.cc"

# weft_image NAME,SOURCES
WEFT_OWN := -lweft
define weft_image
all: $(OUT)/$(1).elf
$(OUT)/$(1).elf: $(WEFT_BOARD) $(addprefix $(OUT)/,$(addsuffix .o,$(basename $(2)) \
		$(if $(filter $(addprefix %.,$(WEFT_CXX_SUFFIXES)),$(2)),weft-cxx)))
	@mkdir -p $$(@D)
	@echo "  LD    $$@"
	$$(WEFT_SAYS)$$(WEFT_CROSS)gcc $$(WEFT_CFLAGS) $$(WEFT_LDFLAGS) -o $$@ \
		$$(WEFT_START) $$(filter %.o,$$^) -Wl,--gc-sections \
		-Wl,-z,noexecstack -L"$$(WEFT_LIB)" -Wl,--start-group \
		$$(WEFT_OWN) $$(LDLIBS) -lc -lm -lgcc -Wl,--end-group
-include $(addprefix $(OUT)/,$(addsuffix .d,$(basename $(2))))
endef

# Programs of other libraries: compat.md.  What they are compiled with is theirs alone.
# GCC 14 takes for errors what was a warning when they were written.
WEFT_OLD_C ?= -std=gnu11 -w -fcommon -D_POSIX_TIMERS=1 -D_POSIX_MONOTONIC_CLOCK=1 \
	$(addprefix -Wno-error=,incompatible-pointer-types int-conversion implicit-int \
	implicit-function-declaration)
define weft_compat_image
$(OUT)/$(2).elf: CPPFLAGS += -isystem "$(WEFT_LIB)/include/compat/$(1)"
$(OUT)/$(2).elf: CFLAGS += $(WEFT_OLD_C)
$(OUT)/$(2).elf: LDLIBS += -lweft-$(1)
$(call $(or $(4),weft_image),$(2),$(3))
endef
# By e-lib's own start and script, in place of weft's; elib-fast.ld has the C library in
# external memory.
WEFT_ELIB_LD ?= elib.ld
define weft_bare_image
$(OUT)/$(1).elf: WEFT_START = -T "$(WEFT_LIB)/$(WEFT_ELIB_LD)"
$(OUT)/$(1).elf: WEFT_LDFLAGS = -nostdlib -static -Wl,--build-id=none -Wl,--no-warn-rwx-segments
$(OUT)/$(1).elf: WEFT_OWN = -lweft-elib-bare
$(call weft_image,$(1),$(2))
endef
weft_rcce_image = $(call weft_compat_image,rcce,$(1),$(2))
weft_shmem_image = $(call weft_compat_image,shmem,$(1),$(2))
ifeq ($(wildcard $(WEFT_BOARD:%/board.mk=%/elib.ld)),)
define weft_elib_image
$(OUT)/$(1).elf: LDLIBS += -lweft-shmem
$(call weft_compat_image,elib,$(1),$(2))
endef
else
weft_elib_image = $(call weft_compat_image,elib,$(1),$(2),weft_bare_image)
endif
