/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3,17 env=MAP_FILL=64 */
/* weft-test: cores=1,3 env=MAP_FILL=64,MAP_LEAST=0,MAP_STEP=1024,WEFT_SHOW_MAP=1
   expect=bytes=64_least=0_best=64 */
/* weft-test: cores=3 env=MAP_FILL=100000,MAP_STEP=1024 */
/* weft-test: cores=3 env=MAP_FILL=100000,MAP_STEP=1024,WEFT_MPB_HEAP=0 */
/* weft-test: cores=3 env=MAP_FILL=100000,MAP_STEP=96,WEFT_MPB_HEAP=1000 */
/* weft-test: cores=3 env=MAP_FILL=100000,MAP_STEP=10000000 */
/* weft-test: boards=scc-sim cores=3 env=MAP_STEP=7000,WEFT_SHOW_MAP=1
   expect=bytes=8_least=8_best=8 */
/* weft-test: cores=2 env=MAP_LEAST=3000000 tap=no exit=2
   expect=too_small_for_what_is_linked;_the_least_of_filler_is_3000000 */
/* weft-test: cores=2 env=WEFT_MPB_HEAP=3000000 tap=no exit=2 expect=the_least_of_heap_is_3000000 */
/*
 * How the map deals: three invented parts beside those of the image and the heap.  The
 * filler takes whole lines, as many as it is offered, up to a limit.  The stepper takes
 * its least or its best.  The optional one takes 96 bytes or is left out.
 */
#include <stdio.h>

#include <weft/mpb.h>
#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/mpb_map.h"
#include "runtime/part.h"

#include "tests/target/tap.h"

enum {
	STEP_LEAST = 64,
	OPTIONAL = 96,
};

struct placed {
	uint32_t offset, bytes, times;
};

static struct placed filler, stepper, optional;

static uint32_t filler_bytes(const struct rt_run *run, uint32_t offered)
{
	uint32_t least = rt_env_number("MAP_LEAST", 32, 0, UINT32_MAX);
	uint32_t most = rt_env_number("MAP_FILL", 32, 0, UINT32_MAX);

	(void)run;
	offered &= ~(uint32_t)(ARCH_LINE - 1);
	most = offered < most ? offered : most;
	return most < least ? least : most;
}

static uint32_t stepper_bytes(const struct rt_run *run, uint32_t offered)
{
	uint32_t best = rt_env_number("MAP_STEP", STEP_LEAST, 0, UINT32_MAX);

	(void)run;
	return offered < best ? STEP_LEAST : best;
}

static uint32_t optional_bytes(const struct rt_run *run, uint32_t offered)
{
	(void)run;
	return offered < OPTIONAL ? 0 : OPTIONAL;
}

static void placed(struct placed *p, uint32_t offset, uint32_t bytes)
{
	*p = (struct placed){offset, bytes, p->times + 1};
}

static void filler_placed(const struct rt_run *run, uint32_t offset,
			  uint32_t bytes)
{
	(void)run;
	placed(&filler, offset, bytes);
}

static void stepper_placed(const struct rt_run *run, uint32_t offset,
			   uint32_t bytes)
{
	(void)run;
	placed(&stepper, offset, bytes);
}

static void optional_placed(const struct rt_run *run, uint32_t offset,
			    uint32_t bytes)
{
	(void)run;
	placed(&optional, offset, bytes);
}

static const struct rt_part filler_part = {
	.name = "filler",
	.last = 1,
	.bytes = filler_bytes,
	.placed = filler_placed,
};
RT_PART_DEALT(filler_part);

static const struct rt_part stepper_part = {
	.name = "stepper",
	.bytes = stepper_bytes,
	.placed = stepper_placed,
};
RT_PART_DEALT(stepper_part);

static const struct rt_part optional_part = {
	.name = "optional",
	.bytes = optional_bytes,
	.placed = optional_placed,
};
RT_PART_DEALT(optional_part);

/* One that asks for nothing. */
static const struct rt_part plain_part = {
	.name = "plain",
};
RT_PART(plain_part);

static bool gets_nothing(void)
{
	uint32_t parts = (uint32_t)(__stop_weft_parts - __start_weft_parts);
	struct rt_map map = {.parts = parts};

	for (uint32_t i = 0; i < parts; i++) {
		if (__start_weft_parts[i] == &plain_part) {
			return rt_map_asks(&map, i, 0) == 0 &&
			       rt_map_asks(&map, i, UINT32_MAX) == 0;
		}
	}
	return false;
}

static bool apart(const struct placed *a, const struct placed *b)
{
	return a->offset + a->bytes <= b->offset ||
	       b->offset + b->bytes <= a->offset;
}

/* A part that has `got`, and would take `best` of enough: could it have had that? */
static bool left_to_take(uint32_t got, uint32_t best, uint32_t left)
{
	return best > got && best - got <= left;
}

int main(void)
{
	const struct rt_run *run = &rt_run;
	uint32_t window = arch_window_bytes(ARCH_WINDOW_MPB);
	uint32_t heap = rt_heap_bytes(0), best = rt_heap_bytes(window);
	uint32_t fill = rt_to_line(filler_bytes(run, window));
	uint32_t step = rt_to_line(stepper_bytes(run, window));
	uint32_t given = rt_heap.bytes < best ? rt_heap.bytes : best;
	uint32_t heap_least = rt_to_line(heap);
	uint32_t left = rt_heap.bytes - given, offset;
	uint32_t optional_best = rt_to_line(OPTIONAL);

	tap_begin();
	tap_ok(filler.times == 1 && stepper.times == 1 && optional.times == 1,
	       "each part is placed once");
	tap_ok(filler.bytes >= rt_to_line(filler_bytes(run, 0)) &&
		       filler.bytes <= fill &&
		       (stepper.bytes == rt_to_line(STEP_LEAST) ||
			stepper.bytes == step) &&
		       (optional.bytes == 0 || optional.bytes == optional_best),
	       "each has a size that it asked for");
	tap_ok(apart(&filler, &stepper) && apart(&filler, &optional) &&
		       apart(&stepper, &optional) &&
		       stepper.offset < filler.offset &&
		       filler.offset + filler.bytes <= rt_heap.offset,
	       "no bytes have two owners, and what is last lies behind");
	tap_ok(gets_nothing(), "a part that asks for nothing gets nothing");
	tap_ok(rt_heap.bytes >= heap, "the heap has what was asked for");
	tap_ok(!left_to_take(stepper.bytes, step, left + given - heap_least) &&
		       !left_to_take(optional.bytes, optional_best, left) &&
		       (filler.bytes == fill || left < ARCH_LINE),
	       "nothing is left that a part would take, nor has the "
	       "heap more than its least while the stepper goes short");
	/* A line of it is the test's own. */
	tap_ok((heap <= ARCH_LINE ||
		weft_mpb_alloc(heap - ARCH_LINE, &offset) == WEFT_OK) &&
		       weft_mpb_alloc(rt_heap.bytes, &offset) == WEFT_ERR_SPACE,
	       "the heap's least can be allocated");
	return tap_end();
}
