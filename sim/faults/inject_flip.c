/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flipped bits: at a time, or as something lands in a line.  The log names a
 * landing by the byte that it spoils and its number among all in that line.
 */
#include "sim/chip/host.h"
#include "sim/faults/inject_rule.h"

static uint32_t *landings;       /* of each line of each window */
static struct fault_rule *rules; /* those that wait for one */

void inject_flip_create(void)
{
	landings = host_alloc(engine.count * engine.profile.window_bytes /
			      engine.profile.line_bytes * sizeof(*landings));
}

void inject_flip_rule(struct fault_rule *rule)
{
	if (rule->kind == FLIP && !fault_has(rule, KEY_AT)) {
		rule->sibling = rules;
		rules = rule;
	}
}

static uint8_t bits(const struct fault_rule *rule)
{
	return (uint8_t)(fault_has(rule, KEY_XOR)
				 ? fault_draw(rule, KEY_XOR)
				 : UINT64_C(1) << inject_random(7));
}

/* Whoever waits for the line looks at it again. */
static void flip(const struct due *due)
{
	uint64_t most = engine.profile.window_bytes - 1;
	struct core *window = due->core;
	uint64_t offset = fault_has(due->rule, KEY_OFFSET)
				  ? fault_draw(due->rule, KEY_OFFSET)
				  : inject_random(most);
	uint32_t line = (uint32_t)(offset / engine.profile.line_bytes);
	uint8_t mask = bits(due->rule);

	fault_log(due->rule, window, due->time,
		  "flip:core=%" PRIu32 ",at=" RULE_US ",offset=0x%" PRIx64
		  ",xor=0x%x#bits of its window flip",
		  window->rank, RULE_PS(due->time), offset, mask);
	window->window[offset] ^= mask;
	window->written[line] = ++engine.landings;
	await_written(window, line, due->time);
}

void inject_flip_start(struct fault_rule *rule, struct core *core)
{
	if (rule->kind == FLIP && fault_has(rule, KEY_AT) &&
	    fault_holds(rule, KEY_CORE, core->rank) && fault_chance(rule)) {
		inject_later((struct due){.act = flip,
					  .time = fault_draw(rule, KEY_AT),
					  .core = core,
					  .rule = rule});
	}
}

/* One of the bytes that have just been written. */
static uint64_t any_byte(const struct packet *packet)
{
	uint64_t mask = packet->mask;
	uint64_t skip = inject_random((uint64_t)__builtin_popcountll(mask) - 1);

	for (; skip; skip--) {
		mask &= mask - 1;
	}
	return packet->line * engine.profile.line_bytes +
	       (uint64_t)__builtin_ctzll(mask);
}

static bool in_line(const struct fault_rule *rule, uint32_t line)
{
	const struct range *offset = &rule->value[KEY_OFFSET];
	uint64_t bytes = engine.profile.line_bytes;

	return !fault_has(rule, KEY_OFFSET) ||
	       (line >= offset->least / bytes && line <= offset->most / bytes);
}

static void spoil(struct fault_rule *rule, struct core *window,
		  const struct packet *packet, uint64_t time, uint32_t nth)
{
	uint64_t offset = fault_has(rule, KEY_OFFSET)
				  ? fault_draw(rule, KEY_OFFSET)
				  : any_byte(packet);
	uint8_t mask = bits(rule);

	fault_log(rule, window, time,
		  "flip:core=%" PRIu32 ",offset=0x%" PRIx64 ",nth=%" PRIu32
		  ",xor=0x%x#bits flip as a write lands",
		  window->rank, offset, nth, mask);
	window->window[offset] ^= mask;
}

void inject_landed(struct core *window, const struct packet *packet,
		   uint64_t time)
{
	uint64_t lines =
		engine.profile.window_bytes / engine.profile.line_bytes;
	uint32_t nth;

	if (!rules) {
		return;
	}
	nth = ++landings[window->rank * lines + packet->line];
	for (struct fault_rule *rule = rules; rule; rule = rule->sibling) {
		if (fault_holds(rule, KEY_CORE, window->rank) &&
		    in_line(rule, packet->line) && fault_acts(rule, time)) {
			spoil(rule, window, packet, time, nth);
		}
	}
}
