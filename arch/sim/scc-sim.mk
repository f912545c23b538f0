# SPDX-License-Identifier: Apache-2.0
# Board scc-sim: the SCC on the simulator.

UNASKED := trace test check install report
SCRIPTS := tests/*.t
NEEDS := arch/sim/needs.txt
PLAYS := scc

include arch/sim.mk

# What it charges for software, beside the counts of scc-qemu.
BENCH_ROWS := sim/software_rows.py
