# SPDX-License-Identifier: Apache-2.0
# Board blackhole-emu: a Tenstorrent Blackhole in the project's emulator
# (emu/tensix).

TENSIX := blackhole
include arch/tensix.mk
PORT_SRCS += boot/tensix/interrupt.S
