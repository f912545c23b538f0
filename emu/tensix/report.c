// SPDX-License-Identifier: Apache-2.0
/* Ends, errors, dumps and statistics. */
#include "emu/tensix/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "emu/common/rings.h"
#include "emu/tensix/access.h"
#include "emu/tensix/host.h"
#include "emu/tensix/tile.h"

const char *report_dump_path, *report_stats_path;

static const char *const states[] = {
	[CORE_RESET] = "in reset",
	[CORE_RUNS] = "runs",
	[CORE_POLLS] = "polls",
};

/* "chip 1 " where there are several. */
static const char *of_chip(const struct tile *tile)
{
	static char text[16];

	if (chip.chips > 1) {
		snprintf(text, sizeof(text), "chip %u ", tile->chip);
	}
	return text;
}

static void show_core(const struct core *core)
{
	fprintf(stderr,
		"  %stile %u,%u (%u) %s %s at 0x%05x, clock %" PRIu64
		", ra %08x sp %08x\n",
		of_chip(core->tile), core->tile->x, core->tile->y,
		core->tile->index, core_names[core->which], states[core->state],
		core->pc, core->clock, core->r[1], core->r[2]);
}

/* A line of JSON a core that takes part. */
static void write_state(FILE *file, const struct core *core)
{
	if (chip.chips > 1) {
		fprintf(file, "{\"chip\": %u, \"of_chip\": %u, ",
			core->tile->chip, core->tile->index % chip.each);
	} else {
		fputc('{', file);
	}
	fprintf(file,
		"\"index\": %u, \"x\": %u, \"y\": %u, \"core\": \"%s\", "
		"\"state\": \"%s\", \"pc\": %u, \"clock\": %" PRIu64
		", \"handler\": %s, \"return_pc\": %u, \"r\": [",
		core->tile->index, core->tile->x, core->tile->y,
		core_names[core->which],
		core->tile->dead ? "stopped" : states[core->state], core->pc,
		core->clock, core->in_handler ? "true" : "false",
		core->return_pc);
	for (unsigned i = 0; i < R_NOWHERE; i++) {
		fprintf(file, "%s%u", i ? ", " : "", core->r[i]);
	}
	fprintf(file, "], \"l1\": %u, \"local\": %u}\n", chip.image_end,
		chip.is->local_bytes);
}

static void write_stats(FILE *file, const struct core *core)
{
	fprintf(file,
		"{\"index\": %u, \"core\": \"%s\", \"clocks\": %" PRIu64
		", \"instructions\": %" PRIu64 ", \"slept\": %" PRIu64
		", \"loads\": %" PRIu64 ", \"stores\": %" PRIu64
		", \"interrupts\": %" PRIu64 "}\n",
		core->tile->index, core_names[core->which], core->clock,
		core->insns, core->slept, core->loads, core->stores_made,
		core->interrupts);
}

/* FILE.mem, in the same order: L1 up to the image's end, then local RAM. */
static void write_memory(FILE *file, const struct core *core)
{
	fwrite(core->tile->l1, 1, chip.image_end, file);
	fwrite(core->local, 1, chip.is->local_bytes, file);
}

static void for_each_core(const char *path,
			  void (*write)(FILE *, const struct core *))
{
	FILE *file = path ? fopen(path, "w") : NULL;

	if (path && !file) {
		fprintf(stderr, "%s: cannot write %s\n", host_program, path);
	}
	for (uint32_t i = 0; file && i < CORES * chip.count; i++) {
		const struct core *core =
			&chip.tiles[i / CORES].cores[i % CORES];

		if (core->state != CORE_RESET ||
		    (core->tile->dead && core->which == CORE_B)) {
			write(file, core);
		}
	}
	if (file) {
		fclose(file);
	}
}

static void write_dump(void)
{
	char path[4096];

	if (!report_dump_path) {
		return;
	}
	for_each_core(report_dump_path, write_state);
	snprintf(path, sizeof(path), "%s.mem", report_dump_path);
	for_each_core(path, write_memory);
}

_Noreturn static void end(int status)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		tile_settle(&chip.tiles[i], UINT64_MAX);
	}
	for_each_core(report_stats_path, write_stats);
	rings_end();
	if (status != STATUS_PASS) {
		write_dump();
	}
	if (chip.trace) {
		fclose(chip.trace);
	}
	fflush(stdout);
	exit(status);
}

_Noreturn static void stop(int status)
{
	for (uint32_t i = 0; i < CORES * chip.count; i++) {
		const struct core *core =
			&chip.tiles[i / CORES].cores[i % CORES];

		if (core->state != CORE_RESET && !report_dump_path) {
			show_core(core);
		}
	}
	end(status);
}

/* What the others have still to print comes first. */
void report_verdict(const struct tile *tile, uint32_t verdict)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		struct tile *other = &chip.tiles[i];

		if (other->loaded && !other->verdict) {
			other->verdict = verdict + 1;
			host_look(other);
		}
	}
	if (verdict == 0) {
		end(STATUS_PASS);
	}
	fprintf(stderr, "%s: %stile %u,%u says that it has failed\n",
		host_program, of_chip(tile), tile->x, tile->y);
	stop(STATUS_FAIL);
}

void report_stop(int status, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "%s: %s\n", host_program, why);
	stop(status);
}

static void say_where(const struct core *core, uint32_t pc)
{
	uint32_t word = 0;

	fflush(stdout);
	if (pc + 4 <= chip.is->l1_bytes) {
		memcpy(&word, core->tile->l1 + pc, 4);
	}
	fprintf(stderr,
		"%s: %stile %u,%u (%u) %s clock %" PRIu64
		", at 0x%05x (%08x): ",
		host_program, of_chip(core->tile), core->tile->x, core->tile->y,
		core->tile->index, core_names[core->which], core->clock, pc,
		word);
}

void core_die(const struct core *core, const char *format, ...)
{
	va_list arguments;

	say_where(core, chip.event_pc ? chip.event_pc : core->at);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	stop(STATUS_FAULT);
}

void request_die(const struct request *r, const char *format, ...)
{
	static const char *const names[] = {"read", "atomic", "write"};
	va_list arguments;

	say_where(r->core, r->pc);
	fprintf(stderr, "%s by NIU %u: ", names[r->kind], r->niu);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	stop(STATUS_FAULT);
}

void report_step(struct core *core)
{
	uint32_t word;

	if (core->pc >= chip.is->l1_bytes) {
		return;
	}
	if (core->tile->changed_code && core->tile->written[core->pc / 4]) {
		core->at = core->pc;
		core_die(core, "runs code that was overwritten");
	}
	if (chip.trace) {
		memcpy(&word, core->tile->l1 + (core->pc & ~3u), 4);
		fprintf(chip.trace, "%10" PRIu64 " %u,%u %s %05x: %08x\n",
			core->clock, core->tile->x, core->tile->y,
			core_names[core->which], core->pc, word);
	}
}
