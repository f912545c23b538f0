# SPDX-License-Identifier: Apache-2.0
# What boards share whose chips are QEMUs that are joined by links.  A board
# sets CHIPS_PORT, its folder with chip.c and the port's headers, and includes the makefile of
# such a chip alone before this one.

ARCH_CPPFLAGS := -I$(CHIPS_PORT) -Iarch/qemu/chips -Iarch/common/far/chip $(ARCH_CPPFLAGS)
PORT_SRCS += $(CHIPS_PORT)/chip.c \
	$(addprefix arch/common/far/,far.c far_ring.c far_serve.c) \
	$(addprefix arch/common/far/chip/,channel.c chips.c door.c roll.c site.c) \
	$(addprefix arch/qemu/chips/,leave.c link.c) drivers/virtio/virtio_net.c \
	links/far/far_links.c
