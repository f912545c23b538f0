# SPDX-License-Identifier: Apache-2.0
#
# weft's build.  `make help` lists what it does; CONTRIBUTING.md explains it.
# All paths are relative, so that a checkout may lie anywhere, and everything
# generated goes below build/, one folder a board.

BOARD  ?= scc-qemu
OUT    ?= build/$(BOARD)
APP    ?= examples/broadcast
PREFIX ?= /usr/local

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
MAKEFLAGS += --no-print-directory
Q := $(if $(V),,@)

# What tools/run-app and the tests get by the environment.
PASSED := BOARD CORES ROOT K INPUT ARGS MODE SEED TIMEOUT

# A typing error in a variable's name is no default: what was given is looked up.
ifeq ($(MAKELEVEL),0)
GIVEN := $(foreach v,$(.VARIABLES),$(if $(filter command,$(firstword \
	$(origin $v))),$v,$(if $(filter environment,$(origin $v)),$(filter \
	WEFT_%,$v))))
ifneq ($(filter-out $(PASSED),$(GIVEN)),)
MISSPELT := $(shell command -v python3 >/dev/null && \
	tools/check-names $(GIVEN))
$(if $(MISSPELT),$(error $(MISSPELT)))
endif
endif

BOARDS := $(sort $(basename $(notdir $(wildcard arch/*/*.mk))))
ifneq ($(words $(BOARD))/$(filter $(BOARD),$(BOARDS)),1/$(BOARD))
$(error no board '$(BOARD)'; there are: $(BOARDS))
endif

# One build of a board at a time: the others wait.  Goals that build are those of a
# second make, which holds the lock.
BUILDS := all lib tests app build/% $(OUT)/%
ifeq ($(LOCKED)$(filter-out $(BUILDS),$(MAKECMDGOALS)),)
.PHONY: $(or $(MAKECMDGOALS),all) locked
$(or $(MAKECMDGOALS),all): locked
	@:
locked:
	+@tools/alone $(OUT)/lock $(MAKE) LOCKED=1 $(MAKECMDGOALS)
else

# The board: arch/<chip>/<board>.mk ----------------------------------------

# Which boards the tests run on: all that something can run, unless one is
# asked for.  The Epiphany's have scripts of their own, tests/epiphany-port.t and
# epiphany-sim.t: the emulator's memory is too small for some others, and it has no
# table of who waits.
TEST_BOARDS := $(filter-out $(if $(SKIP_EPIPHANY),epiphany-%),$(if $(filter \
	file,$(origin BOARD)),$(filter-out scc-hw \
	epiphany-%,$(BOARDS)),$(BOARD)))
# And whether they use the Epiphany's toolchain, which takes minutes to build.
TEST_EPIPHANY := $(if $(SKIP_EPIPHANY),,$(if $(filter \
	file,$(origin BOARD)),1,$(filter epiphany-%,$(BOARD))))
export TEST_EPIPHANY
include emu/epiphany/emulator.mk
include $(wildcard arch/*/$(BOARD).mk)

CC  = $(CROSS)gcc
AR  = $(CROSS)ar
LIB = $(OUT)/libweft.a

# Debian's compilers take themselves for Linux ones; the image is bare.
BARE := -U__linux__ -U__linux -Ulinux -U__gnu_linux__ -U__unix__ -U__unix -Uunix
# The compiler's own headers; looked up once, and not before it is installed.  Bare
# compilers have limits.h, to which newlib's leads on, in a second folder.  These
# paths may have spaces: the cache of a compiler that is built here lies in HOME.
own_headers = $(if $(filter /%,$(firstword $(1))),-isystem "$(1)")
GCC_INCLUDE = $(eval GCC_INCLUDE := $(call own_headers,$(shell \
	$(CC) -print-file-name=include)))$(GCC_INCLUDE)
GCC_FIXED = $(eval GCC_FIXED := $(call own_headers,$(shell \
	$(CC) -print-file-name=include-fixed)))$(GCC_FIXED)

# TRACE=1: the event ring of runtime/trace.h; DEBUG=1: misuse is found.
EXTRA_CFLAGS += $(if $(TRACE),-DWEFT_TRACE=1) $(if $(DEBUG),-DWEFT_DEBUG=1) \
	$(if $(CHECK),-DWEFT_CHECK=1)

CFLAGS = -std=c11 -O2 -g -ffreestanding -fno-common -ffunction-sections \
	-fdata-sections -fno-stack-protector -fno-asynchronous-unwind-tables \
	-fno-optimize-sibling-calls \
	-Wall -Wextra -Werror -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wundef $(BARE) $(ARCH_CFLAGS) $(EXTRA_CFLAGS)
CPPFLAGS = -I. -Iinclude $(ARCH_CPPFLAGS) -nostdinc $(GCC_INCLUDE) \
	-isystem $(OUT)/newlib/include $(GCC_FIXED)
# Kept apart from CFLAGS: the path of the checkout must reach no output.
PATH_FLAG = "-ffile-prefix-map=$$PWD=."

# Sources and what becomes of them ------------------------------------------

LAYERS   := topology runtime messages collectives \
	$(patsubst %/,%,$(wildcard collectives/*/))
PORTABLE := $(sort $(wildcard $(LAYERS:=/*.c)))
# Files that are compiled as one (runtime/unit.h); UNITS= compiles them apart.
UNITS    := $(wildcard $(LAYERS:=/unit))
PARTS    := $(foreach u,$(UNITS),$(addprefix $(dir $u),$(shell \
	grep -v '^\#' $u)))
LIB_SRCS := $(filter-out $(PARTS),$(PORTABLE)) $(PORT_SRCS)
objects   = $(patsubst %,$(OUT)/obj/%.o,$(basename $(1)))
LIB_OBJS := $(call objects,$(LIB_SRCS)) $(UNITS:%=$(OUT)/obj/%.o)
START_OBJS := $(call objects,$(START_SRCS))

# image NAME: OUT/NAME.elf from the C files that $(2) lists.  LEFT_OUT, the
# board's, names a file: a line each for what does not fit there, and why.
UNFIT := $(if $(LEFT_OUT),$(subst *,%,$(shell \
	sed -n 's/^\([^\#: ]*\): .*/\1/p' $(LEFT_OUT))))
define image
$(OUT)/$(1).elf: $(call objects,$(2))
IMAGES += $(if $(filter $(UNFIT),$(1)),,$(OUT)/$(1).elf)
APP_OBJS += $(call objects,$(2))
endef
apps = $(sort $(patsubst $(1)/%.c,%,$(wildcard $(1)/*.c)))
$(foreach a,$(call apps,examples),$(eval $(call image,$a,examples/$a.c)))
$(foreach d,$(sort $(wildcard examples/*/)),$(eval $(call \
	image,$(notdir $(d:/=)),$(sort $(wildcard $d*.c)))))
$(foreach s,$(sort $(wildcard tests/target/*/*.c)),$(eval $(call \
	image,tests/$(basename $(notdir $s)),$s tests/target/tap.c)))
$(foreach a,$(filter-out common,$(call apps,bench)),$(eval $(call \
	image,bench/$a,bench/$a.c bench/common.c)))

$(foreach a,$(call apps,tests/size),$(eval $(call \
	image,size/$a,tests/size/$a.c)))

EXAMPLES := $(filter-out $(OUT)/tests/% $(OUT)/bench/% $(OUT)/size/%,$(IMAGES))

# APP is examples/x, with or without .c, x, or tests/x.
APP_IMAGE := $(firstword $(filter $(patsubst %,$(OUT)/%.elf, \
	$(basename $(APP:/=) $(notdir $(APP:/=)))),$(IMAGES)))

# Rules ---------------------------------------------------------------------

# Other flags than last time: build all again.
FLAGS_TEXT = $(CROSS) $(CFLAGS) $(ARCH_CPPFLAGS) $(RUNTIME_CFLAGS)
$(OUT)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS_TEXT)' | cmp -s - $@ || echo '$(FLAGS_TEXT)' >$@

# The C library lies in the user's cache; $(OUT)/newlib is a link to it.
$(OUT)/newlib.done: tools/build-newlib $(OUT)/flags $(TOOLCHAIN_DEPS) \
		$(wildcard arch/*/$(BOARD).mk) \
		$(if $(wildcard $(OUT)/newlib/lib/libc.a),,FORCE) | setup-build
	$(Q)tools/build-newlib $(OUT)/newlib $(LIBC_TARGET) \
		'$(CROSS)' '$(LIBC_CFLAGS)' \
		$(LIBC_OPTIMIZE) $(LIBC_CONFIGURE)
	@touch $@

# What only some objects get, told by name: variables bound to a target would
# leak into $(OUT)/flags, which is built on its behalf.  A jump in place of a last
# call hides who called, which reports of hangs tell of applications.
OWN_FLAGS = $(if $(filter $@,$(LIB_OBJS) $(START_OBJS)), \
	-foptimize-sibling-calls $(RUNTIME_CFLAGS)) \
	$(if $(filter %/runtime/image.o,$@),-DWEFT_BUILD_ID=0x$(BUILD_ID)u)
COMPILE = $(CC) $(CPPFLAGS) $(CFLAGS) $(OWN_FLAGS) $(PATH_FLAG) -MMD -MP \
	-c -o $@ $<
$(OUT)/obj/%.o: %.c $(OUT)/flags $(OBJ_DEPS) $(OUT)/newlib.done | setup-build
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(COMPILE)
.PRECIOUS: $(OUT)/obj/%/unit.c
$(OUT)/obj/%/unit.c: %/unit
	@mkdir -p $(@D)
	@{ echo '#define WEFT_UNIT 1'; \
	sed -n 's|^[^\#].*|#include "$(<D)/&"|p' $<; } >$@
$(OUT)/obj/%/unit.o: $(OUT)/obj/%/unit.c $(OUT)/flags $(OBJ_DEPS) \
		$(OUT)/newlib.done | setup-build
	@echo "  CC    $*/unit"
	$(Q)$(COMPILE)
# Not every compiler tells its assembler.
$(OUT)/obj/%.o: %.S $(OUT)/flags $(OBJ_DEPS) $(OUT)/newlib.done | setup-build
	@mkdir -p $(@D)
	@echo "  AS    $<"
	$(Q)$(COMPILE) -Xassembler "--debug-prefix-map=$$PWD=."

# The build id, in every image's header: a hash of the library's sources and
# flags.  Neither time nor place goes into it.
HEADERS := $(sort $(wildcard include/weft/*.h arch/*.h $(LAYERS:=/*.h) \
	$(addsuffix *.h,$(sort $(dir $(PORT_SRCS))))))
ID_SRCS := $(LIB_SRCS) $(PARTS) $(UNITS) $(START_SRCS) $(HEADERS) $(OBJ_DEPS)
BUILD_ID = $(shell { echo '$(FLAGS_TEXT)'; cat $(ID_SRCS); } | \
	sha256sum | cut -c1-8)
$(OUT)/obj/runtime/image.o: $(ID_SRCS)

$(LIB): $(LIB_OBJS)
	@echo "  AR    $@"
	$(Q)rm -f $@.new && $(AR) qcsD $@.new $(LIB_OBJS) && mv -f $@.new $@

$(IMAGES): $(LIB) $(START_OBJS) $(wildcard linker/*.ld) $(IMAGE_DEPS)
	@mkdir -p $(@D)
	@echo "  LD    $@"
	$(Q)$(CC) $(ARCH_CFLAGS) $(ARCH_LDFLAGS) -o $@ $(START_OBJS) \
		$(filter-out $(START_OBJS),$(filter %.o,$^)) -Wl,--gc-sections \
		-Wl,-z,noexecstack \
		-L$(OUT)/newlib/lib -Wl,--start-group $(LIB) -lc -lm -lgcc \
		-Wl,--end-group
	$(Q)$(if $(IMAGE_CHECK),$(IMAGE_CHECK) $@)

$(VEHICLE_DEPS): | setup-build

-include $(patsubst %.o,%.d,$(wildcard \
	$(LIB_OBJS) $(START_OBJS) $(sort $(APP_OBJS))))

# Goals for people; lines with #? are the help --------------------------------

GOALS := all lib tests app help setup run gdb trace boards test test-full \
	test-nightly bench report size model check install install-board clean
SETUPS := $(addprefix setup-,build test bench report check model gdb)
.PHONY: $(GOALS) $(SETUPS) FORCE

#? all        library, examples, tests and benchmarks of BOARD (scc-qemu); for
#?            this and all goals: V=1 shows commands, TRACE=1 keeps events and
#?            DEBUG=1 checks contexts
all: $(LIB) $(IMAGES) $(VEHICLE_DEPS)
lib: $(LIB) $(START_OBJS)
tests: $(filter $(OUT)/tests/%,$(IMAGES)) $(VEHICLE_DEPS)

#? run        build and run APP (examples/broadcast) on BOARD (scc-qemu), and fail
#?            if it does; CORES= ROOT= K= INPUT=file MODE= SEED= ARGS= TIMEOUT=s;
#?            WEFT_X= is a variable of the application (weft-run.1)
#? gdb        the same under the debugger
#? trace      the same on scc-sim, with a timeline for Perfetto in build/trace
export $(PASSED)
ifeq ($(origin BOARD),file)
trace:
	+@$(MAKE) BOARD=scc-sim trace
run gdb: | setup-build
else
run gdb trace: | setup-build
endif
	@$(if $(APP_IMAGE),,echo "make $@: no APP=$(APP); there are:\
	$(patsubst $(OUT)/%.elf,examples/%,$(EXAMPLES)); and tests/x, bench/x for\
	x.c of tests/target/*, bench" >&2; exit 2)
	@tools/run-app --check --$@ $(APP_IMAGE)
	+@$(MAKE) app
	@tools/run-app --$@ $(APP_IMAGE)
gdb: | setup-gdb
app: $(APP_IMAGE) $(VEHICLE_DEPS)
	@:

#? boards     list the boards
boards: | setup-build
	@tools/weft-run --boards

#? test       all tests on all boards, or on BOARD; test-full takes longer;
#?            test-nightly is that with 10 000 schedules of broadcasts
#?            SKIP_EPIPHANY=1 leaves out that chip, whose toolchain takes
#?            6 to 10 minutes to build, once
test test-full test-nightly: | setup-test
	+@tools/run-tests $@ $(TEST_BOARDS)

#? epiphany   that chip's toolchain and emulator: build/epiphany
epiphany: | setup-epiphany
	+@$(MAKE) BOARD=epiphany-emu $(EPIPHANY_TOOLCHAIN).done $(EPIPHANY_EMU)
.PHONY: epiphany setup-epiphany
setup-epiphany:
	@tools/setup build epiphany-emu

#? bench      write build/bench/BOARD.tsv
bench: | setup-bench
	@tools/run-app --check --bench
	+@$(MAKE) all
	@tools/bench $(BOARD) $(OUT) '$(CROSS)'

#? report     the rows of make bench, drawn beside the published figures:
#?            build/report/index.html; benches boards that have no rows yet
report: | setup-report
	+@for b in $(TEST_BOARDS); do [ -e build/bench/$$b.tsv ] || \
		$(MAKE) BOARD=$$b bench || exit; done
	@tools/report build/bench build/report/index.html

#? size       table of the images' and the library's sizes, build/size.tsv
size:
	+@$(MAKE) all
	@tools/size-report $(BOARD) $(OUT) '$(CROSS)'

#? model      check the Spin models; MODELS="name .." only some
model: | setup-model
	@tools/model build/model $(MODELS)

#? check      format, lint, analysers, the headers as C++
check: | setup-check
	+@tools/check $(TEST_BOARDS)

#? install    headers, libraries, weft-run, weft.mk to PREFIX (/usr/local), for
#?            BOARD, or for all but scc-hw and the Epiphany's
install:
	+@for b in $(TEST_BOARDS); do $(MAKE) BOARD=$$b install-board || exit; done
# Without what makes our own code strict: a kernel has its own taste.
USER_CFLAGS = $(filter-out -W% -std=%,$(CFLAGS))
install-board:
	+@$(MAKE) lib $(VEHICLE_DEPS)
	@tools/install $(OUT) 'PREFIX=$(PREFIX)' 'BOARD=$(BOARD)' \
		'CROSS=$(CROSS)' 'CFLAGS=$(USER_CFLAGS)' \
		'ARCH_LDFLAGS=$(ARCH_LDFLAGS)' 'START_OBJS=$(START_OBJS)' \
		'VEHICLE_DEPS=$(VEHICLE_DEPS)'

#? setup      install what building and running BOARD needs (all goals do)
setup: setup-build
$(SETUPS):
	@CROSS='$(CROSS)' tools/setup $(@:setup-%=%) \
		$(if $(filter %-test %-check,$@),$(TEST_BOARDS),$(BOARD)) \
		$(if $(filter %-test,$@),$(TEST_EPIPHANY:1=epiphany-emu))

#? clean      remove build/
clean:
	rm -rf build

help:
	@sed -n 's/^#?   */                  /p; s/^#? /  make /p' Makefile
	@echo "Boards: $(BOARDS)"

endif
