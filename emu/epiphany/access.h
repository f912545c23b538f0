/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EMU_EPIPHANY_ACCESS_H
#define EMU_EPIPHANY_ACCESS_H

#include <stdint.h>

struct core;

/*
 * Where an address leads, as chip_target; but an address where nothing is, or a
 * register accessed by anything but words, ends the run: "`what` 0x..: no..".
 */
int access_target(const struct core *core, const char *what, uint32_t address,
		  unsigned size, uint32_t *offset);

#endif
