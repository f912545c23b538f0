# SPDX-License-Identifier: Apache-2.0
# What boards share whose chips are QEMUs that are joined by links.

CHIPS_CPPFLAGS := -Iarch/qemu/chips -Iarch/common/far/chip
CHIPS_SRCS := $(addprefix arch/common/far/,far.c far_ring.c far_serve.c) \
	$(addprefix arch/common/far/chip/,channel.c chips.c door.c roll.c site.c) \
	$(addprefix arch/qemu/chips/,leave.c link.c) drivers/virtio/virtio_net.c \
	links/far/far_links.c
