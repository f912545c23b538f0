/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/choose.h"
#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/console.h"
#include "runtime/panic.h"
#include "runtime/text.h"
#include "runtime/variables.h"

enum {
	LONGEST = 200 /* of a line */
};

typedef const struct choose_candidate *const candidate;

/* What is to be chosen, and for what. */
struct choose_asked {
	const struct choose *choose;
	void *const *objects;
	uint32_t bytes, count;
};

static ARCH_COLD bool same(const char *a, const char *b)
{
	const char *rest = text_after(a, b);

	return rest && !*rest;
}

/* The one of that name in a list of so many, or null. */
static ARCH_COLD candidate *choose_find(candidate *list, const uint32_t *end,
					const char *name)
{
	for (uint32_t i = 0; list && i < *end; i++) {
		if (list[i] && same(list[i]->name, name)) {
			return &list[i];
		}
	}
	return NULL;
}

static ARCH_COLD _Noreturn void unknown(const struct choose *of,
					const char *name)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line));

	text_put(&t, "%s=%s is none of:", of->variable, name);
	for (uint32_t i = 0; i < *of->end; i++) {
		if (of->list[i]) {
			text_put(&t, " %s", of->list[i]->name);
		}
	}
	for (uint32_t i = 0; of->linked && i < *of->linked_end; i++) {
		candidate c = of->linked[i];

		if (c && !choose_find(of->list, of->end, c->name)) {
			text_put(&t, " %s", c->name);
		}
	}
	*t.at = 0;
	rt_panic("%s", line);
}

static ARCH_COLD uint32_t cost_of(const struct choose_asked *ask, candidate c,
				  const void *object)
{
	if ((c->bytes > 0 && ask->bytes > c->bytes) ||
	    (c->cores > 0 && ask->count > c->cores)) {
		return CHOOSE_CANNOT;
	}
	return c->cost ? c->cost(ask->bytes, ask->count, object) : 0;
}

/* Of the i-th in the list, where null, or no object of the team, is what cannot. */
static ARCH_COLD uint32_t cost_in_list(const struct choose_asked *ask,
				       uint32_t i)
{
	candidate c = ask->choose->list[i];

	if (!c || (ask->objects && !ask->objects[i])) {
		return CHOOSE_CANNOT;
	}
	return cost_of(ask, c, ask->objects ? ask->objects[i] : c->world);
}

/* The one that the environment names, if it can be used; or null. */
static ARCH_COLD candidate *named(const struct choose_asked *ask)
{
	const struct choose *of = ask->choose;
	const char *name = rt_env(of->variable);
	candidate *c;

	if (!name || !*name) {
		return NULL;
	}
	c = choose_find(of->list, of->end, name);
	if (c) {
		return cost_in_list(ask, (uint32_t)(c - of->list)) ==
				       CHOOSE_CANNOT
			       ? NULL
			       : c;
	}
	c = choose_find(of->linked, of->linked_end, name);
	if (!c) {
		unknown(of, name);
	}
	return of->in_list || cost_of(ask, *c, (*c)->world) == CHOOSE_CANNOT
		       ? NULL
		       : c;
}

/*
 * Of what is chosen from: a price may take a table to find, so not of what is never best.
 * `able` has a bit for each of the list that had a price until now.
 */
static ARCH_COLD uint32_t price(const struct choose_asked *ask, uint32_t i,
				uint32_t *able)
{
	candidate *list = ask->choose->list;
	uint32_t cost;

	for (uint32_t j = 0; list[i] && list[i]->better && *able >> j; j++) {
		if ((*able >> j & 1) && list[j] == list[i]->better) {
			return CHOOSE_CANNOT;
		}
	}
	cost = cost_in_list(ask, i);
	*able |= (uint32_t)(cost != CHOOSE_CANNOT) << i;
	return cost;
}

static ARCH_COLD candidate *cheapest(const struct choose_asked *ask)
{
	uint32_t least = CHOOSE_CANNOT, best = 0, able = 0;

	for (uint32_t i = 0, end = *ask->choose->end; i < end; i++) {
		uint32_t cost;

		if (!ask->choose->list[i]) {
			continue;
		}
		cost = price(ask, i, &able);
		if (cost < least) {
			least = cost;
			best = i;
		}
	}
	if (least == CHOOSE_CANNOT) {
		rt_panic("%s: nothing in its list can do that",
			 ask->choose->what);
	}
	return &ask->choose->list[best];
}

/* Does anybody want to see choices? */
static ARCH_COLD bool shown(void)
{
	return arch_rank() == 0 && rt_variable_SHOW_CHOICE();
}

static ARCH_COLD void choose_show(const struct choose_asked *ask,
				  candidate taken, const char *why)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line));
	uint32_t able = 0;

	for (uint32_t i = 0; i < *ask->choose->end; i++) {
		uint32_t cost = price(ask, i, &able);

		if (ask->choose->list[i]) {
			text_put(&t, cost == CHOOSE_CANNOT ? " %s=-" : " %s=%u",
				 ask->choose->list[i]->name, cost);
		}
	}
	*t.at = 0;
	rt_say("weft: choice %s bytes=%u cores=%u %s%s%s", ask->choose->what,
	       ask->bytes, ask->count, taken->name, why, line);
}

const struct choose_candidate *const *choose(const struct choose *choose,
					     void *const *objects,
					     uint32_t bytes, uint32_t count)
{
	const struct choose_asked ask = {choose, objects, bytes, count};
	candidate *taken = named(&ask);
	const char *why = ": named;";

	if (!taken) {
		why = ": the least of";
		taken = cheapest(&ask);
	}
	if (shown()) {
		choose_show(&ask, *taken, why);
	}
	return taken;
}

void choose_tell(const char *what, uint32_t count, const char *taken)
{
	if (shown()) {
		rt_say("weft: choice %s cores=%u %s", what, count, taken);
	}
}
