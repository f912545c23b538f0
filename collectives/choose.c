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

bool choose_same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static ARCH_COLD _Noreturn void unknown(const struct choose *of,
					const char *name)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line) - 1);

	text_str(&t, of->variable);
	text_str(&t, "=");
	text_str(&t, name);
	text_str(&t, " is none of:");
	for (const struct choose_candidate *c = of->candidates; c->name; c++) {
		text_str(&t, " ");
		text_str(&t, c->name);
	}
	*t.at = 0;
	rt_panic(line);
}

/* Whom the environment names; null if nobody. */
static ARCH_COLD const struct choose_candidate *named(const struct choose *of)
{
	const struct choose_candidate *c = of->candidates;
	const char *name = rt_env(of->variable);

	if (!name || !*name) {
		return NULL;
	}
	while (c->name && !choose_same(c->name, name)) {
		c++;
	}
	if (!c->name) {
		c = of->other ? of->other(name) : NULL;
	}
	if (!c) {
		unknown(of, name);
	}
	return c;
}

static ARCH_COLD void show(const struct choose *of,
			   const struct choose_candidate *taken, uint32_t bytes,
			   uint32_t count, const char *why)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line) - 1);

	if (arch_rank() != 0 || !rt_env("WEFT_SHOW_CHOICE")) {
		return;
	}
	text_str(&t, "weft: choice ");
	text_str(&t, of->what);
	text_str(&t, " bytes=");
	text_u64(&t, bytes);
	text_str(&t, " cores=");
	text_u64(&t, count);
	text_str(&t, " ");
	text_str(&t, taken->name);
	text_str(&t, why);
	for (const struct choose_candidate *c = of->candidates; c->name; c++) {
		uint32_t cost = c->cost(bytes, count);

		text_str(&t, " ");
		text_str(&t, c->name);
		text_str(&t, "=");
		if (cost == CHOOSE_CANNOT) {
			text_str(&t, "-");
		} else {
			text_u64(&t, cost);
		}
	}
	*t.at = 0;
	rt_console_control(line);
}

const struct choose_candidate *choose(const struct choose *of, uint32_t bytes,
				      uint32_t count)
{
	const struct choose_candidate *best = named(of);
	const char *why = ": named;";
	uint32_t least = CHOOSE_CANNOT;

	if (!best || best->cost(bytes, count) == CHOOSE_CANNOT) {
		why = ": the least of";
		best = of->candidates;
		for (const struct choose_candidate *c = best; c->name; c++) {
			uint32_t cost = c->cost(bytes, count);

			if (cost < least) {
				least = cost;
				best = c;
			}
		}
	}
	show(of, best, bytes, count, why);
	return best;
}

void choose_tell(const char *what, uint32_t count, const char *taken)
{
	char line[LONGEST];
	struct text t = text_in(line, sizeof(line) - 1);

	if (arch_rank() != 0 || !rt_env("WEFT_SHOW_CHOICE")) {
		return;
	}
	text_str(&t, "weft: choice ");
	text_str(&t, what);
	text_str(&t, " cores=");
	text_u64(&t, count);
	text_str(&t, " ");
	text_str(&t, taken);
	*t.at = 0;
	rt_console_control(line);
}
