/* SPDX-License-Identifier: Apache-2.0 */
/* What the emulated GPU is told; NVIDIA's driver takes no notice of it. */
#ifndef HOST_GPU_OPTIONS_H
#define HOST_GPU_OPTIONS_H

#include <stdint.h>

extern uint64_t driver_seed, driver_delay, driver_limit;
extern const char *driver_stats;

#define DRIVER_OPTIONS                                                         \
	{"seed", "N", "emulator: hold stores back; 0: do not (0)",             \
	 .u64 = &driver_seed, .most = UINT64_MAX},                             \
		{"delay", "CLOCKS", "emulator: of a store, at most (3000)",    \
		 .u64 = &driver_delay, .most = 1u << 30},                      \
		{"limit", "CLOCKS", "emulator: stop then",                     \
		 .u64 = &driver_limit, .most = UINT64_MAX},                    \
		{"stats", "FILE", "emulator: counts of each core",             \
		 .text = &driver_stats},

#endif
