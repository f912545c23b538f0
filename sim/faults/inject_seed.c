/* SPDX-License-Identifier: Apache-2.0 */
/* SEED[:RATE[:KIND+KIND ..]] is short for a rule with chance of each kind. */
#include <stdlib.h>
#include <string.h>

#include "sim/chip/host.h"
#include "sim/faults/inject_rule.h"

/*
 * What a seed stands for.  p is the rate, or a part of it for what has very many
 * chances: every visible operation, every line that lands.
 */
static const struct {
	const char *name, *values;
	bool harmless; /* no result may depend on it */
	uint32_t part;
} random_rules[FAULT_KINDS] = {
	{"irq-lost", "", false, 1},
	{"irq-delayed", ",by=1-100", true, 1},
	{"irq-doubled", ",by=1-100", true, 1},
	{"irq-merged", "", false, 1},
	{"irq-spurious", "", true, 100},
	{"slow", ",x=2-16,at=0-1000,for=10-500", true, 1},
	{"late", ",by=1-1000", true, 1},
	{"stop", ",op=1-5000", false, 1},
	{"pause", ",at=0-1000,for=10-500", true, 1},
	{"flip", "", false, 100},
	{"dram", ",x=2-16,at=0-1000,for=10-500", true, 1},
	{"tas", ",at=0-1000,for=10-200,every=500", true, 1},
};

static bool means(const char *word, size_t kind)
{
	const char *name = random_rules[kind].name;

	return strcmp(word, name) == 0 || strcmp(word, "all") == 0 ||
	       (strcmp(word, "irq") == 0 && strncmp(name, "irq-", 4) == 0) ||
	       (strcmp(word, "harmless") == 0 && random_rules[kind].harmless);
}

/* The kinds that a word means, a bit each; none: it means nothing. */
static uint32_t kinds_of(const char *word)
{
	uint32_t kinds = 0;

	for (size_t i = 0; i < FAULT_KINDS; i++) {
		kinds |= (uint32_t)means(word, i) << i;
	}
	return kinds;
}

static void add_random(size_t kind, const char *rate)
{
	char rule[128];

	snprintf(rule, sizeof(rule), "%s:p=%s%s", random_rules[kind].name, rate,
		 random_rules[kind].values);
	fault_add(rule)->value[KEY_P].least /= random_rules[kind].part;
}

void inject_add_seed(const char *text)
{
	char *rest = strdup(text), *seed = strsep(&rest, ":"), *end;
	char *rate = strsep(&rest, ":"), *word;
	uint32_t kinds = rest ? 0 : kinds_of("harmless");

	inject_seed(strtoull(seed, &end, 10));
	if (*seed < '0' || *seed > '9' || *end || (rate && !*rate)) {
		die(STATUS_USAGE, "faults '%s': not SEED[:RATE[:KIND+KIND ..]]",
		    text);
	}
	while ((word = strsep(&rest, "+"))) {
		if (!kinds_of(word)) {
			die(STATUS_USAGE,
			    "faults '%s': '%s' is no kind of fault, nor irq, "
			    "harmless, all",
			    text, word);
		}
		kinds |= kinds_of(word);
	}
	for (size_t i = 0; i < FAULT_KINDS; i++) {
		if (kinds >> i & 1) {
			add_random(i, rate ? rate : "0.05");
		}
	}
}
