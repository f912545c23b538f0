/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17,48 args=handler env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=2,3,17 args=thread env=WEFT_TICK_US=0 time-out=60 */
/* weft-test: cores=3,17 args=handler
   env=WEFT_TICK_US=0,WEFT_ABCAST_K=1,WEFT_EPOCH=0xffffffff time-out=60 */
/*
 * Calls from where one would make them: a handler that answers, also while what
 * came before it was there is caught up with; cores that block on each other; a
 * blocking call that times out; sources overwritten at once; inner nodes that only
 * compute.  Each core's chunks come once, in order, whatever nests.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "collectives/abcast/abcast.h"

#include "tests/target/tap.h"

enum {
	CORES = 144, /* at most */
	MANY = 40,
	EARLY = 3, /* at most */
};

static uint32_t me, cores, word;
static uint32_t early; /* chunks before anybody has chosen: W - 1 */
static bool in_thread;
static volatile uint32_t seen[CORES], wrong, inside, all;
static volatile uint32_t echo_of; /* 1 + the root to whom I answer */
static struct weft_request answer[MANY];
static uint32_t answers, said[MANY];
static weft_event_t event;

static void poll(uint32_t most)
{
	weft_abcast_poll(most, WEFT_FOREVER);
}

static void handle(const struct weft_chunk *c, void *arg)
{
	uint32_t value = 0;

	memcpy(&value, c->data, sizeof(value));
	wrong += c->bytes != sizeof(value) || arg != &seen || inside > 0;
	wrong += value != ++seen[c->root] || c->message != value;
	inside++;
	if (echo_of == c->root + 1 && answers < MANY) {
		uint32_t i = answers++;

		said[i] = answers;
		wrong += weft_abcast_start(&said[i], 4, &answer[i]) != 0;
		weft_test(&answer[i], WEFT_COMPLETE);
	}
	inside--;
	all++;
	weft_event_post(event);
}

/* In thread mode only my own waits and polls take anything. */
static void until(volatile const uint32_t *count, uint32_t value)
{
	while (*count < value) {
		uint32_t staged = weft_event_stage(event);

		if (in_thread) {
			poll(3);
		} else if (*count < value) {
			weft_event_wait(event, staged, WEFT_FOREVER);
		}
	}
}

static void meet(void)
{
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/*
 * Rank 0 has sent a window less one before the last core chooses; the next chunk is
 * there, its interrupt masked, when the handler answers the first one.
 */
static bool answers_late(void)
{
	static uint32_t n[EARLY + 1] = {1, 2, 3, 4};
	static struct weft_request r[EARLY + 1];
	uint32_t last = cores - 1, value = 0;
	bool ok = true;

	if (me != last) {
		ok &= !weft_abcast_on_chunk(handle, (void *)&seen,
					    in_thread ? WEFT_IN_THREAD
						      : WEFT_IN_HANDLER);
	}
	for (uint32_t i = 0; me == 0 && i < early; i++) {
		ok &= !weft_abcast_start(&n[i], 4, &r[i]);
	}
	if (me == 0) {
		ok &= early == 0 ||
		      !weft_wait(&r[early - 1], WEFT_REUSABLE, WEFT_FOREVER);
		weft_flag_write(last, word, 1);
		ok &= !weft_flag_wait(word, 2, WEFT_FOREVER);
		ok &= !weft_abcast_start(&n[early], 4, &r[early]);
		ok &= !weft_wait(&r[early], WEFT_REUSABLE, WEFT_FOREVER);
		weft_flag_write(last, word, 3);
		until(&seen[last], early + 1);
	} else if (me == last) {
		arch_irq_state state;

		echo_of = 1;
		ok &= !weft_flag_wait(word, 1, WEFT_FOREVER);
		state = arch_irq_save();
		weft_flag_write(0, word, 2);
		while (value != 3) {
			arch_relax(0);
			value = arch_flag_read(me, word);
		}
		ok &= !weft_abcast_on_chunk(handle, (void *)&seen,
					    in_thread ? WEFT_IN_THREAD
						      : WEFT_IN_HANDLER);
		arch_irq_restore(state);
		until(&seen[0], early + 1);
	} else {
		until(&seen[0], early + 1);
		until(&seen[last], early + 1);
	}
	meet();
	echo_of = 0;
	return ok && wrong == 0 && seen[me] == 0;
}

/* All answer rank 0, each of its messages, from the handler. */
static bool answers_all(void)
{
	static uint32_t n[MANY];
	uint32_t last = cores - 1, begin = early + 1;
	struct weft_request r;
	bool ok = true;

	answers = me == last ? begin : 0;
	meet();
	echo_of = 1;
	meet();
	for (uint32_t i = begin; i < MANY - 1; i++) {
		uint32_t from = i - begin + 1;

		n[i] = i + 1;
		if (me == 0) {
			ok &= !weft_abcast_start(&n[i], 4, &r);
			ok &= !weft_wait(&r, WEFT_REUSABLE, WEFT_FOREVER);
			n[i] = 0; /* it has left */
		}
		for (uint32_t root = 1;
		     (i & 1 || i == MANY - 2) && root < cores; root++) {
			if (root != me) {
				until(&seen[root],
				      from + (root == last ? begin : 0));
			}
		}
		if (me > 0) {
			until(&seen[0], i + 1);
		}
	}
	for (uint32_t i = me == last ? begin : 0; me > 0 && i < answers; i++) {
		ok &= !weft_wait(&answer[i], WEFT_COMPLETE, WEFT_FOREVER);
	}
	meet();
	echo_of = 0;
	return ok && wrong == 0;
}

int main(int argc, char **argv)
{
	bool ok;

	me = weft_rank();
	cores = weft_size();
	in_thread = argc > 1 && !strcmp(argv[1], "thread");
	early = abcast.inbox.window - 1;
	early = early < EARLY ? early : EARLY;
	tap_begin();
	tap_cores(CORES);
	ok = !weft_event_open(WEFT_NOBODY, &event) &&
	     !weft_flags_alloc(1, &word);
	tap_ok(ok, "ready");
	tap_ok(answers_late(), "chunks from before, and answers to them");
	tap_ok(answers_all(), "answers from the handler");
	return tap_end();
}
