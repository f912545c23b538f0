/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/host.h"
#include "sim/profile.h"

enum unit {
	PLAIN,
	NS,
	CYCLES
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
	KEY("core_mhz", core_mhz, PLAIN, 1),
	KEY("l_hop_ns", l_hop, NS, 0),
	KEY("o_mpb_ns", o_mpb, NS, 1),
	KEY("o_w_mem_ns", o_w_mem, NS, 0),
	KEY("o_r_mem_ns", o_r_mem, NS, 0),
	KEY("o_put_mpb_ns", o_put_mpb, NS, 0),
	KEY("o_get_mpb_ns", o_get_mpb, NS, 0),
	KEY("o_put_mem_ns", o_put_mem, NS, 0),
	KEY("o_get_mem_ns", o_get_mem, NS, 0),
	KEY("block_cycles", block, CYCLES, 1),
	KEY("copy_word_cycles", copy_word, CYCLES, 0),
	KEY("l1_hit_cycles", l1_hit, CYCLES, 0),
	KEY("invalidate_cycles", invalidate, CYCLES, 0),
	KEY("poll_cycles", poll, CYCLES, 0),
	KEY("irq_cycles", irq, CYCLES, 1),
	KEY("console_byte_ns", console_byte, NS, 0),
	KEY("start_spread_ns", start_spread, NS, 0),
	KEY("jitter_ns", jitter, NS, 0),
	KEY("detour_ns", detour, NS, 0),
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

struct reader {
	const char *path;
	unsigned line;
	char *rest; /* of the line */
};

static double number(struct reader *in, double least, double most)
{
	char *word = strtok_r(NULL, " \t", &in->rest);
	char *end = word;
	double value = word ? strtod(word, &end) : 0;

	if (!word || *end || !(value >= least && value <= most)) {
		die(STATUS_INPUT, "%s:%u: expected a number from %g to %g",
		    in->path, in->line, least, most);
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

static void set(struct profile *profile, const struct key *key,
		struct reader *in)
{
	double value = number(in, (double)key->least, 1e9);

	if (key->unit == NS) {
		value *= 1e3;
	} else if (key->unit == CYCLES) {
		if (!profile->core_mhz) {
			die(STATUS_INPUT, "%s:%u: core_mhz must come first",
			    in->path, in->line);
		}
		value *= 1e6 / (double)profile->core_mhz;
	}
	*(uint64_t *)((char *)profile + key->field) = (uint64_t)(value + 0.5);
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
		if (profile->controller_count == PROFILE_CONTROLLERS) {
			die(STATUS_INPUT, "%s:%u: too many", in->path,
			    in->line);
		}
		profile->controllers[profile->controller_count++] = place(in);
		return;
	}
	for (size_t i = 0; i < KEYS; i++) {
		if (strcmp(name, keys[i].name) == 0 && !seen[i]) {
			seen[i] = true;
			set(profile, &keys[i], in);
			return;
		}
	}
	die(STATUS_INPUT, "%s:%u: '%s' is unknown or there twice", in->path,
	    in->line, name);
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
	if (!p->controller_count) {
		die(STATUS_INPUT, "%s: no memory_controller", path);
	}
}

void profile_read(struct profile *profile, const char *path)
{
	struct reader in = {path, 0, NULL};
	bool seen[KEYS] = {false};
	size_t bytes;
	char *text = host_read_file(path, &bytes);
	char *lines = text;
	char *line;

	memset(profile, 0, sizeof(*profile));
	while ((line = strsep(&lines, "\n"))) {
		in.line++;
		take_line(profile, seen, line, &in);
	}
	for (size_t i = 0; i < KEYS; i++) {
		if (!seen[i]) {
			die(STATUS_INPUT, "%s: no '%s'", path, keys[i].name);
		}
	}
	check(profile, path);
	free(text);
}
