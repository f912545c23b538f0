/* SPDX-License-Identifier: Apache-2.0 */
#include "examples/dirt/draw.h"
#include "examples/dirt/trace.h"
#include "examples/input.h"

#include <string.h>

/* A question's first word: what is asked for, and a number. */
enum {
	ASSIGN,
	BRICKS,
	PIXELS,
	KIND = 30, /* shift */
	NUMBER = (1 << KIND) - 1,
};

enum {
	ENDPOINT = 0,
	GROUP = 8, /* pixels that fit a question */
	GROUP_WORDS = GROUP * COLOURS / 4,
	SHARE = 4, /* an assignment is so small a part of what a fiber would get */
	OWN = 1536, /* bytes of stack */
};

static struct weft_calls calls;
static const struct scene *scene;
static struct draw_added added;
static uint64_t asleep; /* until then this core puts a fiber to sleep */
static uint32_t root, groups, given, drawers;
static uint8_t *image;
static struct drawer {
	struct weft_fiber fiber;
	struct reader_of_bricks reader;
	void *stack;
} * drawer;
static struct weft_fiber communicator;
static void *communicator_stack;
static volatile bool drawing;
static uint32_t never; /* a flag that nobody writes */

static void spend_until(uint64_t end)
{
	while (weft_cycles() < end) {
	}
}

static uint64_t after(uint32_t ns)
{
	return weft_cycles() + weft_cycles_in_us(ns) / 1000;
}

static void spend(uint32_t ns)
{
	if (ns > 0) {
		spend_until(after(ns));
	}
}

/* The next groups of pixels: many at first, one in the end. */
static WEFT_COLD void assign(const struct weft_called *call)
{
	uint32_t part[2] = {given, (groups - given) / (drawers * SHARE)};

	part[1] += part[1] == 0 && given < groups;
	given += part[1];
	need(weft_call_reply(call, part, sizeof(part)));
}

static WEFT_COLD void serve(struct weft_called *call, void *unused)
{
	uint32_t number = call->word[0] & NUMBER;

	(void)unused;
	spend(added.receive);
	switch (call->word[0] >> KIND) {
	case ASSIGN:
		assign(call);
		break;
	case BRICKS:
		spend(added.brick_send);
		need(weft_call_reply(call, bricks_own(number), BRICK_BYTES));
		break;
	default:
		if (number < groups) {
			memcpy(image + number * GROUP * COLOURS, call->word + 1,
			       GROUP * COLOURS);
		}
		need(weft_call_reply(call, NULL, 0));
	}
}

static WEFT_COLD void ask(weft_rank_t rank, const uint32_t *words,
			  uint32_t count, void *reply, size_t bytes)
{
	weft_us_t later = added.reply_us;

	spend(added.send);
	asleep = added.sleep ? after(added.sleep) : 0;
	need(weft_call(&calls, rank, words, count, reply, &bytes,
		       WEFT_FOREVER));
	spend_until(asleep);
	later += bytes == BRICK_BYTES ? added.brick_us : 0;
	if (later > 0) {
		weft_flag_wait(never, 1, later);
	}
	spend(added.receive + added.wake);
}

WEFT_COLD void bricks_fetch(weft_rank_t home, uint32_t key, void *data)
{
	uint32_t word = (uint32_t)BRICKS << KIND | key;

	ask(home, &word, 1, data, BRICK_BYTES);
}

static uint8_t value(void *from, int32_t x, int32_t y, int32_t z)
{
	return bricks_value(from, x, y, z);
}

static WEFT_COLD void draw_group(struct reader_of_bricks *from, uint32_t group)
{
	const struct volume volume = {value, bricks_most, from};
	uint32_t words[1 + GROUP_WORDS] = {(uint32_t)PIXELS << KIND | group};
	uint8_t colours[GROUP * COLOURS];

	for (uint32_t i = 0; i < GROUP; i++) {
		trace_pixel(scene, &volume, group * GROUP + i,
			    colours + i * COLOURS);
	}
	memcpy(words + 1, colours, sizeof(colours));
	ask(root, words, 1 + GROUP_WORDS, NULL, 0);
}

static WEFT_COLD int draws(void *arg)
{
	struct drawer *self = arg;
	struct reader_of_bricks *from = &self->reader;
	uint32_t word = (uint32_t)ASSIGN << KIND, part[2];

	bricks_reader(from, (uint32_t)(self - drawer));
	for (;;) {
		ask(root, &word, 1, part, sizeof(part));
		if (part[1] == 0) {
			return 0;
		}
		for (uint32_t i = 0; i < part[1]; i++) {
			draw_group(from, part[0] + i);
		}
	}
}

static WEFT_COLD int polls(void *unused)
{
	(void)unused;
	while (drawing) {
		weft_am_poll();
		weft_fiber_yield();
	}
	return 0;
}

/* A slot for each fiber, or as many as there is room for: the others wait for one. */
static WEFT_COLD void open_calls(void)
{
	struct weft_calls_shape shape = {ENDPOINT, READERS, BRICK_BYTES};
	int error;

	do {
		error = weft_calls_open(&calls, &shape, serve, NULL);
		shape.slots >>= 1;
	} while (error == WEFT_ERR_SPACE && shape.slots > 0);
	need(error);
}

WEFT_COLD void draw_setup(const struct scene *what, uint32_t supervisor,
			  uint32_t lines)
{
	scene = what;
	root = supervisor;
	groups = (uint32_t)(scene->width * scene->height) / GROUP;
	if (weft_rank() == root) {
		image = room(groups * GROUP * COLOURS);
	}
	drawer = room(READERS * sizeof(*drawer));
	bricks_setup(scene, lines);
	need(weft_am_begin(WEFT_AM_INTERRUPT));
	need(weft_flags_alloc(1, &never));
	open_calls();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

WEFT_COLD const uint8_t *draw(uint32_t fibers, const struct draw_added *costs)
{
	size_t bytes = weft_fiber_stack(OWN);
	bool apart = costs->apart && weft_size() > 1;

	given = 0;
	drawers = (weft_size() - apart) * fibers;
	fibers = apart && weft_rank() == root ? 0 : fibers;
	added = *costs;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	drawing = added.polls;
	if (drawing) {
		communicator_stack =
			communicator_stack ? communicator_stack : room(bytes);
		need(weft_fiber_create(&communicator, polls, NULL,
				       communicator_stack, bytes,
				       WEFT_FIBER_NORMAL));
	}
	for (uint32_t i = 0; i < fibers; i++) {
		struct drawer *d = &drawer[i];

		d->stack = d->stack ? d->stack : room(bytes);
		need(weft_fiber_create(&d->fiber, draws, d, d->stack, bytes,
				       WEFT_FIBER_NORMAL));
	}
	for (uint32_t i = 0; i < fibers; i++) {
		need(weft_fiber_join(&drawer[i].fiber, NULL, WEFT_FOREVER));
	}
	if (drawing) {
		drawing = false;
		need(weft_fiber_join(&communicator, NULL, WEFT_FOREVER));
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return image;
}
