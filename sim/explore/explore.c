/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim/chip/blocks.h"
#include "sim/detect/detect.h"
#include "sim/explore/explore.h"
#include "sim/chip/host.h"
#include "sim/explore/narrate.h"
#include "sim/explore/outcome.h"
#include "sim/explore/schedule.h"
#include "sim/explore/shrink.h"
#include "sim/chip/spin.h"
#include "sim/explore/tape.h"

#define PLAY_SECONDS 20   /* of the host, for one schedule */
#define TRIES        2000 /* to make one shorter */

const char *explore_path;

static struct {
	uint64_t executions, depth, seconds;
	bool reduce, replay;
} limits = {UINT64_MAX, 2000, UINT64_MAX, true, false};

static struct {
	uint64_t played, pruned, cut;
} count;

static const char *schedule_text;

/* Options ----------------------------------------------------------------- */

static bool is(const char *item, const char *word)
{
	return strcmp(item, word) == 0;
}

static bool number_of(const char *item, const char *key, uint64_t least,
		      uint64_t most, uint64_t *value)
{
	size_t length = strlen(key);
	char *end;

	if (strncmp(item, key, length) != 0 || item[length] != ':') {
		return false;
	}
	*value = strtoull(item + length + 1, &end, 10);
	if (*end || item[length + 1] < '0' || item[length + 1] > '9' ||
	    *value < least || *value > most) {
		die(STATUS_USAGE,
		    "--explore %s: not a number from %llu to "
		    "%llu",
		    item, (unsigned long long)least, (unsigned long long)most);
	}
	return true;
}

static void take_item(const char *item)
{
	if (is(item, "irq:blocks")) {
		stepwise.blocks = true;
	} else if (is(item, "time:any")) {
		stepwise.any_time = true;
	} else if (is(item, "time:never")) {
		stepwise.no_time = true;
	} else if (is(item, "reduce:off")) {
		limits.reduce = false;
	} else if (!is(item, "all") && !is(item, "irq:steps") &&
		   !is(item, "time:last") && !is(item, "reduce:on") &&
		   !number_of(item, "executions", 1, UINT64_MAX,
			      &limits.executions) &&
		   !number_of(item, "steps", 1, TAPE_STEPS, &limits.depth) &&
		   !number_of(item, "seconds", 1, 1u << 20, &limits.seconds)) {
		die(STATUS_USAGE,
		    "--explore: no '%s'; there are: all executions:N steps:N "
		    "seconds:N irq:steps|blocks time:last|any|never "
		    "reduce:on|off",
		    item);
	}
}

void explore_option(const char *list)
{
	char *copy = strdup(list), *rest = copy, *item;

	player = &stepwise_player;
	while (copy && (item = strsep(&rest, ","))) {
		take_item(item);
	}
	free(copy);
}

void explore_schedule(const char *text)
{
	player = &stepwise_player;
	limits.replay = true;
	schedule_text = text;
}

/* Creation ---------------------------------------------------------------- */

void explore_blocks(void)
{
	const char *from = "explore_begin", *to = "explore_end";

	stepwise.from_at = blocks_mark(from);
	if (!stepwise.from_at) {
		stepwise.from_at = blocks_mark("main");
	}
	stepwise.to_at = blocks_mark(to);
	if (!stepwise.to_at) {
		stepwise.to_at = blocks_mark("rt_finish");
	}
	if (!stepwise.from_at || !stepwise.to_at) {
		die(STATUS_INPUT,
		    "no function %s, nor main; or no %s, nor "
		    "rt_finish: nothing to explore",
		    from, to);
	}
}

void explore_create(void)
{
	if (engine.count > STEPWISE_CORES) {
		die(STATUS_USAGE, "--explore: at most %d cores",
		    STEPWISE_CORES);
	}
	if (engine.relaxed) {
		die(STATUS_USAGE, "--explore: in modes strict and fast only");
	}
	engine.seed = engine.jitter = engine.detour = engine.tardy = 0;
	engine.limit = earlier(engine.limit, UINT64_C(100000000000000));
	stepwise_create();
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		stepwise_ops(&engine.cores[rank].host);
	}
	if (schedule_text) {
		schedule_read(schedule_text);
	}
	tape = mmap(NULL, sizeof(*tape), PROT_READ | PROT_WRITE,
		    MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (tape == MAP_FAILED) {
		die(STATUS_HOST, "no room for the tape: %s", strerror(errno));
	}
	tape->most = (uint32_t)limits.depth;
	outcome_create();
	narrate_create();
}

/* Playing ----------------------------------------------------------------- */

static _Noreturn void play(bool say)
{
	if (!say) {
		int null = open("/dev/null", O_WRONLY);

		report_path = detect_path = "/dev/null";
		dup2(null, STDERR_FILENO);
	}
	outcome_collect();
	signal(SIGALRM, SIG_DFL);
	alarm(PLAY_SECONDS);
	spin_init();
	play_on(say);
}

static int explore_play(bool say)
{
	int status;
	pid_t child;

	tape->length = 0;
	tape->ended = false;
	fflush(NULL);
	child = fork();
	if (child < 0) {
		die(STATUS_HOST, "cannot fork: %s", strerror(errno));
	}
	if (child == 0) {
		if (say) {
			narrate_begin();
		}
		play(say);
	}
	while (waitpid(child, &status, 0) < 0) {
		if (errno != EINTR) {
			die(STATUS_HOST, "waitpid: %s", strerror(errno));
		}
	}
	if (WIFSIGNALED(status)) {
		return WTERMSIG(status) == SIGALRM ? STATUS_LIMIT
						   : STATUS_FAULT;
	}
	return WEXITSTATUS(status);
}

/* The last step at which something is left to be tried; false: none. */
static bool next(void)
{
	for (uint32_t at = tape->length; at-- > 0;) {
		struct step *step = &tape->steps[at];
		uint64_t left;

		step->done |= bit(step->choice);
		left = step->backtrack & step->enabled & ~step->done &
		       ~step->sleep;
		if (left) {
			step->choice = (uint32_t)__builtin_ctzll(left);
			tape->told = at + 1;
			return true;
		}
	}
	return false;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void tell(double since, const char *end)
{
	double took = seconds() - since;
	uint64_t all = count.played + count.pruned + count.cut;

	fprintf(stderr,
		"weft-sim: explored %llu executions, %llu pruned, %llu cut "
		"short; %s (%.1f s, %.0f a second)\n",
		(unsigned long long)count.played,
		(unsigned long long)count.pruned, (unsigned long long)count.cut,
		end, took, took > 0 ? (double)all / took : 0.0);
}

static int failure; /* what is to be had again */

static bool play_these(const void *choices, uint32_t n)
{
	memcpy(schedule.at, choices, n * sizeof(schedule.at[0]));
	schedule.n = n;
	return explore_play(false) == failure;
}

/* A run that failed: make it short, and say all about it. */
static _Noreturn void found(int status)
{
	static struct schedule all;
	struct shrink list = {
		.items = all.at,
		.size = sizeof(all.at[0]),
		.most = TRIES,
		.fails = play_these,
	};
	int again;

	tape->search = false;
	tape->told = 0;
	schedule_of_tape();
	all = schedule;
	list.n = all.n;
	fprintf(stderr, "weft-sim: an execution ended with status %d\n",
		status);
	failure = status;
	shrink(&list);
	play_these(list.items, list.n);
	schedule_of_tape();
	again = explore_play(true);
	if (again != status) {
		die(STATUS_HOST, "its schedule does not repeat it: %d", again);
	}
	fprintf(stderr,
		"weft-sim: %u choices were not the usual, %u need "
		"not be\n",
		all.n, all.n - schedule.n);
	if (explore_path) {
		int fd = open(explore_path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

		schedule_print(fd);
		close(fd);
	}
	outcome_print(false);
	_exit(status);
}

static _Noreturn void replay(void)
{
	int status = explore_play(true);

	outcome_print(false);
	_exit(status);
}

static void bounded(double since)
{
	if (count.played + count.pruned + count.cut >= limits.executions) {
		tell(since, "bound reached: executions");
	} else if (seconds() - since >= (double)limits.seconds) {
		tell(since, "bound reached: seconds");
	} else {
		return;
	}
	outcome_tell();
	outcome_print(true);
	_exit(STATUS_PASS);
}

void explore_run(void)
{
	double since = seconds();

	play_to_begin();
	if (limits.replay) {
		replay();
	}
	tape->search = true;
	tape->reduce = limits.reduce;
	do {
		int status = explore_play(false);

		if (status == PLAY_PRUNED) {
			count.pruned++;
		} else if (status == PLAY_CUT) {
			count.cut++;
		} else if (status != STATUS_PASS) {
			tell(since, "one failed");
			found(status);
		} else {
			count.played++;
			outcome_add();
		}
		bounded(since);
	} while (next());
	tell(since, count.cut ? "bound reached: steps" : "complete");
	outcome_tell();
	outcome_print(true);
	_exit(STATUS_PASS);
}
