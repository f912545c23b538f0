# SPDX-License-Identifier: Apache-2.0
# Board mpi: a core is a process of this machine, started by MPI.

# Unasked, a few runs by mpirun, but no sanitized.t; all tests by BOARD=mpi, and under
# sanitizers by make check.
UNASKED := test check
SCRIPTS := tests/install.t tests/mutants.t tests/examples.t tests/watch.t tests/trace.t \
	tests/mpi/[mrsu]*[!d].t
TEST_BUILDS := lib vehicle
NEEDS := arch/mpi/needs.txt
BENCH_ROWS := bench/peers/rows.py

include host/program.mk
comma := ,

CROSS ?=
MPI_CPU := $(shell uname -m)
PROCESSOR := $(MPI_CPU)

# MPICC=mpicc.mpich takes another MPI than the system's own choice.
MPICC ?= mpicc

# SANITIZE=1, with an OUT of its own: the process brings what images need of the address
# sanitizer; what images do that is undefined traps.  SANITIZE=thread, for mode threads:
# host/mpi/thread_sanitizer.c has what they ask for.
ifeq ($(SANITIZE),thread)
SANITIZERS := -fsanitize=thread -Wno-tsan
TRAPS := -DARCH_HINTS=1 --param tsan-distinguish-volatile=1
else ifneq ($(SANITIZE),)
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all
TRAPS := -fsanitize-undefined-trap-on-error
endif

# Reports of hangs walk the stacks, and tell who called.  Elements are combined by vectors.
MPI_CODE := -fPIC -fasynchronous-unwind-tables -fvect-cost-model=dynamic $(SANITIZERS) \
	$(TRAPS)

LIBC_TARGET    := $(MPI_CPU)-pc-elf
LIBC_CFLAGS    := -fPIC -funwind-tables
ARCH_CPPFLAGS  := -Iarch/mpi
ARCH_CFLAGS    := $(MPI_CODE)
RUNTIME_CFLAGS := -fno-optimize-sibling-calls
PORT_SRCS      := $(addprefix arch/common/,atomics.c await.c window.c) \
	$(addprefix arch/common/far/,far.c far_ring.c) \
	$(addprefix arch/mpi/,bulk.c irq.c machine.c $(if $(filter x86_64,$(MPI_CPU)),memory.c) \
		private.c switch.c wait.c) \
	arch/sim/switch_$(MPI_CPU).S
START_SRCS     :=
ARCH_LDFLAGS   := -shared -nostdlib -Wl,-Bsymbolic -Wl,-z,$(if $(SANITIZE),un)defs -Wl,-z,now \
	-Wl,--build-id=none -Wl,--hash-style=gnu \
	-Wl,--version-script=arch/mpi/image.map -Wl,-u,mpi_entry \
	-Wl,-T,linker/scc-sim.ld
IMAGE_DEPS     := arch/mpi/image.map
IMAGE_CHECK    :=

# What a core's process is.
VEHICLE_DEPS := $(OUT)/weft-mpi
VEHICLE_SRCS := $(sort $(wildcard host/mpi/*.c)) arch/common/far/far_serve.c \
	$(sort $(wildcard links/*.c)) links/far/far_links.c
$(VEHICLE_DEPS): HOSTCC = $(MPICC)
$(eval $(call host_program,$(VEHICLE_DEPS),$(VEHICLE_SRCS),\
	$(wildcard host/mpi/*.h arch/mpi/*.h arch/common/far/*.h arch/*.h links/*.h) \
	runtime/wait.h include/weft/types.h arch/mpi/mpi.mk,\
	-Iinclude -Iarch/mpi -Ihost/mpi $(SANITIZERS),-ldl \
	$(addprefix -Wl$(comma)--export-dynamic-symbol=,__tsan_volatile_* arch_hint)))

# Events that a core keeps in traced builds (arch/traced.mk).
RINGS := 16384
