/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Owners of window bytes come from the image's hints, call paths from its
 * unwind tables: both are the detectors' means (detect.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/detect/detect.h"
#include "sim/chip/host.h"
#include "sim/explore/narrate.h"
#include "sim/explore/tape.h"

const char *narrate_path;

static FILE *out;
static uint32_t *paths; /* of each core, by which it has come to its stop */

/* What was done. */
struct row {
	uint64_t number, time;
	struct visible op;
	uint32_t word, path;
	bool late, told;
};

enum {
	ROWS = 100 /* kept of a run in virtual time */
};
static struct row rows[ROWS];
static uint64_t done;

static const char *const names[VISIBLE_KINDS] = {
	[VISIBLE_NOTHING] = "goes on",
	[VISIBLE_READ] = "reads",
	[VISIBLE_LAND] = "write lands",
	[VISIBLE_AWAIT] = "has waited",
	[VISIBLE_DRAIN] = "all has landed",
	[VISIBLE_ROOM] = "enough has landed",
	[VISIBLE_TAS] = "test-and-set",
	[VISIBLE_TAS_CLEAR] = "clears test-and-set",
	[VISIBLE_RAISE] = "raises an interrupt",
	[VISIBLE_PIN] = "acknowledges",
	[VISIBLE_SLEEP] = "wakes up, interrupted",
	[VISIBLE_TAKE] = "is interrupted",
	[VISIBLE_DUE] = "its time comes",
	[VISIBLE_RELAX] = "tries again",
	[VISIBLE_BEGIN] = "begins",
	[VISIBLE_END] = "ends",
	[VISIBLE_DONE] = "goes on",
};

static void take_region(enum arch_hint what, const void *place, uint32_t offset,
			uint64_t n)
{
	if (what == ARCH_HINT_REGION) {
		hint_take(what, place, offset, n);
	}
}

void narrate_create(void)
{
	if (engine.cores[0].host.hint) {
		return; /* the detectors do the same */
	}
	hint_create();
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		engine.cores[rank].host.hint = take_region;
	}
}

void narrate_stop(uint32_t rank)
{
	if (out) {
		paths[rank] = path_here(&engine.cores[rank]);
	}
}

uint32_t narrate_stopped(uint32_t rank)
{
	return out ? paths[rank] : 0;
}

static uint32_t word_at(const struct visible *op)
{
	uint32_t word = 0;

	if (op->bytes >= sizeof(word)) {
		memcpy(&word, engine.cores[op->rank].window + op->offset,
		       sizeof(word));
	}
	return word;
}

static void put_place(const struct row *row)
{
	const struct visible *op = &row->op;
	uint32_t begin;
	const char *region = hint_region(op->rank, op->offset, &begin);

	fprintf(out,
		", \"window\": %" PRIu32 ", \"offset\": %" PRIu32
		", \"bytes\": %" PRIu32 ", \"word\": %" PRIu32,
		op->rank, op->offset, op->bytes, row->word);
	if (region) {
		fprintf(out, ", \"region\": \"%s\", \"into\": %" PRIu32, region,
			op->offset - begin);
	}
}

static void put_path(uint32_t id)
{
	const struct path *path = path_get(id);

	fputs(", \"path\": [", out);
	for (uint32_t i = 0; i < path->n; i++) {
		fprintf(out, "%s%" PRIu32, i ? ", " : "", path->at[i]);
	}
	fputc(']', out);
}

static void put_row(const struct row *row)
{
	const struct visible *op = &row->op;

	fprintf(out,
		"{\"step\": %" PRIu64 ", \"rank\": %" PRIu32
		", \"us\": %.3f, \"does\": \"%s\"",
		row->number, op->core, (double)row->time / 1e6,
		names[op->kind]);
	if (op->bytes) {
		put_place(row);
	} else if (op->kind >= VISIBLE_TAS && op->kind <= VISIBLE_RAISE &&
		   op->rank < engine.count) {
		fprintf(out, ", \"at_rank\": %" PRIu32, op->rank);
	}
	if (op->kind == VISIBLE_AWAIT) {
		fprintf(out, ", \"wants\": %" PRIu32, op->value);
	}
	if (row->late) {
		fputs(", \"late\": true", out);
	}
	if (row->told) {
		fputs(", \"told\": true", out);
	}
	if (op->kind != VISIBLE_LAND) {
		put_path(row->path);
	}
	fputs("}\n", out);
	fflush(out);
}

void narrate(uint32_t at)
{
	const struct step *step = &tape->steps[at];
	struct row row = {
		.number = at,
		.time = step->time,
		.op = step->op,
		.word = word_at(&step->op),
		.path = step->path,
		.late = step->late,
		.told = step->choice != step->usual,
	};

	if (out) {
		put_row(&row);
	}
}

static void stop(struct core *core)
{
	paths[core->rank] = path_here(core);
}

/* In virtual time: the last things that were done. */
static void keep(const struct visible *op, uint64_t time)
{
	if (op->kind == VISIBLE_TAKE) {
		stop(&engine.cores[op->core]);
	}
	rows[done % ROWS] = (struct row){
		.number = done,
		.time = time,
		.op = *op,
		.word = word_at(op),
		.path = paths[op->core],
	};
	done++;
}

static int put_rows(int status)
{
	uint64_t at = done > ROWS ? done - ROWS : 0;

	for (; at < done; at++) {
		put_row(&rows[at % ROWS]);
	}
	return status;
}

static struct mode timed = {.before = stop, .after = keep, .end = put_rows};

void narrate_begin(void)
{
	out = narrate_path ? fopen(narrate_path, "w") : NULL;
	if (out && !paths) {
		paths = host_alloc(engine.count * sizeof(*paths));
	}
	if (out && !player) {
		mode_add(&timed);
	}
}
