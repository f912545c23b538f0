/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What this core waits for, and the calls that led there: a line of JSON, as
 * tools/wait_table.py wants it, written at once.  Runs in a signal handler, wherever the
 * core is, so it reads records that may be half written.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

#include "host/mpi/core.h"
#include "runtime/trace.h"

enum {
	LINE = 16384,
	CALLS_MOST = 48,
	FIBERS_MOST = 64,
	EVENTS_SHOWN = 6,
};

const char *dump_path, *dump_rings_path;

static _Thread_local char line[LINE];
static _Thread_local size_t used;
static _Thread_local char kept[1024]; /* the calls of a core that has trapped */

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void put(const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(line + used, LINE - used, format, args);
	va_end(args);
	used += n > 0 ? (size_t)n : 0;
	used = used < LINE ? used : LINE - 1;
}

static void put_word(const struct arch_word *word)
{
	uint32_t near = word->rank - core.first;
	const volatile uint8_t *window = core.windows;

	if (word->offset == RT_A_LOCK) {
		put(", \"lock\": %" PRIu32, word->value);
		return;
	}
	if (word->offset >= core.window_bytes || word->rank >= core.count) {
		return;
	}
	if (near >= core.near) {
		return; /* its value is not within reach */
	}
	window += (size_t)near << core.window_shift;
	if (word->rank != core.rank) {
		put(", \"at_rank\": %" PRIu32, word->rank);
	}
	put(", \"offset\": %" PRIu32 ", \"wants\": %" PRIu32
	    ", \"has\": %" PRIu32,
	    word->offset, word->value,
	    *(const volatile uint32_t *)(window + word->offset));
}

static void put_wait(const struct rt_wait *wait)
{
	put(", \"what\": \"%s\", \"site\": %" PRIuPTR ", \"since\": %" PRIu64,
	    wait->what, (uintptr_t)wait->site - core.base, wait->since);
	if (wait->word.from != RT_ANYONE) {
		put(", \"from_rank\": %" PRIu32, wait->word.from);
	}
	put_word(&wait->word);
}

static void put_fibers(void)
{
	const struct rt_parked *at = core.parked ? *core.parked : NULL;

	put(", \"fibers\": [");
	for (int i = 0; at && i < FIBERS_MOST; i++, at = at->next) {
		put("%s{\"fiber\": %" PRIu32, i ? ", " : "", at->fiber);
		put_wait(at->wait);
		put("}");
	}
	put("]");
}

/* Inside of the calling instruction; 0: an interrupt came between. */
static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *cookie)
{
	int *n = cookie, exact;
	uintptr_t at = _Unwind_GetIPInfo(context, &exact);

	if (at < core.base || at >= core.end) {
		return _URC_NO_REASON;
	}
	if (exact && *n) {
		put(", 0");
	}
	put("%s%" PRIuPTR, *n ? ", " : "", at - core.base - !exact);
	return ++*n == CALLS_MOST ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static void put_calls(void)
{
	int n = 0;

	if (core.faulted) {
		put("%s", kept);
		return;
	}
	put(", \"calls\": [");
	_Unwind_Backtrace(step, &n);
	put("]");
}

static void put_events(void)
{
	const struct rt_trace *ring = core.trace;
	uint32_t n = ring ? ring->next : 0;
	uint32_t from = n > EVENTS_SHOWN ? n - EVENTS_SHOWN : 0;

	put(", \"events\": [");
	for (uint32_t i = from; i < n; i++) {
		const struct rt_event *e = &ring->event[i % ring->entries];

		put("%s[%" PRIu64 ", \"%s\", %" PRIu32 ", %" PRIu32 "]",
		    i > from ? ", " : "", e->time, e->what, e->a, e->b);
	}
	put("]");
}

void dump_rings(void)
{
	uint64_t base = core.base;
	char path[4096];
	int fd;

	if (!dump_rings_path || !core.trace) {
		return;
	}
	snprintf(path, sizeof(path), "%s.%" PRIu32, dump_rings_path, core.rank);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || write(fd, &base, sizeof(base)) < 0 ||
	    write(fd, core.trace,
		  offsetof(struct rt_trace, event) +
			  core.trace->entries * sizeof(core.trace->event[0])) <
		    0) {
		fprintf(stderr, "weft-mpi: %s cannot be written\n", path);
	}
	close(fd);
}

void dump_keep_calls(void)
{
	used = 0;
	put_calls();
	memcpy(kept, line, used < sizeof(kept) ? used : 0);
}

void dump_core(void)
{
	const char *phase =
		core.phase && *core.phase ? *core.phase : "starting";
	int fd = dump_path
			 ? open(dump_path, O_WRONLY | O_CREAT | O_APPEND, 0600)
			 : -1;

	if (fd < 0) {
		return;
	}
	used = 0;
	put("{\"rank\": %" PRIu32 ", \"core\": %" PRIu32 ", \"x\": %" PRIu32
	    ", \"y\": 0, \"phase\": \"%s\"",
	    core.rank, core.number, core.node, core.faulted ? "failed" : phase);
	if (core.wait && core.wait->what) {
		put_wait(core.wait);
	} else if (core.sleeps) {
		put(", \"sleeps\": true");
	}
	put_fibers();
	put_events();
	put_calls();
	put("}");
	line[used++] = '\n';
	if (write(fd, line, used) < 0) {
		/* then there is no line of this core */
	}
	close(fd);
}
