// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/gpu/chip.h"
#include "host/host.h"

const char *report_stats_path;

void core_die(const struct core *core, const char *format, ...)
{
	const struct thread *t = core->now;
	va_list of;

	fflush(stdout);
	fprintf(stderr,
		"%s: core %u, clock %" PRIu64 ", %s, line %u of the PTX: ",
		host_program, core->index, t->clock,
		t->frame ? t->frame->function->name : "start",
		t->insn ? t->insn->line : 0);
	va_start(of, format);
	vfprintf(stderr, format, of);
	va_end(of);
	fputc('\n', stderr);
	exit(STATUS_FAULT);
}

void report_stats(void)
{
	FILE *file = report_stats_path ? fopen(report_stats_path, "w") : NULL;

	for (uint32_t i = 0; file && i < chip.count; i++) {
		const struct core *c = &chip.cores[i];

		fprintf(file,
			"{\"index\": %u, \"clocks\": %" PRIu64
			", \"instructions\": %" PRIu64 ", \"loads\": %" PRIu64
			", \"stores\": %" PRIu64 ", \"fences\": %" PRIu64
			", \"early\": %" PRIu64 "}\n",
			c->index, c->clock, c->instructions, c->loads,
			c->stores, c->fences, c->early);
	}
	if (file) {
		fclose(file);
	}
}
