# SPDX-License-Identifier: Apache-2.0
# What boards share that have several chips, joined by links and laid out by the boot record.

CHIPS_CPPFLAGS := -Iarch/common/far/chip
CHIPS_SRCS := $(addprefix arch/common/far/,far.c far_ring.c far_serve.c) \
	$(addprefix arch/common/far/chip/,channel.c chips.c door.c due.c roll.c site.c) \
	links/far/far_links.c

# .. and of these, those whose chips are QEMUs.
QEMU_CHIPS_SRCS := $(addprefix arch/qemu/chips/,leave.c link.c) \
	drivers/virtio/virtio_net.c
