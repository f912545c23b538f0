/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings, a line of JSON each, for sim/detect_text.py, which puts names to
 * addresses.  Addresses count from the image's first byte.
 */
#include <inttypes.h>
#include <stdio.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"

const char *detect_path;

static const char *const deeds[] = {
	[DID_NOTHING] = "",
	[DID_PUT] = "put",
	[DID_GET] = "get",
	[DID_WRITE_FLAG] = "flag write",
	[DID_READ_FLAG] = "flag read",
	[DID_ALLOC] = "alloc",
	[DID_FREE] = "free",
	[DID_LEND] = "lend",
	[DID_GIVE_BACK] = "give back",
	[DID_FREE_LOCK] = "free lock",
	[DID_RAISE] = "raise",
	[DID_MASK] = "mask",
	[DID_ENTER] = "enter",
	[DID_GO_ON] = "go on",
	[DID_END] = "end",
};

static void put_event(FILE *f, const char *key, const struct event *e)
{
	const struct path *path = path_get(e->path);

	if (!e->did) {
		return;
	}
	fprintf(f,
		", \"%s\": {\"rank\": %d, \"core\": %" PRIu32
		", \"us\": %.3f, \"did\": \"%s\", \"path\": [",
		key, e->rank, engine.coords[e->rank].core,
		(double)e->time / 1e6, deeds[e->did]);
	for (uint32_t i = 0; i < path->n; i++) {
		fprintf(f, "%s%" PRIu32, i ? ", " : "", path->at[i]);
	}
	fputs("]}", f);
}

static void put_spot(FILE *f, const struct finding *finding)
{
	const struct spot *where = &finding->where;
	uint32_t begin;
	const char *name;

	if (!where->bytes) {
		return;
	}
	name = hint_region(finding->then.rank, where->offset, &begin);
	fprintf(f,
		", \"window\": %" PRIu32 ", \"offset\": %" PRIu32
		", \"bytes\": %" PRIu32,
		where->rank, where->offset, where->bytes);
	if (name) {
		fprintf(f, ", \"region\": \"%s\", \"into\": %" PRIu32, name,
			where->offset - begin);
	}
}

static void put_finding(FILE *f, const struct finding *finding)
{
	fprintf(f, "{\"detector\": \"%s\", \"count\": %" PRIu64,
		detect_name(finding->what), finding->count);
	if (finding->what == DETECT_HANDLER) {
		fprintf(f, ", \"limit_us\": %.3f",
			(double)engine.profile.handler_limit / 1e6);
	} else if (finding->what == DETECT_MASKED) {
		fprintf(f, ", \"limit_us\": %.3f",
			(double)engine.profile.masked_limit / 1e6);
	}
	put_spot(f, finding);
	put_event(f, "first", &finding->first);
	put_event(f, "told", &finding->told);
	put_event(f, "then", &finding->then);
	fputs("}\n", f);
}

void report_findings(const struct finding *findings, uint32_t n,
		     uint64_t dropped)
{
	FILE *f = detect_path ? fopen(detect_path, "w") : stderr;

	if (!f) {
		die(STATUS_USAGE, "%s: cannot write", detect_path);
	}
	for (uint32_t i = 0; i < n; i++) {
		put_finding(f, &findings[i]);
	}
	if (dropped) {
		fprintf(f, "{\"dropped\": %" PRIu64 "}\n", dropped);
	}
	fflush(f);
}
