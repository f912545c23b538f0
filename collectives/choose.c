/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/choose.h"
#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "runtime/text.h"

enum {
	LONGEST = 200 /* of a line */
};

static ARCH_COLD bool same(const char *a, const char *b)
{
	const char *rest = text_after(a, b);

	return rest && !*rest;
}

/* The candidate of that name, or null. */
static ARCH_COLD const struct choose_candidate *
candidate(const struct choose *of, const char *name)
{
	const struct choose_candidate *c = of->candidates;

	while (c->name && !same(c->name, name)) {
		c++;
	}
	return c->name ? c : NULL;
}

static ARCH_COLD _Noreturn void unknown(const struct choose *of,
					const char *name)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line) - 1);

	text_put(&t, "%s=%s is none of:", of->variable, name);
	for (const struct choose_candidate *c = of->candidates; c->name; c++) {
		text_put(&t, " %s", c->name);
	}
	for (uint32_t i = 0; of->linked(i, of->found); i++) {
		if (!candidate(of, of->found->name)) {
			text_put(&t, " %s", of->found->name);
		}
	}
	*t.at = 0;
	rt_panic("%s", line);
}

/* Whom the environment names; null if nobody. */
static ARCH_COLD const struct choose_candidate *named(const struct choose *of)
{
	const char *name = rt_env(of->variable);
	const struct choose_candidate *c;

	if (!name || !*name) {
		return NULL;
	}
	c = candidate(of, name);
	for (uint32_t i = 0; !c; i++) {
		if (!of->linked(i, of->found)) {
			unknown(of, name);
		}
		c = same(of->found->name, name) ? of->found : NULL;
	}
	return c;
}

/* What is to be chosen for. */
struct asked {
	uint32_t bytes, count;
	const void *objects;
};

static ARCH_COLD uint32_t cost_of(const struct choose_candidate *c,
				  const struct asked *ask)
{
	return c->cost(ask->bytes, ask->count, ask->objects);
}

/* Those that are linked for other reasons have no cost. */
static ARCH_COLD bool can(const struct choose *of,
			  const struct choose_candidate *c,
			  const struct asked *ask)
{
	if (c->cost) {
		return cost_of(c, ask) != CHOOSE_CANNOT;
	}
	return !of->in_table && (c->most == 0 || ask->bytes <= c->most);
}

/* Does anybody want to see choices? */
static ARCH_COLD bool shown(void)
{
	return arch_rank() == 0 && rt_env("WEFT_SHOW_CHOICE");
}

static ARCH_COLD void show(const struct choose *of,
			   const struct choose_candidate *taken,
			   const struct asked *ask, const char *why)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line) - 1);

	if (!shown()) {
		return;
	}
	for (const struct choose_candidate *c = of->candidates; c->name; c++) {
		uint32_t cost = cost_of(c, ask);

		text_put(&t, cost == CHOOSE_CANNOT ? " %s=-" : " %s=%u",
			 c->name, cost);
	}
	*t.at = 0;
	rt_say("weft: choice %s bytes=%u cores=%u %s%s%s", of->what, ask->bytes,
	       ask->count, taken->name, why, line);
}

const struct choose_candidate *choose(const struct choose *of, uint32_t bytes,
				      uint32_t count, const void *objects)
{
	const struct asked ask = {bytes, count, objects};
	const struct choose_candidate *best = named(of);
	const char *why = ": named;";
	uint32_t least = CHOOSE_CANNOT;

	if (!best || !can(of, best, &ask)) {
		why = ": the least of";
		best = of->candidates;
		for (const struct choose_candidate *c = best; c->name; c++) {
			uint32_t cost = cost_of(c, &ask);

			if (cost < least) {
				least = cost;
				best = c;
			}
		}
	}
	show(of, best, &ask, why);
	return best;
}

void choose_tell(const char *what, uint32_t count, const char *taken)
{
	if (shown()) {
		rt_say("weft: choice %s cores=%u %s", what, count, taken);
	}
}
