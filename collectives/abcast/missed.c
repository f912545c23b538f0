/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/abcast/missed.h"
#include "messages/liveness.h"
#include "topology/bits.h"

void missed_begin(struct missed *m, uint32_t epoch)
{
	m->earlier = m->last = (struct missed_range){epoch, epoch, 0};
	m->open = false;
}

/* LEAVE_OUT */
void missed_leave_out(struct missed *m, struct credit *credit, uint32_t core,
		      uint32_t stopped)
{
	uint32_t freed = credit->known[core];

	bits_set(credit->left_out, core);
	if (!m->open) {
		if (m->earlier.from == m->earlier.to ||
		    (int32_t)(m->last.from - m->earlier.from) < 0) {
			m->earlier.from = m->last.from;
		}
		m->earlier.to = m->last.to;
		m->earlier.by = m->last.by;
		m->last.from = freed;
	} else if ((int32_t)(freed - m->last.from) < 0) {
		m->last.from = freed;
	}
	m->last.by = stopped;
	m->open = true;
}

bool missed_has(const struct missed *m, uint32_t n, uint32_t *stopped)
{
	if ((int32_t)(n - m->last.from) > 0 &&
	    (m->open || (int32_t)(m->last.to - n) >= 0)) {
		*stopped = m->last.by;
		return true;
	}
	if ((int32_t)(n - m->earlier.from) > 0 &&
	    (int32_t)(m->earlier.to - n) >= 0) {
		*stopped = m->earlier.by;
		return true;
	}
	return false;
}

bool missed_restart(struct missed *m, struct credit *credit, uint32_t n)
{
	if (!m->open) {
		return false;
	}
	for (uint32_t i = 0; i < credit->count; i++) {
		if (!liveness_is_dead(i)) {
			bits_clear(credit->left_out, i);
		}
	}
	m->last.to = n - 1;
	m->open = false;
	return true;
}
