/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/detect/detect.h"
#include "sim/chip/engine.h"
#include "sim/chip/host.h"
#include "sim/explore/narrate.h"
#include "sim/explore/outcome.h"
#include "sim/explore/perturb.h"
#include "sim/explore/shrink.h"

#define DRAWS   262144u  /* of a core, of which one can be told .. */
#define KNOWN   1048576u /* .. and of all */
#define TRIES   300u     /* runs, at most */
#define SECONDS 30u      /* of the host, for one */

struct draw {
	uint32_t rank, nth;
};

/* Shared with the processes that run. */
static struct {
	uint32_t n;
	struct draw drawn[KNOWN]; /* those that changed something, in order */
} * tape;
static uint8_t *kept; /* a bit for each draw; null: all */

bool perturb_on, perturb_shrinks;
const char *perturb_path;
static const char *option;
static bool recording;
static int failure; /* the status that the first run ended with */

void perturb_option(const char *list)
{
	option = list;
	perturb_on = true;
}

static uint64_t bit_of(uint32_t rank, uint32_t nth)
{
	return (uint64_t)rank * DRAWS + nth;
}

static void keep(uint32_t rank, uint32_t nth)
{
	uint64_t at = bit_of(rank, nth);

	kept[at / 8] |= (uint8_t)(1u << at % 8);
}

static uint64_t perturb(uint32_t rank, uint32_t nth, uint64_t value)
{
	uint64_t at = bit_of(rank, nth);

	if (kept && (nth >= DRAWS || !(kept[at / 8] >> at % 8 & 1))) {
		return 0;
	}
	if (recording && value && nth < DRAWS && tape->n < KNOWN) {
		tape->drawn[tape->n++] = (struct draw){rank, nth};
	}
	return value;
}

static void *shared(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED) {
		die(STATUS_HOST, "no room for draws: %s", strerror(errno));
	}
	return p;
}

static void keep_none(void)
{
	size_t bytes = (size_t)engine.count * DRAWS / 8;

	if (!kept) {
		kept = shared(bytes);
	} else {
		madvise(kept, bytes, MADV_REMOVE);
	}
}

/* RANK:NTH or RANK:FROM-TO; what follows. */
static const char *read_range(const char *at)
{
	char *end;
	unsigned long rank = strtoul(at, &end, 10), from, to;

	if (end == at || *end != ':' || rank >= engine.count) {
		die(STATUS_USAGE, "--perturb: no rank at '%.20s'", at);
	}
	at = end + 1;
	from = to = strtoul(at, &end, 10);
	if (end != at && *end == '-') {
		at = end + 1;
		to = strtoul(at, &end, 10);
	}
	if (end == at || from > to || to >= DRAWS) {
		die(STATUS_USAGE, "--perturb: no draws at '%.20s'", at);
	}
	for (; from <= to; from++) {
		keep((uint32_t)rank, (uint32_t)from);
	}
	return end;
}

static void read_option(const char *at)
{
	keep_none();
	if (strcmp(at, "none") == 0) {
		return;
	}
	for (at = read_range(at); *at; at = read_range(at + 1)) {
		if (*at != ',') {
			die(STATUS_USAGE, "--perturb: no comma at '%.20s'", at);
		}
	}
}

static void (*go)(void); /* all that is to be run; it ends the process */

static int run(bool say)
{
	int status;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		if (!say) {
			report_path = detect_path = "/dev/null";
			dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		} else {
			narrate_begin();
		}
		alarm(SECONDS);
		outcome_collect();
		go();
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		die(STATUS_HOST, "cannot run: %s", strerror(errno));
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_FAULT;
}

static bool fails(const void *items, uint32_t n)
{
	const struct draw *draws = items;

	keep_none();
	for (uint32_t i = 0; i < n; i++) {
		keep(draws[i].rank, draws[i].nth);
	}
	return run(false) == failure;
}

/* As perturb_option takes it, runs of one core's draws together. */
static void write_kept(void)
{
	int fd = open(perturb_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	const char *comma = "";

	for (uint64_t at = 0; at < bit_of(engine.count, 0); at++) {
		uint64_t from = at;

		while (at < bit_of(engine.count, 0) &&
		       (kept[at / 8] >> at % 8 & 1)) {
			at++;
		}
		if (at > from) {
			dprintf(fd, "%s%u:%u-%u", comma,
				(unsigned)(from / DRAWS),
				(unsigned)(from % DRAWS),
				(unsigned)((at - 1) % DRAWS));
			comma = ",";
		}
	}
	dprintf(fd, "%s", *comma ? "" : "none");
	close(fd);
}

static _Noreturn void find_needed(void)
{
	struct shrink list = {.size = sizeof(struct draw), .most = TRIES};

	tape = shared(sizeof(*tape));
	outcome_create();
	recording = true;
	failure = run(false);
	recording = false;
	if (failure == STATUS_PASS) {
		outcome_print(false);
		_exit(failure);
	}
	list.items = tape->drawn;
	list.n = tape->n;
	list.fails = fails;
	shrink(&list);
	fails(list.items, list.n); /* leaves these to be kept */
	fprintf(stderr,
		"weft-sim: it ended with status %d; of %u changes by the seed "
		"it needs %u\n",
		failure, tape->n, list.n);
	write_kept();
	failure = run(true);
	outcome_print(false);
	_exit(failure);
}

void perturb_run(void (*all)(void))
{
	if (option) {
		read_option(option);
	}
	mode_drawn = perturb_on ? perturb : NULL;
	go = all;
	if (perturb_shrinks) {
		find_needed();
	}
	go();
	__builtin_unreachable();
}
