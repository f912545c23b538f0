# SPDX-License-Identifier: Apache-2.0
# The boards among those of chips.mk whose chips are QEMUs: CHIPS_PORT has chip.c.

PORT_SRCS += $(CHIPS_PORT)/chip.c drivers/virtio/virtio_net.c \
	$(addprefix arch/qemu/chips/,leave.c link.c)

include arch/chips.mk

# In front of arch/common/far/chip, which has a far_port.h, too.
ARCH_CPPFLAGS := -Iarch/qemu/chips $(ARCH_CPPFLAGS)
