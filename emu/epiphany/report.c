// SPDX-License-Identifier: Apache-2.0
/* Ends, errors, dumps and statistics. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/common/rings.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/report.h"
#include "emu/epiphany/trace.h"

const char *report_dump_path, *report_stats_path;

static const char *const states[] = {
	[CORE_RUNS] = "runs",   [CORE_IDLE] = "idle",
	[CORE_WAITS] = "waits", [CORE_HALTED] = "halted",
	[CORE_ENDED] = "ended",
};

static const char *state(const struct core *core)
{
	return core->state == CORE_IDLE && (core->status & ST_GID)
		       ? "idle for good"
		       : states[core->state];
}

static void text_of(const struct core *core, uint32_t pc, char *text,
		    size_t size)
{
	uint32_t word = 0;

	if (pc + 4 > core->sram.size) {
		*text = 0;
		return;
	}
	memcpy(&word, core->sram.bytes + pc, 4);
	struct insn in = isa_decode(word);
	isa_text(&in, pc, text, size);
}

void trace_insn(const struct core *core, const struct insn *in)
{
	char text[64];

	isa_text(in, core->pc, text, sizeof(text));
	fprintf(chip.trace, "%10" PRIu64 " %03x %08x: %s\n", core->clock,
		core->id, core->pc, text);
}

static void say(const char *format, va_list arguments)
{
	fflush(stdout);
	fprintf(stderr, "%s: ", host_program);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
}

static void show_core(const struct core *core)
{
	fprintf(stderr,
		"  core %03x (%" PRIu32 ",%" PRIu32
		") %s at 0x%08x, clock %" PRIu64
		", status %08x ilat %03x imask %03x ipend %03x sp %08x "
		"lr %08x\n",
		core->id, core->index % chip.columns,
		core->index / chip.columns, state(core), core->pc, core->clock,
		core->status, core->ilat, core->imask, core->ipend, core->r[13],
		core->r[14]);
}

/* One line of JSON a core that takes part. */
static void write_state(FILE *file, const struct core *core)
{
	fprintf(file,
		"{\"index\": %" PRIu32 ", \"id\": %" PRIu32
		", \"state\": \"%s\", \"pc\": %" PRIu32 ", \"clock\": %" PRIu64
		", \"status\": %" PRIu32 ", \"ilat\": %" PRIu32
		", \"imask\": %" PRIu32 ", \"ipend\": %" PRIu32
		", \"iret\": %" PRIu32 ", \"r\": [",
		core->index, core->id, state(core), core->pc, core->clock,
		core->status, core->ilat, core->imask, core->ipend, core->iret);
	for (unsigned i = 0; i < 64; i++) {
		fprintf(file, "%s%" PRIu32, i ? ", " : "", core->r[i]);
	}
	fputs("]}\n", file);
}

static void write_stats(FILE *file, const struct core *core)
{
	uint64_t idle = core->idle_clocks;

	fprintf(file,
		"{\"index\": %" PRIu32 ", \"clocks\": %" PRIu64
		", \"instructions\": %" PRIu64 ", \"stalls\": %" PRIu64
		", \"remote_stalls\": %" PRIu64 ", \"idle\": %" PRIu64
		", \"writes\": %" PRIu64 ", \"reads\": %" PRIu64
		", \"interrupts\": %" PRIu64 ", \"stack_low\": %" PRIu32 "}\n",
		core->index, core->clock, core->insns, core->stalls,
		core->remote_stalls, idle, core->writes, core->reads,
		core->interrupts, core->stack_low);
}

static void for_each_core(const char *path,
			  void (*write)(FILE *, const struct core *))
{
	FILE *file = path ? fopen(path, "w") : NULL;

	if (path && !file) {
		fprintf(stderr, "epiphany-emu: cannot write %s\n", path);
	}
	for (uint32_t i = 0; file && i < chip.count; i++) {
		if (chip.cores[i].loaded) {
			write(file, &chip.cores[i]);
		}
	}
	if (file) {
		fclose(file);
	}
}

/* The memories, in the same order: FILE.mem, then external memory FILE.ext. */
static void write_memory(FILE *file, const struct core *core)
{
	fwrite(core->sram.bytes, 1, core->sram.size, file);
}

static void write_external(const char *path)
{
	FILE *file = fopen(path, "w");

	if (file) {
		fwrite(chip.external.bytes, 1, chip.external.size, file);
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
	snprintf(path, sizeof(path), "%s.ext", report_dump_path);
	write_external(path);
}

_Noreturn static void end(int status)
{
	for_each_core(report_stats_path, write_stats);
	rings_end();
	if (chip.trace) {
		fclose(chip.trace);
	}
	fflush(stdout);
	exit(status);
}

void report_end(int status)
{
	end(status);
}

_Noreturn static void stop(int status)
{
	for (uint32_t i = 0; i < chip.count; i++) {
		if (chip.cores[i].loaded && !report_dump_path) {
			show_core(&chip.cores[i]);
		}
	}
	write_dump();
	end(status);
}

void report_stop(int status, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "epiphany-emu: %s\n", why);
	stop(status);
}

void report_failure(const struct core *core)
{
	fflush(stdout);
	fprintf(stderr,
		"epiphany-emu: core %03x (%" PRIu32 ",%" PRIu32 ") says that "
		"it has failed, r0 = %" PRIu32 "\n",
		core->id, core->index % chip.columns,
		core->index / chip.columns, core->r[0]);
	stop(STATUS_FAIL);
}

static void show_last(const struct core *core)
{
	char text[64];

	fflush(stdout);
	text_of(core, core->at, text, sizeof(text));
	fprintf(stderr,
		"epiphany-emu: core %03x (%" PRIu32 ",%" PRIu32
		") clock %" PRIu64 ", last at 0x%08x: %s\n",
		core->id, core->index % chip.columns,
		core->index / chip.columns, core->clock, core->at, text);
}

void core_die(const struct core *core, const char *format, ...)
{
	va_list arguments;

	show_last(core);
	va_start(arguments, format);
	say(format, arguments);
	va_end(arguments);
	stop(STATUS_FAULT);
}

void core_overflow(const struct core *core, uint32_t address)
{
	show_last(core);
	fprintf(stderr,
		"%s: stack overflow: down to 0x%08x, into what ends at "
		"0x%08x\n",
		host_program, address, core->stack_limit);
	stop(STATUS_STACK);
}
