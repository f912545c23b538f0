/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The profiler: a line of each superstep and process, printed when it ends; the tool
 * tools/bsp-profile reads them (docs/bsp.md).
 */
#include "bsp/profile.h"
#include "bsp/state.h"
#include "runtime/console.h"
#include "runtime/text.h"

/* Times are bsp_cycles'. */
struct mark {
	uint64_t entered, met, left;
	struct bsp_caller caller;
	uint32_t out, in; /* bytes of streams, to and from others */
};

static struct chain marks;
static struct mark *now;

static void profile_count(enum bsp_stage stage)
{
	for (uint32_t i = 0; i < bsp.procs; i++) {
		const struct partner *p = &bsp.partner[i];

		if (i == bsp.me) {
			continue;
		}
		if (stage == BSP_TOLD) {
			now->out += sync_request_bytes(p) + sync_data_bytes(p);
		} else {
			now->out += p->reply_bytes;
			now->in += p->data_in + p->get_bytes + p->asked.bytes;
		}
	}
}

static void profile_reached(enum bsp_stage stage)
{
	if (stage == BSP_MET) {
		now->met = bsp_cycles();
	} else {
		profile_count(stage);
	}
}

static void profiled_sync(void)
{
	uint64_t entered = bsp_cycles();

	BSP_INSIDE_ONLY("bsp_sync");
	now = chain_add(&marks, sizeof(*now));
	*now = (struct mark){.entered = entered, .caller = bsp_caller};
	bsp_sync_with(profile_reached);
	now->left = bsp_cycles();
}

static ARCH_COLD void print(const char *what, const char *file,
			    const uint64_t *number, uint32_t n)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));

	text_put(&t, "bsp-profile %s", what);
	for (uint32_t i = 0; i < n; i++) {
		text_put(&t, " %U", number[i]);
	}
	text_put(&t, " %s", file ? file : "?");
	*t.at++ = '\n';
	rt_console_write(line, (size_t)(t.at - line));
}

static ARCH_COLD void profiled_end(void)
{
	uint64_t run[] = {bsp.procs, bsp.me, arch_cycles_in_us(1000000)};
	struct chain_walk walk = chain_start(&marks);
	const struct mark *m;
	uint64_t superstep = 0;

	bsp_end();
	rt_console_flush();
	print("process", "", run, 3);
	for (; (m = chain_here(&walk)); chain_skip(&walk, sizeof(*m))) {
		uint64_t number[] = {run[1],     superstep++,
				     m->entered, m->met,
				     m->left,    m->out,
				     m->in,      (uint32_t)m->caller.line};

		print("superstep", m->caller.file, number, 8);
	}
	chain_free(&marks);
}

const struct bsp_profiled bsp_profiled = {profiled_sync, profiled_end};
