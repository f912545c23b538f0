/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which detectors are on, and what they have found.  A mistake is reported once
 * for each pair of call paths, with the first time in full, and counted.
 */
#include <string.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

#define FINDINGS 500 /* more tell nobody more */

static const char *const names[DETECTORS] = {
	[DETECT_RACES] = "races",         [DETECT_QUIET] = "quiet",
	[DETECT_SOURCE] = "source",       [DETECT_HEAP] = "heap",
	[DETECT_UNWRITTEN] = "unwritten", [DETECT_HANDLER] = "handler",
	[DETECT_MASKED] = "masked",
};

static bool on[DETECTORS], any, warn_only;
static struct finding findings[FINDINGS];
static uint32_t found;
static uint64_t dropped;

static bool take_word(const char *word, size_t length)
{
	bool known = false;

	if (length == 4 && memcmp(word, "warn", 4) == 0) {
		warn_only = true;
		return true;
	}
	for (int i = 0; i < DETECTORS; i++) {
		if ((length == 3 && memcmp(word, "all", 3) == 0) ||
		    (strlen(names[i]) == length &&
		     memcmp(word, names[i], length) == 0)) {
			on[i] = any = known = true;
		}
	}
	return known;
}

void detect_option(const char *list)
{
	for (;;) {
		size_t length = strcspn(list, ",");

		if (!take_word(list, length)) {
			die(STATUS_USAGE,
			    "--detect: no detector '%.*s'; there are: all "
			    "races quiet source heap unwritten handler masked; "
			    "and "
			    "warn",
			    (int)length, list);
		}
		if (!list[length]) {
			return;
		}
		list += length + 1;
	}
}

bool detect_on(enum detector what)
{
	return on[what];
}

const char *detect_name(enum detector what)
{
	return names[what];
}

static int end(int status)
{
	hint_end();
	for (uint32_t i = 0; i < engine.count; i++) {
		time_look(&engine.cores[i]);
	}
	report_findings(findings, found, dropped);
	return found && !warn_only && status == STATUS_PASS ? STATUS_DETECTED
							    : status;
}

static struct mode detectors = {.end = end};

void detect_create(void)
{
	if (!any) {
		return;
	}
	if (engine.count > DETECT_CORES_MAX) {
		die(STATUS_USAGE, "--detect: at most %d cores",
		    DETECT_CORES_MAX);
	}
	clock_create();
	shadow_create();
	time_create();
	hint_create();
	ops_create();
	mode_add(&detectors);
}

struct event detect_event(const struct core *core, enum did did)
{
	return (struct event){
		.time = core->cpu->clock,
		.clock = clock_now(core->rank),
		.rank = (uint16_t)core->rank,
		.did = (uint8_t)did,
	};
}

/*
 * Where a time is up depends on chance: for handlers the outermost calls, for
 * held off interrupts who did it, tell one mistake from another.
 */
static bool same(const struct finding *f, enum detector what,
		 const struct event *first, const struct event *then)
{
	if (f->what != what || f->first.did != first->did ||
	    f->then.did != then->did) {
		return false;
	}
	if (first->did == DID_ENTER) {
		return path_ends_alike(f->then.path, then->path);
	}
	return f->first.path == first->path &&
	       (first->did == DID_MASK || f->then.path == then->path);
}

void detect_found(enum detector what, const struct event *first,
		  const struct event *then, struct spot where)
{
	struct event now = *then;
	uint32_t i = 0;

	if (!on[what]) {
		return;
	}
	if (now.did == DID_READ_FLAG) {
		now.path = path_here(engine.current);
	}
	while (i < found && !same(&findings[i], what, first, &now)) {
		i++;
	}
	if (i == FINDINGS) {
		dropped++;
		return;
	}
	if (i == found) {
		findings[found++] = (struct finding){
			.what = what,
			.first = *first,
			.then = now,
			.where = where,
		};
		if (what == DETECT_QUIET && clock_told(now.rank, first->rank)) {
			findings[i].told = *clock_told(now.rank, first->rank);
		}
	}
	findings[i].count++;
}
