/* SPDX-License-Identifier: Apache-2.0 */
/* Started scans of any size: each rank asks the one before. */
#include "collectives/started/asked_combine.h"
#include "collectives/started/start.h"

/* With `before`, what comes from the rank before is the result. */
static ARCH_COLD int asked_scan_with(const struct elements *e, bool before,
				     struct weft_request *request)
{
	const struct team *team = &team_asked(e->team)->team;
	size_t bytes = elements_bytes(e);
	struct asked_own own = {.most = bytes};
	uint32_t me = team->me;
	bool follows = me + 1 < team->size;
	struct asked_call call = {
		.send = {.base = (char *)(uintptr_t)e->send, .each = bytes},
		.recv = {.base = e->recv, .each = bytes},
		.one_send = true,
		.one_recv = true,
		.before = before,
		.way = &combine_upwards,
		.op = e->op,
		.source = combine_below,
		.below = {me - 1},
		.steps = me > 0,
		.root = follows ? me + 1 : WEFT_TEAM_NOBODY,
		.askers = follows,
	};

	if (me == 0 && !before) {
		own.to = e->recv;
		own.from = e->send;
		own.bytes = bytes;
	}
	return asked_start(e->team, &call, &own, request);
}

ARCH_COLD int asked_scan(const struct elements *e, struct weft_request *request)
{
	return asked_scan_with(e, false, request);
}

ARCH_COLD int asked_exscan(const struct elements *e,
			   struct weft_request *request)
{
	return asked_scan_with(e, true, request);
}
