# SPDX-License-Identifier: Apache-2.0
# What boards share that have several chips, joined by links and laid out by the boot record.
# A board sets CHIPS_PORT, its folder with the port's headers, and includes the makefile of
# such a chip alone before this one.

ARCH_CPPFLAGS := -I$(CHIPS_PORT) -Iarch/common/far/chip $(ARCH_CPPFLAGS)
PORT_SRCS += $(addprefix arch/common/far/,far.c far_ring.c far_serve.c) \
	$(addprefix arch/common/far/chip/,channel.c chips.c door.c due.c missed.c roll.c site.c) \
	links/far/far_links.c
