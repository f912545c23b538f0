# SPDX-License-Identifier: Apache-2.0
# Board blackhole-ttsim: what blackhole-emu runs, on the vendor's own simulator, whose library its
# user names by TTSIM.

UNASKED := none
SCRIPTS := tests/tensix/ttsim.t
NEEDS := arch/tensix/needs.txt
LEFT_OUT := arch/tensix/left-out.txt

include arch/tensix/blackhole-emu.mk
