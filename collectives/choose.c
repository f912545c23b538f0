/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/choose.h"
#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "runtime/text.h"

enum {
	LONGEST = 200, /* of a line */
	NOTHING = CHOOSE_LINKED - 1,
};

/* What is to be chosen, and for what. */
struct asked {
	const struct choose *choose;
	const void *of;
	uint32_t bytes, count;
};

static ARCH_COLD bool same(const char *a, const char *b)
{
	const char *rest = text_after(a, b);

	return rest && !*rest;
}

/* The i-th of the list, or of the other one. */
static ARCH_COLD bool option(const struct asked *ask, uint32_t i,
			     struct choose_option *o)
{
	choose_list *list =
		i < CHOOSE_LINKED ? ask->choose->list : ask->choose->linked;

	return list && list(ask->of, i & (CHOOSE_LINKED - 1), o);
}

static ARCH_COLD uint32_t place_of(const struct asked *ask, uint32_t first,
				   const char *name)
{
	struct choose_option o;

	for (uint32_t i = first; option(ask, i, &o); i++) {
		if (o.name && same(o.name, name)) {
			return i;
		}
	}
	return NOTHING;
}

static ARCH_COLD _Noreturn void unknown(const struct asked *ask,
					const char *name)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line) - 1);
	struct choose_option o;

	text_put(&t, "%s=%s is none of:", ask->choose->variable, name);
	for (uint32_t i = 0; option(ask, i, &o); i++) {
		if (o.name) {
			text_put(&t, " %s", o.name);
		}
	}
	for (uint32_t i = CHOOSE_LINKED; option(ask, i, &o); i++) {
		if (place_of(ask, 0, o.name) == NOTHING) {
			text_put(&t, " %s", o.name);
		}
	}
	*t.at = 0;
	rt_panic("%s", line);
}

static ARCH_COLD uint32_t cost_of(const struct asked *ask,
				  const struct choose_option *o)
{
	if (!o->name || (o->bytes > 0 && ask->bytes > o->bytes) ||
	    (o->cores > 0 && ask->count > o->cores)) {
		return CHOOSE_CANNOT;
	}
	return o->cost ? o->cost(ask->bytes, ask->count, o->object) : 0;
}

/* The one that the environment names, if it can be used. */
static ARCH_COLD uint32_t named(const struct asked *ask)
{
	const char *name = rt_env(ask->choose->variable);
	struct choose_option o;
	uint32_t i;

	if (!name || !*name) {
		return NOTHING;
	}
	i = place_of(ask, 0, name);
	i = i == NOTHING ? place_of(ask, CHOOSE_LINKED, name) : i;
	if (i == NOTHING) {
		unknown(ask, name);
	}
	option(ask, i, &o);
	return (i >= CHOOSE_LINKED && ask->choose->in_list) ||
			       cost_of(ask, &o) == CHOOSE_CANNOT
		       ? NOTHING
		       : i;
}

static ARCH_COLD uint32_t cheapest(const struct asked *ask)
{
	uint32_t least = CHOOSE_CANNOT, best = 0;
	struct choose_option o;

	for (uint32_t i = 0; option(ask, i, &o); i++) {
		uint32_t cost = cost_of(ask, &o);

		if (cost < least) {
			least = cost;
			best = i;
		}
	}
	return best;
}

/* Does anybody want to see choices? */
static ARCH_COLD bool shown(void)
{
	return arch_rank() == 0 && rt_env("WEFT_SHOW_CHOICE");
}

static ARCH_COLD void show(const struct asked *ask, uint32_t taken,
			   const char *why)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line) - 1);
	struct choose_option o;

	for (uint32_t i = 0; option(ask, i, &o); i++) {
		uint32_t cost = cost_of(ask, &o);

		if (o.name) {
			text_put(&t, cost == CHOOSE_CANNOT ? " %s=-" : " %s=%u",
				 o.name, cost);
		}
	}
	*t.at = 0;
	option(ask, taken, &o);
	rt_say("weft: choice %s bytes=%u cores=%u %s%s%s", ask->choose->what,
	       ask->bytes, ask->count, o.name, why, line);
}

uint32_t choose(const struct choose *choose, const void *of, uint32_t bytes,
		uint32_t count)
{
	const struct asked ask = {choose, of, bytes, count};
	uint32_t taken = named(&ask);
	const char *why = ": named;";

	if (taken == NOTHING) {
		why = ": the least of";
		taken = cheapest(&ask);
	}
	if (shown()) {
		show(&ask, taken, why);
	}
	return taken;
}

void choose_tell(const char *what, uint32_t count, const char *taken)
{
	if (shown()) {
		rt_say("weft: choice %s cores=%u %s", what, count, taken);
	}
}
