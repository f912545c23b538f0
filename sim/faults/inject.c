/* SPDX-License-Identifier: Apache-2.0 */
/* The random stream, what is due later, and the log. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/chip/host.h"
#include "sim/faults/inject_rule.h"

const char *inject_log_path;

static FILE *log_file;
static struct due *first_due;
static uint32_t slot;  /* of the event that something is due */
static uint64_t state; /* of the random stream; 0: not seeded */

void inject_seed(uint64_t seed)
{
	state = seed + 1;
}

/* splitmix64: any state will do. */
uint64_t inject_random(uint64_t most)
{
	uint64_t x = state += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	x ^= x >> 31;
	return most == UINT64_MAX ? x : x % (most + 1);
}

uint64_t fault_draw(const struct fault_rule *rule, enum fault_key key)
{
	const struct range *value = &rule->value[key];

	return value->least == value->most
		       ? value->least
		       : value->least +
				 inject_random(value->most - value->least);
}

bool fault_chance(const struct fault_rule *rule)
{
	return !fault_has(rule, KEY_P) ||
	       inject_random(CHANCES - 1) < rule->value[KEY_P].least;
}

struct spell fault_spell(const struct fault_rule *rule)
{
	struct spell spell = {.at = fault_draw(rule, KEY_AT),
			      .lasts = SIM_NEVER,
			      .every = fault_draw(rule, KEY_EVERY)};

	if (fault_has(rule, KEY_FOR)) {
		spell.lasts = fault_draw(rule, KEY_FOR);
	}
	return spell;
}

bool fault_acts(struct fault_rule *rule, uint64_t time)
{
	struct spell spell = fault_spell(rule);

	rule->met++;
	return fault_holds(rule, KEY_NTH, rule->met) &&
	       spell_on(&spell, time) && fault_chance(rule);
}

/* The log's line is complete when the next thing happens: the run may crash. */
void fault_log(struct fault_rule *rule, const struct core *core, uint64_t time,
	       const char *format, ...)
{
	char text[256], *what;
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	what = strchr(text, '#');
	*what++ = 0;
	fprintf(log_file,
		"%s # at " RULE_US " us, rank %" PRIu32 ", core %" PRIu32
		": %s\n",
		text, RULE_PS(time), core->rank, engine.coords[core->rank].core,
		what);
	fflush(log_file);
	rule->acted++;
}

void inject_later(struct due due)
{
	struct due *copy = host_alloc(sizeof(*copy));
	struct due **at = &first_due;

	while (*at && (*at)->time <= due.time) {
		at = &(*at)->next;
	}
	*copy = due;
	copy->next = *at;
	*at = copy;
	heap_set(&engine.heap, slot, first_due->time);
}

static void something_due(uint64_t time)
{
	struct due *due = first_due;

	(void)time;
	first_due = due->next;
	if (first_due) {
		heap_set(&engine.heap, slot, first_due->time);
	}
	due->act(due);
	free(due);
}

/* A selection that no core is in would never say so. */
static void check_ranks(const struct fault_rule *rule)
{
	for (enum fault_key key = KEY_FROM; key <= KEY_CORE; key++) {
		if (fault_has(rule, key) &&
		    rule->value[key].most >= engine.count) {
			die(STATUS_USAGE,
			    "fault '%s': there are %" PRIu32 " ranks",
			    rule->text, engine.count);
		}
	}
	if (fault_has(rule, KEY_OFFSET) &&
	    rule->value[KEY_OFFSET].most >= engine.profile.window_bytes) {
		die(STATUS_USAGE, "fault '%s': a window has %" PRIu64 " bytes",
		    rule->text, engine.profile.window_bytes);
	}
	if (rule->kind == SLOW && !engine.profile.software) {
		die(STATUS_USAGE, "fault '%s': software takes no time at all",
		    rule->text);
	}
}

/* Rules that were not left to chance and never came to act. */
static void say_unmet(void)
{
	for (const struct fault_rule *rule = fault_rules; rule;
	     rule = rule->next) {
		if (!rule->acted && !fault_has(rule, KEY_P)) {
			fprintf(log_file, "# never took effect: %s\n",
				rule->text);
		}
	}
	if (log_file) {
		fflush(log_file);
	}
}

static struct mode faults = {
	.before = inject_visible,
	.landed = inject_landed,
	.describe = inject_note,
	.last = say_unmet,
};

static const struct conditions faulty = {
	.late = inject_lateness,
	.dram = inject_dram,
	.held = inject_held,
	.raise = inject_raise,
	.pace = inject_pace,
};

void inject_start(void)
{
	if (!fault_rules) {
		return;
	}
	if (player) {
		die(STATUS_USAGE,
		    "fault '%s': not where cores are played in "
		    "steps instead of by time",
		    fault_rules->text);
	}
	if (!state) {
		inject_seed(engine.seed);
	}
	log_file = inject_log_path ? fopen(inject_log_path, "w") : stderr;
	if (!log_file) {
		die(STATUS_HOST, "%s: cannot be written", inject_log_path);
	}
	slot = engine_add_event(something_due);
	mode_add(&faults);
	conditions = &faulty;
	inject_core_create();
	inject_irq_create();
	inject_flip_create();
	for (struct fault_rule *rule = fault_rules; rule; rule = rule->next) {
		check_ranks(rule);
		inject_irq_rule(rule);
		inject_flip_rule(rule);
		for (uint32_t i = 0; i < engine.count; i++) {
			inject_core_start(rule, &engine.cores[i]);
			inject_irq_start(rule, &engine.cores[i]);
			inject_flip_start(rule, &engine.cores[i]);
		}
	}
}
