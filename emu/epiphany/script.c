// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/load.h"
#include "emu/epiphany/options.h"
#include "emu/epiphany/report.h"
#include "emu/epiphany/script.h"
#include "emu/epiphany/script_words.h"

enum {
	LOOK = 100,          /* clocks between two looks at a word */
	PATIENCE = 100000000 /* that a wait takes, if it does not say */
};

static struct {
	char *next; /* the rest of the text */
	const char *path;
	unsigned line;
	const struct options *options;
	uint64_t until; /* of the command that waits; 0: none does */
} script;

void script_die(const char *why)
{
	die(STATUS_INPUT, "%s, line %u: %s", script.path, script.line, why);
}

static void fail(const char *what, uint32_t core, uint32_t address,
		 uint32_t is, uint32_t wanted)
{
	char why[200];

	snprintf(why, sizeof(why),
		 "%s, line %u: %s: core %" PRIu32 ", 0x%" PRIx32
		 " has 0x%08" PRIx32 ", not 0x%08" PRIx32,
		 script.path, script.line, what, core, address, is, wanted);
	report_stop(STATUS_FAIL, why);
}

/* Commands.  Each returns true when it is over. ------------------------------ */

static bool load(void)
{
	const char *path = script_word("an image");
	const char *own = script.options->image;
	bool cores[ID_COUNT] = {false}, before[ID_COUNT];

	script_cores(cores, script.options->takes_part);
	for (uint32_t i = 0; i < chip.count; i++) {
		before[i] = chip.cores[i].loaded;
		chip.cores[i].loaded = cores[i];
	}
	load_image(strcmp(path, "-") ? path : own, 0);
	for (uint32_t i = 0; i < chip.count; i++) {
		chip.cores[i].loaded |= before[i];
	}
	return true;
}

/* What a host's store of interrupts to a core does. */
static void latch(unsigned interrupt, bool loaded)
{
	bool cores[ID_COUNT] = {false}, all[ID_COUNT] = {false};

	for (uint32_t i = 0; i < chip.count; i++) {
		all[i] = chip.cores[i].loaded;
	}
	script_cores(cores, all);
	for (uint32_t i = 0; i < chip.count; i++) {
		if (cores[i] && loaded && !chip.cores[i].loaded) {
			script_die("that core has no image");
		}
		if (cores[i]) {
			event_add((struct event){
				.kind = EVENT_WRITE,
				.time = chip.now,
				.target = (int32_t)i,
				.offset = 0xf042c, /* ILATST */
				.size = 2,
				.value = 1u << interrupt,
			});
		}
	}
}

static bool start(void)
{
	latch(0, true);
	return true;
}

static bool signal_user(void)
{
	latch(9, false);
	return true;
}

static bool write_words(void)
{
	struct script_place place = script_place();
	uint32_t value = script_value("a word");

	do {
		script_store(&place, &value, 4);
		place.address += 4;
	} while (script_number(&value));
	return true;
}

static bool write_file(void)
{
	struct script_place place = script_place();
	const char *path = script_word("a file");
	size_t bytes;
	uint8_t *content = host_read_file(path, &bytes);

	script_store(&place, content, (uint32_t)bytes);
	free(content);
	return true;
}

static bool wait_word(void)
{
	struct script_place place = script_place();
	uint32_t value = script_value("a value"), most = PATIENCE, is, core;

	script_number(&most);
	if (!script.until) {
		script.until = chip.now + most;
	}
	if (script_all_are(&place, value, &core, &is)) {
		return true;
	}
	if (chip.now >= script.until) {
		fail("it does not come", core, place.address, is, value);
	}
	return false;
}

static bool pause_clocks(void)
{
	uint32_t clocks = script_value("clocks");

	script.until = script.until ? script.until : chip.now + clocks;
	return chip.now >= script.until;
}

static bool check_words(void)
{
	struct script_place place = script_place();
	uint32_t value = script_value("a word"), core, is;

	do {
		if (!script_all_are(&place, value, &core, &is)) {
			fail("wrong", core, place.address, is, value);
		}
		place.address += 4;
	} while (script_number(&value));
	return true;
}

static bool save(void)
{
	struct script_place place = script_place();
	uint32_t bytes = script_value("a number of bytes");
	const char *path = script_word("a file");
	FILE *file = fopen(path, "w");

	if (!file || !script_save(&place, bytes, file) || fclose(file)) {
		script_die("that file cannot be written");
	}
	return true;
}

static bool print(void)
{
	struct script_place place = script_place();

	script_print(&place, script_value("a number of words"));
	return true;
}

static bool share(void)
{
	const char *name = script_word("a name");

	script_share(name, script_value("a number of bytes"));
	return true;
}

static bool end(void)
{
	/* The line by which weft-run believes it. */
	printf("weft: end code=0\n");
	report_end(STATUS_PASS);
}

static const struct {
	const char *name;
	bool (*call)(void);
} commands[] = {
	{"load", load},         {"start", start},       {"signal", signal_user},
	{"write", write_words}, {"file", write_file},   {"wait", wait_word},
	{"pause", pause_clocks}, {"check", check_words}, {"save", save},
	{"print", print},       {"share", share},       {"end", end},
};

static bool do_line(char *line)
{
	const char *name;

	script_words(line);
	name = script_next();
	if (!name) {
		return true;
	}
	for (unsigned i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		if (!strcmp(name, commands[i].name)) {
			bool over = commands[i].call();

			if (over && script_next()) {
				script_die("too many words");
			}
			return over;
		}
	}
	script_die("no such command");
}

void script_go_on(void)
{
	while (*script.next) {
		size_t length = strcspn(script.next, "\n");
		char *line = strndup(script.next, length);
		bool over;

		script.line += !script.until;
		over = do_line(line);
		free(line);
		if (!over) {
			event_add((struct event){.kind = EVENT_SCRIPT,
						 .time = chip.now + LOOK});
			return;
		}
		script.until = 0;
		script.next += length + (script.next[length] == '\n');
	}
	script_die("it ends without `end`");
}

void script_begin(const char *path, const struct options *options)
{
	size_t bytes;

	script.path = path;
	script.options = options;
	script.next = (char *)host_read_file(path, &bytes);
	chip.started = UINT32_MAX; /* cores that end leave the end to it */
	event_add((struct event){.kind = EVENT_SCRIPT, .time = 0});
}
