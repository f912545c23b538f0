# SPDX-License-Identifier: Apache-2.0
# Parts of the makefiles of boards on the simulator: the image is a shared object for
# the host's own processor, tied to nothing outside it; the engine loads one copy a
# core.

include host/program.mk

CROSS ?=
SIM_CPU := $(shell uname -m)
PROCESSOR := $(SIM_CPU)

# SANITIZE=1, with an OUT of its own: engine and images under the address sanitizer, whose
# library the engine brings; what images do that is undefined traps.
ifneq ($(SANITIZE),)
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all
TRAPS := -fsanitize-undefined-trap-on-error
endif

# Every basic block calls __sanitizer_cov_trace_pc, the clock of software
# (arch/sim/entry.c); the C library's too, since no software is free.
SIM_CODE := -fPIC -fsanitize-coverage=trace-pc \
	$(if $(filter x86_64,$(SIM_CPU)),-fcf-protection=none)

# Calls can be walked from outside, at no instruction's cost: detectors tell paths.
SIM_WALK := -fasynchronous-unwind-tables

LIBC_TARGET    := $(SIM_CPU)-pc-elf
LIBC_CFLAGS    := $(SIM_CODE) -funwind-tables
ARCH_CPPFLAGS  := -Iarch/sim
ARCH_CFLAGS    := $(SIM_CODE) $(SIM_WALK) $(SANITIZERS) $(TRAPS)
RUNTIME_CFLAGS :=
PORT_SRCS      := arch/sim/await.c arch/sim/annotate.c arch/sim/irq.c \
	arch/sim/machine.c arch/sim/registers.c arch/sim/string.c arch/sim/switch.c \
	arch/sim/switch_$(SIM_CPU).S arch/sim/window.c \
	drivers/gic/scc_gic.c
START_SRCS     := arch/sim/entry.c

# PLACED=1, with an OUT of its own: cores are in nodes, and what these say to each other
# is counted (tests/nodes.t).
PLACED_CALLS := put get copy flag_write flags_write flag_read flags_read await raise \
	raise_list inline_put_byte inline_put_words inline_get_words
# No relro, no separate code: fewer mappings, there are thousands of images.
ARCH_LDFLAGS   := -shared -nostdlib -Wl,-Bsymbolic -Wl,-z,$(if $(SANITIZE),un)defs -Wl,-z,now \
	-Wl,-z,norelro -Wl,-z,noseparate-code -Wl,--build-id=none \
	-Wl,--hash-style=gnu -Wl,--version-script=arch/sim/image.map \
	-Wl,-T,linker/scc-sim.ld
IMAGE_DEPS     := arch/sim/image.map
ifneq ($(PLACED),)
ARCH_CFLAGS    += -DARCH_NODES=1
PORT_SRCS      += tests/nodes/placed.c
ARCH_LDFLAGS   += $(PLACED_CALLS:%=-Wl,--wrap=arch_%)
endif
IMAGE_CHECK    :=

# The engine, a program for the host.
VEHICLE_DEPS := $(OUT)/weft-sim
VEHICLE_SRCS := $(sort $(wildcard sim/*.c sim/*/*.c)) links/wire.c
$(eval $(call host_program,$(VEHICLE_DEPS),\
	$(VEHICLE_SRCS) sim/chip/switch_$(SIM_CPU).S,\
	$(wildcard sim/*/*.h arch/sim/*.h arch/*.h links/*.h) runtime/wait.h \
	include/weft/types.h arch/sim.mk,-Iinclude -Iarch/sim $(SANITIZERS),-ldl))
# Beside the vehicle's modules.
VEHICLE_DATA := sim/profiles
