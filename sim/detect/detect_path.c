/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Call paths.  A core's stack is walked by the unwind tables of engine and image;
 * frames of the engine are left out.  Each path is kept once.
 */
#include <string.h>
#include <unwind.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

enum {
	PATHS = 1 << 14, /* kept; what comes then has none */
	SLOTS = PATHS * 2,
	OUTERMOST = 3,
};

static struct path *paths; /* paths[0] is empty */
static uint32_t known = 1;
static uint32_t *slots; /* hash to id; 0: free */

/* Of each core: the path of its present call of the port. */
static struct {
	uint64_t call;
	uint32_t id;
} present[DETECT_CORES_MAX];

struct walk {
	const struct core *core;
	bool to_irq; /* only as far as the interrupt that it is in */
	struct path path;
};

/* From the innermost call outwards. */
static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *cookie)
{
	struct walk *walk = cookie;
	uintptr_t at = _Unwind_GetIP(context);
	struct path *path = &walk->path;

	if (at >= walk->core->base && at < walk->core->end) {
		path->at[path->n++] = (uint32_t)(at - walk->core->base);
	} else if (ops_is_irq(_Unwind_GetRegionStart(context))) {
		if (walk->to_irq) {
			return _URC_NORMAL_STOP;
		}
		path->at[path->n++] = 0;
	}
	return path->n == PATH_DEPTH ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

static uint32_t hash(const struct path *path)
{
	uint32_t h = path->n;

	for (uint32_t i = 0; i < path->n; i++) {
		h = (h ^ path->at[i]) * 0x9e3779b1u;
		h ^= h >> 15;
	}
	return h;
}

static uint32_t intern(const struct path *path)
{
	uint32_t slot = hash(path) % SLOTS;

	if (!paths) {
		paths = host_reserve(PATHS * sizeof(*paths), "call paths");
		slots = host_alloc(SLOTS * sizeof(*slots));
	}
	for (; slots[slot]; slot = (slot + 1) % SLOTS) {
		const struct path *other = &paths[slots[slot]];

		if (other->n == path->n &&
		    memcmp(other->at, path->at, path->n * sizeof(*path->at)) ==
			    0) {
			return slots[slot];
		}
	}
	if (known == PATHS) {
		return 0;
	}
	paths[known] = *path;
	slots[slot] = known;
	return known++;
}

static uint32_t walk_stack(const struct core *core, bool to_irq)
{
	struct walk walk = {.core = core, .to_irq = to_irq};

	/* Another core's stack is not the one that we stand on. */
	if (core != engine.current) {
		return 0;
	}
	_Unwind_Backtrace(step, &walk);
	return intern(&walk.path);
}

uint32_t path_here(const struct core *core)
{
	return walk_stack(core, false);
}

uint32_t path_in_handler(const struct core *core)
{
	return walk_stack(core, true);
}

/* All lines of one call come the same way. */
uint32_t path_of_call(const struct core *core)
{
	uint64_t call = core->cpu->stores + core->cpu->loads;

	if (present[core->rank].call != call) {
		present[core->rank].call = call;
		present[core->rank].id = path_here(core);
	}
	return present[core->rank].id;
}

const struct path *path_get(uint32_t id)
{
	static const struct path none;

	return id ? &paths[id] : &none;
}

bool path_ends_alike(uint32_t a, uint32_t b)
{
	const struct path *p = path_get(a), *q = path_get(b);

	for (uint32_t i = 1; i <= OUTERMOST; i++) {
		if (i > p->n || i > q->n) {
			return p->n == q->n;
		}
		if (p->at[p->n - i] != q->at[q->n - i]) {
			return false;
		}
	}
	return true;
}
