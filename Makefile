# SPDX-License-Identifier: Apache-2.0
#
# weft's build.  `make help` lists what it does; CONTRIBUTING.md explains it.
# All paths are relative, so that a checkout may lie anywhere, and everything
# generated goes below build/, one folder a board.

# Boards that a goal takes where no BOARD= is given: UNASKED in their makefiles names
# the goal.
unasked = $(filter-out $(SKIP_BOARDS) $(addsuffix -%,$(SKIP_BOARDS)),$(basename \
	$(notdir $(shell grep -lE '^UNASKED := (.* )?$(1)( |$$)' arch/*/*.mk))))
USUAL  := $(call unasked,run)
BOARD  ?= $(USUAL)
$(if $(filter-out 1,$(CHIPS)),$(eval override BOARD := $(BOARD:%-chips=%)-chips))
OUT    ?= build/$(BOARD)
APP    ?= examples/broadcast
PREFIX ?= /usr/local
WERROR ?= -Werror

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 2)
endif
MAKEFLAGS += --no-print-directory
Q := $(if $(V),,@)

# What tools/run-app and the tests get by the environment.
PASSED := BOARD CORES NODES CHIPS ROOT K INPUT ARGS MODE SEED TIMEOUT WATCH

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
BUILDS := all lib tests app vehicle build/% $(OUT)/%
ifeq ($(LOCKED)$(filter-out $(BUILDS),$(MAKECMDGOALS)),)
.PHONY: $(or $(MAKECMDGOALS),all) locked
$(or $(MAKECMDGOALS),all): locked
	@:
locked:
	+@tools/alone $(OUT)/lock $(MAKE) LOCKED=1 $(MAKECMDGOALS)
else

# The board: arch/<chip>/<board>.mk ----------------------------------------

# The one that was asked for, or those that the goal takes unasked.
asked  := $(if $(filter file,$(origin BOARD)),,$(BOARD))
boards  = $(or $(asked),$(call unasked,$(1)))
include $(wildcard arch/*/$(BOARD).mk) arch/traced.mk
$(foreach v,PROCESSOR LIBC_TARGET PORT_SRCS,$(if $($v),,$(error $(BOARD).mk lacks $v: porting.md)))

CC  = $(CROSS)gcc
AR  = $(CROSS)ar
LIB = $(OUT)/libweft.a

# Debian's compilers take themselves for Linux ones; the image is bare.
BARE := -U__linux__ -U__linux -Ulinux -U__gnu_linux__ -U__unix__ -U__unix -Uunix
# In single quotes, for which make needs no shell: that would be a process an object.
quoted = '$(subst ','\'',$(1))'
# The compiler's own headers; looked up once, and not before it is installed.  Bare
# compilers have limits.h, to which newlib's leads on, in a second folder.  These
# paths may have spaces: the cache of a compiler that is built here lies in HOME.
own_headers = $(if $(filter /%,$(firstword $(1))),-isystem $(call quoted,$(1)))
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
	-Wall -Wextra $(WERROR) -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wundef $(BARE) $(ARCH_CFLAGS) $(EXTRA_CFLAGS)
CPPFLAGS = -I. -Iinclude $(ARCH_CPPFLAGS) -nostdinc -isystem $(OUT)/newlib/first \
	$(GCC_INCLUDE) -isystem $(OUT)/newlib/include $(GCC_FIXED)
# Kept apart from CFLAGS: the path of the checkout must reach no output.
export PWD := $(CURDIR)
PATH_FLAG = $(call quoted,-ffile-prefix-map=$(CURDIR)=.)

# Sources and what becomes of them ------------------------------------------

LAYERS   := topology runtime links messages collectives sync fiber bsp published \
	$(patsubst %/,%,$(wildcard messages/*/ messages/*/*/ collectives/*/))
PORTABLE := $(sort $(wildcard $(LAYERS:=/*.c)))
LIB_SRCS := $(PORTABLE) $(PORT_SRCS)
objects   = $(patsubst %,$(OUT)/obj/%.o,$(basename $(1)))
LIB_OBJS := $(call objects,$(LIB_SRCS))
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
# examples/use has an image a file, other folders there one each.
$(foreach a,$(call apps,examples) $(addprefix use/,$(call apps,examples/use)), \
	$(eval $(call image,$a,examples/$a.c)))
$(foreach d,$(filter-out %/use/,$(sort $(wildcard examples/*/))),$(eval $(call \
	image,$(notdir $(d:/=)),$(sort $(wildcard $d*.c)))))
$(foreach s,$(sort $(wildcard tests/target/*/*.c)),$(eval $(call \
	image,tests/$(basename $(notdir $s)),$s tests/target/tap.c)))
$(foreach d,$(sort $(dir $(wildcard tests/target/*/*/*.c))),$(eval $(call \
	image,tests/$(notdir $(d:/=)),$(wildcard $d*.c) tests/target/tap.c)))
$(foreach a,$(filter-out common,$(call apps,bench)),$(eval $(call \
	image,bench/$a,bench/$a.c bench/common.c)))

# /* weft-image: NAME FILE FLAG.. */ in a test: the image tests/NAME has that file of the
# library, compiled with these flags, in place of the library's.  Where NAME is not the
# test's own it is one more image of the test.
ALTERED := $(shell grep -oHE 'weft-image: [^*]*' tests/target/*/*.c \
	tests/target/*/*/*.c | tr ' ' '|')
define altered
$(if $(filter $(2),$(basename $(notdir $(1)))),,$(call image,tests/$(2), \
	$(1) tests/target/tap.c))
$(OUT)/tests/$(2).elf: $(OUT)/obj/tests/$(2)/$(basename $(3)).o
APP_OBJS += $(OUT)/obj/tests/$(2)/$(basename $(3)).o
$(OUT)/obj/tests/$(2)/$(basename $(3)).o: $(3) $(1) $(OUT)/flags $(OBJ_DEPS) \
		$(OUT)/newlib.done | setup-build
	$$(call begin,CC    $(3) for tests/$(2))
	$$(Q)$$(COMPILE) $$(LIB_FLAGS) $(4)
endef
$(foreach w,$(subst :weft-image:,,$(ALTERED)),$(eval $(call altered,$(word 1, \
	$(subst |, ,$w)),$(word 2,$(subst |, ,$w)),$(word 3,$(subst |, ,$w)), \
	$(wordlist 4,99,$(subst |, ,$w)))))

$(foreach a,$(call apps,tests/size),$(eval $(call \
	image,size/$a,tests/size/$a.c)))

include compat/compat.mk
EXAMPLES := $(filter-out $(OUT)/tests/% $(OUT)/bench/% $(OUT)/size/%,$(IMAGES))

# APP is examples/x or examples/use/x, with or without .c, x, use/x, or tests/x.
APP_IMAGE := $(firstword $(filter $(patsubst %,$(OUT)/%.elf,$(basename \
	$(patsubst examples/%,%,$(APP:/=)) $(notdir $(APP:/=)))),$(IMAGES)))

# Rules: say what is made, and make its folder, without a process for each.
begin = $(info $(space)$(space)$(1))$(if $(wildcard $(@D)/.),,$(shell mkdir -p $(@D)))
empty :=
space := $(empty) $(empty)

# Other flags than last time, or another C library: build all again.
FLAGS_TEXT = $(CROSS) $(CFLAGS) $(ARCH_CPPFLAGS) $(LIB_FLAGS)
$(OUT)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(FLAGS_TEXT)' $(call quoted,$(WEFT_NEWLIB)) >$@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# The C library lies in the user's cache; $(OUT)/newlib is a link to it.
$(OUT)/newlib.done: tools/build-newlib $(OUT)/flags $(TOOLCHAIN_DEPS) $(wildcard \
		tools/newlib/*.* tools/newlib/first/* arch/*.mk arch/*/$(BOARD).mk) \
		$(if $(wildcard $(OUT)/newlib/lib/libc.a),,FORCE) | setup-build
	$(Q)$(LIBC_ENV) tools/build-newlib $(OUT)/newlib $(LIBC_TARGET) '$(CROSS)' \
		'$(LIBC_CFLAGS)' $(or $(LIBC_OPTIMIZE),-Os) --enable-lite-exit $(LIBC_CONFIGURE)
	@touch $@

# What only some objects get, told by name: variables bound to a target would
# leak into $(OUT)/flags, which is built on its behalf.  Examples are hosted C, as users'
# programs are.  A jump in place of a last call hides who called, which reports of hangs
# tell of applications.  What headers have that takes floats is the application's alone.
LIB_FLAGS = -foptimize-sibling-calls -DWEFT_NO_FLOATING $(RUNTIME_CFLAGS)
OWN_FLAGS = $(if $(filter $@,$(LIB_OBJS) $(START_OBJS)),$(LIB_FLAGS)) $(if \
	$(filter $(OUT)/obj/examples/%,$@),-fhosted -fno-builtin) \
	$(if $(filter %/runtime/image.o,$@),-DWEFT_BUILD_ID=0x$(BUILD_ID)u) $(COMPAT_FLAGS)
COMPILE = $(CC) $(CPPFLAGS) $(CFLAGS) $(OWN_FLAGS) $(PATH_FLAG) -MMD -MP \
	-c -o $@ $<
$(OUT)/obj/%.o: %.c $(OUT)/flags $(OBJ_DEPS) $(OUT)/newlib.done | setup-build
	$(call begin,CC    $<)
	$(Q)$(COMPILE)
# Not every compiler tells its assembler.
$(OUT)/obj/%.o: %.S $(OUT)/flags $(OBJ_DEPS) $(OUT)/newlib.done | setup-build
	$(call begin,AS    $<)
	$(Q)$(COMPILE) -Xassembler $(call quoted,--debug-prefix-map=$(CURDIR)=.)

# The build id, in every image's header: a hash of the library's sources and
# flags.  Neither time nor place goes into it.
HEADERS := $(sort $(wildcard include/*.h include/weft/*.h include/weft/*/*.h \
	arch/*.h $(LAYERS:=/*.h) $(addsuffix *.h,$(sort $(dir $(PORT_SRCS))))))
ID_SRCS := $(LIB_SRCS) $(START_SRCS) $(HEADERS) $(OBJ_DEPS)
BUILD_ID = $(shell { echo '$(FLAGS_TEXT)'; cat $(ID_SRCS); } | \
	sha256sum | cut -c1-8)
$(OUT)/obj/runtime/image.o: $(ID_SRCS)

$(LIB): $(LIB_OBJS)
	$(call begin,AR    $@)
	$(Q)rm -f $@.new && $(AR) qcsD $@.new $(LIB_OBJS) && mv -f $@.new $@

$(IMAGES): $(LIB) $(START_OBJS) $(wildcard linker/*.ld) $(IMAGE_DEPS)
	$(call begin,LD    $@)
	$(Q)$(CC) $(ARCH_CFLAGS) $(ARCH_LDFLAGS) -o $@ $(START_OBJS) \
		$(filter-out $(START_OBJS),$(filter %.o,$^)) -Wl,--gc-sections \
		-Wl,-z,noexecstack \
		-L$(OUT)/newlib/lib -Wl,--start-group $(filter %.a,$^) -lc -lm -lgcc \
		-Wl,--end-group
	$(Q)$(if $(IMAGE_CHECK),$(IMAGE_CHECK) $@)

$(VEHICLE_DEPS) $(TOOLCHAIN_DEPS): | setup-build

-include $(patsubst %.o,%.d,$(wildcard $(LIB_OBJS) $(START_OBJS) $(sort $(APP_OBJS))))

# Goals for people; lines with #? are the help --------------------------------

GOALS := all lib tests app vehicle words help setup run gdb trace page new boards test test-full \
	test-nightly bench report size model check sanitize coverage install install-board clean
SETUPS := $(addprefix setup-,build test bench report check model gdb)
.PHONY: $(GOALS) $(SETUPS) FORCE

#? all        library, examples, tests and benchmarks of BOARD (@USUAL@); for all goals: V=1 shows
#?            commands, TRACE=1 keeps events, DEBUG=1 checks contexts, CHECK=1 broadcasts
all: $(LIB) $(COMPAT_LIBS) $(IMAGES) $(VEHICLE_DEPS)
lib: $(LIB) $(COMPAT_LIBS) $(START_OBJS)
tests: $(filter $(OUT)/tests/%,$(IMAGES)) $(VEHICLE_DEPS)
#? vehicle    build what compiles and runs BOARD's images, where weft builds that itself
vehicle: $(TOOLCHAIN_DEPS) $(VEHICLE_DEPS)
	@:

#? run        build APP (examples/broadcast), run it on BOARD (@USUAL@); status 2 if the run fails;
#?            CORES= NODES= CHIPS= ROOT= K= INPUT= MODE= SEED= ARGS= TIMEOUT=s WATCH=1 WEFT_X=
#? gdb        the same under the debugger
#? trace,page the same on @TRACE@, with build/trace/APP.json for Perfetto, build/page/APP.html
export $(PASSED)
ifeq ($(asked),)
trace page:
	+@$(MAKE) BOARD=$(call unasked,trace) $@
run gdb: | setup-build
else
run gdb trace page: | setup-build
endif
	@$(if $(APP_IMAGE),,echo "make $@: no APP=$(APP); there are:\
	$(patsubst $(OUT)/%.elf,examples/%,$(EXAMPLES)); and tests/x, bench/x for\
	x.c of tests/target/*, bench" >&2; exit 2)
	@tools/run-app --check --$@ $(APP_IMAGE)
	+@$(MAKE) app OUT=$(OUT) $(if $(TRACE),TRACE=1)
	@tools/run-app --$@ $(APP_IMAGE)
gdb: | setup-gdb
#? new        write a skeleton: APP=name in examples/, APP=path/name outside (then PREFIX=)
new:
	@tools/new '$(PREFIX)' '$(if $(filter file,$(origin APP)),,$(APP))'
#? app        build APP, and what runs it, but do not run it
app: $(APP_IMAGE) $(VEHICLE_DEPS)
	@:

#? boards     list the boards
boards: | setup-build
	@tools/weft-run --boards

#? test       all tests on all boards, or on BOARD; test-full takes longer, and test-nightly
#?            longest (CONTRIBUTING.md). SKIP_BOARDS="x .." leaves out boards, or the chips x;
#?            README.md says whose compiler takes minutes to build, once
test test-full test-nightly: | setup-test
	+@$(if $(findstring n,$(firstword -$(MAKEFLAGS))),: )$(addprefix \
		TEST_BOARDS=,$(asked)) tools/run-tests $@ $(call boards,test)

#? bench      write build/bench/BOARD.tsv; BENCHES="am .." runs bench/am.c .. only
bench: | setup-bench
	@tools/run-app --check --bench
	+@$(MAKE) all
	@tools/bench $(BOARD) $(OUT) '$(CROSS)' $(BENCH_ROWS)

#? report     the rows of make bench, drawn beside the published figures: build/report/index.html;
#?            of boards that have none yet those few that bench/measured.tsv keeps
report: | setup-report
	@tools/report build/bench build/report/index.html bench/measured.tsv

#? size       table of the images' and the library's sizes, build/size.tsv
size:
	+@$(MAKE) all
	@tools/size-report $(BOARD) $(OUT) '$(CROSS)' $(BUDGET)

#? model      check the Spin models; MODELS="name .." only some
model: | setup-model
	@tools/model build/model $(MODELS)

#? check      format, lint, analysers, the headers as C++
check: | setup-check
	+@tools/check $(call boards,check)

#? sanitize   on-target tests on the simulator under sanitizers; SANITIZE_ONLY="am .." some
#? coverage   docs/coverage.md: which lines of portable code the tests reach, on the simulator
sanitize: | setup-test
	@tests/sim/sanitized.t
coverage: | setup-test
	+@$(MAKE) BOARD=$(call unasked,trace) tests
	@tools/coverage

#? install    headers, libraries, weft-run, weft.mk to PREFIX (/usr/local), for
#?            BOARD, or for all that no toolchain must be built for
install:
	+@for b in $(call boards,install); do $(MAKE) BOARD=$$b install-board || exit; done
	@$(if $(asked),,echo "others, one a call: make install BOARD=.. \
		'PREFIX=$(PREFIX)'; $(filter-out $(call boards,install),$(BOARDS))")
# Without what makes our own code strict: a kernel has its own taste.
USER_CFLAGS = $(filter-out -W% -std=% -ffreestanding,$(CFLAGS)) -Wmain
install-board:
	+@$(MAKE) lib vehicle
	@tools/install $(OUT) 'PREFIX=$(PREFIX)' 'BOARD=$(BOARD)' \
		'CROSS=$(CROSS)' 'CFLAGS=$(USER_CFLAGS)' \
		'ARCH_LDFLAGS=$(ARCH_LDFLAGS)' 'START_OBJS=$(START_OBJS)' \
		'VEHICLE_DEPS=$(VEHICLE_DEPS)' 'VEHICLE_DATA=$(VEHICLE_DATA)' \
		'COMMANDS=$(COMMANDS)' 'USUAL=$(USUAL)'

#? setup      install what building and running BOARD needs (all goals do)
setup: setup-build
$(SETUPS):
	@$(if $(filter-out file,$(origin CROSS)),CROSS='$(CROSS)') \
		tools/setup $(@:setup-%=%) $(if $(filter %-test %-check,$@), \
		$(call boards,$(@:setup-%=%)),$(BOARD))

# What scripts ask of a board's makefile, as shells and Python read it.
words:
	@echo 'BOARD=$(BOARD)' 'CROSS="$(CROSS)"' 'PROCESSOR=$(PROCESSOR)' \
		'LIBC_TARGET=$(LIBC_TARGET)' 'FLAGS="$(ARCH_CPPFLAGS)"' \
		'PORT="$(PORT_SRCS) $(START_SRCS)"' \
		'VEHICLE="$(VEHICLE_SRCS) $(HOST_SRCS)"'

#? clean      remove build/
clean:
	rm -rf build

help:
	@sed -n -e 's/@USUAL@/$(USUAL)/; s/@TRACE@/$(call unasked,trace)/' \
		-e 's/^#?   */                  /p; s/^#? /  make /p' Makefile
	@echo "Boards: $(BOARDS)"
	@echo "Boards of weft-run only: $(filter-out $(BOARDS),$(shell \
		tools/weft-run --boards | sed -n 's/^\([a-z][^ ]*\).*/\1/p'))"

endif
