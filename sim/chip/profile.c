/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/sim/sim_ops.h"
#include "sim/chip/host.h"
#include "sim/chip/profile.h"

enum unit {
	PLAIN,
	NS,
	CYCLES,      /* of a core */
	MESH_CYCLES, /* of the mesh */
	RATIO,       /* a double */
	SWITCH,      /* on, off */
};

#define KEY(name, field, unit, least)                                          \
	{                                                                      \
		name, offsetof(struct profile, field), unit, least             \
	}

static const struct key {
	const char *name;
	size_t field;
	enum unit unit;
	uint64_t least;
} keys[] = {
	KEY("mesh_x", mesh_x, PLAIN, 1),
	KEY("mesh_y", mesh_y, PLAIN, 1),
	KEY("cores_per_tile", cores_per_tile, PLAIN, 1),
	KEY("window_bytes", window_bytes, PLAIN, 4),
	KEY("line_bytes", line_bytes, PLAIN, 4),
	KEY("l1_lines", l1_lines, PLAIN, 1),
	KEY("cache_lines", cache_lines, PLAIN, 1),
	KEY("cache_ways", cache_ways, PLAIN, 1),
	KEY("core_mhz", core_mhz, PLAIN, 1),
	KEY("mesh_mhz", mesh_mhz, PLAIN, 1),
	KEY("l_hop_ns", l_hop, NS, 0),
	KEY("o_mpb_ns", o_mpb, NS, 1),
	KEY("own_cycles", own, CYCLES, 0),
	KEY("next_line_cycles", next, CYCLES, 0),
	KEY("posted_cycles", posted, CYCLES, 0),
	KEY("o_w_mem_ns", o_w_mem, NS, 0),
	KEY("o_r_mem_ns", o_r_mem, NS, 0),
	KEY("o_put_mpb_ns", o_put_mpb, NS, 0),
	KEY("o_get_mpb_ns", o_get_mpb, NS, 0),
	KEY("o_put_mem_ns", o_put_mem, NS, 0),
	KEY("o_get_mem_ns", o_get_mem, NS, 0),
	KEY("mpb_read_mesh_cycles", mpb_read, MESH_CYCLES, 0),
	KEY("mpb_write_mesh_cycles", mpb_write, MESH_CYCLES, 0),
	KEY("link_mesh_cycles", link, MESH_CYCLES, 0),
	KEY("cpi", cpi, RATIO, 0),
	KEY("host_instruction", host_instruction, RATIO, 0),
	KEY("put_instructions", put, PLAIN, 0),
	KEY("get_instructions", get, PLAIN, 0),
	KEY("copy_instructions", copy, PLAIN, 0),
	KEY("flag_write_instructions", flag_write, PLAIN, 0),
	KEY("flag_tell_instructions", flag_tell, PLAIN, 0),
	KEY("flag_read_instructions", flag_read, PLAIN, 0),
	KEY("place_instructions", place, PLAIN, 0),
	KEY("await_instructions", await, PLAIN, 0),
	KEY("await_all_instructions", await_all, PLAIN, 0),
	KEY("await_each_instructions", await_each, PLAIN, 0),
	KEY("soon_instructions", soon, PLAIN, 0),
	KEY("raise_instructions", raise, PLAIN, 0),
	KEY("irq_instructions", irq_entry, PLAIN, 0),
	KEY("call_instructions", call, PLAIN, 0),
	KEY("quiet_cycles", quiet, CYCLES, 0),
	KEY("wake_cycles", wake, CYCLES, 0),
	KEY("quiet_each_cycles", quiet_each, CYCLES, 0),
	KEY("quiet_core_cycles", quiet_core, CYCLES, 0),
	KEY("poll_instructions", poll, PLAIN, 0),
	KEY("copy_word_cycles", copy_word, CYCLES, 0),
	KEY("l1_hit_cycles", l1_hit, CYCLES, 0),
	KEY("invalidate_cycles", invalidate, CYCLES, 0),
	KEY("flag_wait_ns", flag_wait, NS, 0),
	KEY("flag_put_ns", flag_put, NS, 0),
	KEY("irq_cycles", irq, CYCLES, 1),
	KEY("gic_latency_cycles", gic_latency, CYCLES, 0),
	KEY("gic_service_cycles", gic_service, CYCLES, 0),
	KEY("gic_backlog", gic_backlog, PLAIN, 0),
	KEY("gic_backlog_service_cycles", gic_backlog_service, CYCLES, 0),
	KEY("store_cycles", store, CYCLES, 0),
	KEY("atomic_cycles", atomic, CYCLES, 0),
	KEY("fetch_add_cycles", fetch_add, CYCLES, 0),
	KEY("swap_cycles", swap, CYCLES, 0),
	KEY("compare_swap_cycles", compare_swap, CYCLES, 0),
	KEY("fifo_words", fifo_words, PLAIN, 0),
	KEY("fifo_word_cycles", fifo_word, CYCLES, 0),
	KEY("fifo_message_cycles", fifo_message, CYCLES, 0),
	KEY("console_byte_ns", console_byte, NS, 0),
	KEY("start_spread_ns", start_spread, NS, 0),
	KEY("jitter_ns", jitter, NS, 0),
	KEY("detour_ns", detour, NS, 0),
	KEY("tardy_ns", tardy, NS, 0),
	KEY("handler_limit_ns", handler_limit, NS, 0),
	KEY("masked_limit_ns", masked_limit, NS, 0),
	KEY("software", software, SWITCH, 0),
	KEY("contention", contention, SWITCH, 0),
	KEY("links", links, SWITCH, 0),
	KEY("distances", distances, SWITCH, 0),
	KEY("cache", cache, SWITCH, 0),
	KEY("gic", gic, SWITCH, 0),
	KEY("gic_acknowledge", gic_acknowledge, SWITCH, 0),
	KEY("coherent", coherent, SWITCH, 0),
	KEY("homes_hashed", hashed, SWITCH, 0),
};

#define KEYS      (sizeof(keys) / sizeof(keys[0]))
#define OVERRIDES 64

struct reader {
	char where[256];
	char *rest; /* of the line */
};

static double number(struct reader *in, double least, double most)
{
	char *word = strtok_r(NULL, " \t", &in->rest);
	char *end = word;
	double value = word ? strtod(word, &end) : 0;

	if (!word || *end || !(value >= least && value <= most)) {
		die(STATUS_INPUT, "%s: expected a number from %g to %g",
		    in->where, least, most);
	}
	return value;
}

static struct place place(struct reader *in)
{
	struct place at;

	at.x = (uint32_t)number(in, 0, 65535);
	at.y = (uint32_t)number(in, 0, 65535);
	return at;
}

static uint64_t on_or_off(struct reader *in)
{
	char *word = strtok_r(NULL, " \t", &in->rest);

	if (!word || (strcmp(word, "on") != 0 && strcmp(word, "off") != 0)) {
		die(STATUS_INPUT, "%s: expected on or off", in->where);
	}
	return word[1] == 'n';
}

static double picoseconds(const struct profile *profile, enum unit unit,
			  const struct reader *in)
{
	uint64_t mhz = unit == CYCLES ? profile->core_mhz : profile->mesh_mhz;

	if (unit == NS) {
		return 1e3;
	}
	if (!mhz) {
		die(STATUS_INPUT, "%s: core_mhz and mesh_mhz must come first",
		    in->where);
	}
	return 1e6 / (double)mhz;
}

static void set(struct profile *profile, const struct key *key,
		struct reader *in)
{
	void *field = (char *)profile + key->field;
	double value;

	if (key->unit == SWITCH) {
		*(uint64_t *)field = on_or_off(in);
		return;
	}
	value = number(in, (double)key->least, 1e9);
	if (key->unit == RATIO) {
		*(double *)field = value;
		return;
	}
	if (key->unit != PLAIN) {
		value *= picoseconds(profile, key->unit, in);
	}
	*(uint64_t *)field = (uint64_t)(value + 0.5);
}

static struct override {
	const char *name;
	char *value; /* null: used */
} overrides[OVERRIDES];

void profile_override(const char *option)
{
	char *name = host_copy(option);
	char *value = strchr(name, '=');
	size_t i = 0;

	while (i < OVERRIDES && overrides[i].name) {
		i++;
	}
	if (!value || i == OVERRIDES) {
		die(STATUS_USAGE, "--set takes key=value, at most %d times",
		    OVERRIDES);
	}
	*value = 0;
	overrides[i] = (struct override){name, value + 1};
}

static void use_override(const char *name, struct reader *in)
{
	for (size_t i = 0; i < OVERRIDES && overrides[i].name; i++) {
		if (overrides[i].value &&
		    strcmp(overrides[i].name, name) == 0) {
			snprintf(in->where, sizeof(in->where), "--set %s",
				 name);
			in->rest = overrides[i].value;
			overrides[i].value = NULL;
		}
	}
}

static void take_line(struct profile *profile, bool *seen, char *line,
		      struct reader *in)
{
	char *name;

	line[strcspn(line, "#\r")] = 0;
	name = strtok_r(line, " \t", &in->rest);
	if (!name) {
		return;
	}
	if (strcmp(name, "system_interface") == 0) {
		profile->system_interface = place(in);
		return;
	}
	if (strcmp(name, "memory_controller") == 0) {
		if (!strcmp(in->rest + strspn(in->rest, " \t"), "none")) {
			profile->no_controller = true;
			in->rest = NULL;
			return;
		}
		if (profile->controller_count == PROFILE_CONTROLLERS) {
			die(STATUS_INPUT, "%s: too many", in->where);
		}
		profile->controllers[profile->controller_count++] = place(in);
		return;
	}
	for (size_t i = 0; i < KEYS; i++) {
		if (strcmp(name, keys[i].name) == 0 && !seen[i]) {
			seen[i] = true;
			use_override(name, in);
			set(profile, &keys[i], in);
			return;
		}
	}
	die(STATUS_INPUT, "%s: '%s' is unknown or there twice", in->where,
	    name);
}

static void check(const struct profile *p, const char *path)
{
	if (p->line_bytes > PROFILE_LINE_MAX ||
	    (p->line_bytes & (p->line_bytes - 1)) ||
	    p->window_bytes % p->line_bytes ||
	    (p->l1_lines & (p->l1_lines - 1))) {
		die(STATUS_INPUT,
		    "%s: lines are a power of two of bytes, at most %d, "
		    "windows "
		    "whole lines, l1_lines a power of two",
		    path, PROFILE_LINE_MAX);
	}
	if (p->cache_lines % p->cache_ways ||
	    (p->cache_lines / p->cache_ways &
	     (p->cache_lines / p->cache_ways - 1))) {
		die(STATUS_INPUT, "%s: not a power of two of cache sets", path);
	}
	if (p->mpb_read > p->o_mpb || p->mpb_write > p->o_mpb) {
		die(STATUS_INPUT, "%s: a window's time is part of o_mpb", path);
	}
	if (!p->controller_count != p->no_controller) {
		die(STATUS_INPUT, "%s: no memory_controller, or some and none",
		    path);
	}
}

/* Free: instructions and the core's own caches take no time. */
static void charge_software(struct profile *p)
{
	double cycle = 1e6 / (double)p->core_mhz;

	if (p->software) {
		p->unit_time = (uint64_t)(p->cpi * cycle / SIM_UNIT + 0.5);
	} else {
		p->copy_word = p->l1_hit = p->invalidate = 0;
	}
	p->poll *= p->unit_time * SIM_UNIT;
}

void profile_read(struct profile *profile, const char *path)
{
	struct reader in;
	unsigned number_of_line = 0;
	bool seen[KEYS] = {false};
	size_t bytes;
	char *text = host_read_file(path, &bytes);
	char *lines = text;
	char *line;

	memset(profile, 0, sizeof(*profile));
	while ((line = strsep(&lines, "\n"))) {
		snprintf(in.where, sizeof(in.where), "%s:%u", path,
			 ++number_of_line);
		take_line(profile, seen, line, &in);
		if (in.rest && strtok_r(NULL, " \t", &in.rest)) {
			die(STATUS_INPUT, "%s: more than one value", in.where);
		}
	}
	for (size_t i = 0; i < KEYS; i++) {
		if (!seen[i]) {
			die(STATUS_INPUT, "%s: no '%s'", path, keys[i].name);
		}
	}
	for (size_t i = 0; i < OVERRIDES && overrides[i].name; i++) {
		if (overrides[i].value) {
			die(STATUS_USAGE, "%s: no '%s'", path,
			    overrides[i].name);
		}
	}
	check(profile, path);
	charge_software(profile);
	free(text);
}
