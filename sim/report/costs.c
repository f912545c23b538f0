/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a run costs: counts of what cores do that others can see, and when.  Where the
 * image has a function cost_mark, the run has parts: a core's next one begins as it
 * enters that function.  A line a part:
 *
 *     first_ps last_ps reads read_bytes writes written_bytes tas raises handlers \
 *             instructions
 *
 * The first time is that of the last core that began with the part, the last one that of
 * the last core that ended it; the counts are sums over all cores.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/chip/blocks.h"
#include "sim/chip/engine.h"
#include "sim/chip/host.h"
#include "sim/chip/mode.h"
#include "sim/report/costs.h"

struct part {
	uint64_t first, last;
	uint64_t count[VISIBLE_KINDS], bytes[VISIBLE_KINDS];
	uint64_t units;
};

static FILE *out;
static struct part *parts;
static uint32_t known;
static struct standing {
	uint32_t part;
	uint64_t units; /* of the core, as it began with the part */
} * places;

static void begin(const struct core *core, uint32_t part)
{
	struct standing *place = &places[core->rank];
	uint64_t now = core->cpu->clock;

	if (part == known) {
		parts = realloc(parts, (known + 1) * sizeof(*parts));
		if (!parts) {
			die(STATUS_HOST, "no memory for the costs of parts");
		}
		parts[known++] = (struct part){.first = 0};
	}
	parts[part].first = later(parts[part].first, now);
	place->part = part;
	place->units = core->cpu->units;
}

static void finish(const struct core *core)
{
	struct part *part = &parts[places[core->rank].part];

	part->last = later(part->last, core->cpu->clock);
	part->units += core->cpu->units - places[core->rank].units;
}

static void marked(struct core *core, const char *function)
{
	(void)function;
	finish(core);
	begin(core, places[core->rank].part + 1);
}

static void after(const struct visible *what, uint64_t time)
{
	struct part *part = &parts[places[what->core].part];

	(void)time;
	part->count[what->kind]++;
	part->bytes[what->kind] += what->bytes;
}

static int end(int status)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		finish(&engine.cores[rank]);
	}
	for (const struct part *p = parts; p < parts + known; p++) {
		fprintf(out,
			"%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
			" %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
			" %" PRIu64 " %" PRIu64 "\n",
			p->first, p->last, p->count[VISIBLE_READ],
			p->bytes[VISIBLE_READ], p->count[VISIBLE_LAND],
			p->bytes[VISIBLE_LAND], p->count[VISIBLE_TAS],
			p->count[VISIBLE_RAISE], p->count[VISIBLE_TAKE],
			p->units / SIM_UNIT);
	}
	fclose(out);
	return status;
}

void costs_create(const char *path)
{
	static struct mode costs = {.after = after, .end = end};

	out = fopen(path, "w");
	if (!out) {
		die(STATUS_USAGE, "%s: cannot write", path);
	}
	places = host_alloc(engine.count * sizeof(*places));
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		begin(&engine.cores[rank], 0);
	}
	blocks_watch("cost_mark", marked);
	mode_add(&costs);
}
