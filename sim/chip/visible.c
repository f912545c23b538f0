/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/visible.h"

#include "sim/chip/engine.h"

struct visible visible_landing(const struct packet *packet, uint32_t from)
{
	uint32_t first = (uint32_t)__builtin_ctzll(packet->mask);
	uint32_t past = 64 - (uint32_t)__builtin_clzll(packet->mask);

	return (struct visible){
		.kind = VISIBLE_LAND,
		.core = from,
		.rank = packet->rank,
		.offset = packet->line * (uint32_t)engine.profile.line_bytes +
			  first,
		.bytes = past - first,
	};
}

struct visible visible_of(const struct core *core,
			  const struct transaction *what)
{
	struct visible next = {
		.kind = what->kind,
		.core = core->rank,
		.rank = core->rank,
	};

	switch (what->kind) {
	case VISIBLE_LAND:
		next = visible_landing(&core->leaving, core->rank);
		break;
	case VISIBLE_READ:
		next.rank = core->read.rank;
		next.offset = (uint32_t)(core->read.from -
					 engine.cores[next.rank].window);
		next.bytes = (uint32_t)core->read.n;
		break;
	case VISIBLE_RAISE:
		next.pins = UINT64_MAX; /* the controller's are many */
		if (!engine.profile.gic) {
			next.rank = core->access.target->rank;
			next.pins = UINT64_C(1) << next.rank % 64;
		}
		break;
	default:
		next.pins = UINT64_C(1) << core->rank % 64;
	}
	return next;
}
