# SPDX-License-Identifier: Apache-2.0
# Board blackhole-emu: a Tenstorrent Blackhole in the project's emulator
# (emu/tensix).

UNASKED := test
SCRIPTS := tests/tensix/*.t tests/watch.t
TEST_BUILDS := lib vehicle
NEEDS := arch/tensix/needs.txt
LEFT_OUT := arch/tensix/left-out.txt

TENSIX := blackhole
include arch/tensix.mk
PORT_SRCS += boot/tensix/interrupt.S
