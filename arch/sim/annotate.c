/* SPDX-License-Identifier: Apache-2.0 */
/* Hints go to the engine's detectors, if any are on. */
#include "arch/annotate.h"
#include "arch/sim/port.h"

SIM_UNCHARGED void arch_hint(enum arch_hint what, const void *place,
			     uint32_t offset, size_t n)
{
	if (sim_host->hint) {
		sim_host->hint(what, place, offset, n);
	}
}
