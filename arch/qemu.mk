# SPDX-License-Identifier: Apache-2.0
# Parts of the makefiles of bare boards, and of those on QEMU: arch/common/port.h and
# arch/qemu/vehicle.h say what a board gives these sources.

COMMON_SRCS := $(addprefix arch/common/,await.c fault.c irq.c mesh.c where.c \
	window.c)
QEMU_SRCS := $(COMMON_SRCS) \
	$(addprefix arch/qemu/,console.c first.c meet.c wait.c)

# Of a bare image, with the script linker/<board>.ld.
BARE_LDFLAGS := -nostdlib -static -Wl,-T,linker/$(BOARD).ld \
	-Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,max-page-size=4096

# Handlers do not save other registers.
RUNTIME_CFLAGS := -mgeneral-regs-only

# Events that a core keeps in traced builds (arch/traced.mk).
RINGS := 16384
