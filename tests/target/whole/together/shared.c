/* SPDX-License-Identifier: Apache-2.0 */
/* What cores share: locks, delegates, windows; and fibers, which share a core. */
#include "tests/target/tap.h"
#include "tests/target/whole/together/feature.h"

static bool nothing_more(uint32_t n)
{
	(void)n;
	return true;
}

/* A counter under a mutex, which is not changed by one operation. */
static struct {
	struct weft_any_lock mutex;
	uint32_t place, rounds;
} counted;

static struct weft_addr counter(void)
{
	return weft_at(0, counted.place);
}

static bool mutex_open(void)
{
	uint32_t zero = 0;

	counted.rounds = 0;
	return weft_any_lock_create(&counted.mutex, &weft_lock_queue, 0) ==
		       WEFT_OK &&
	       weft_mpb_alloc(sizeof(uint32_t), &counted.place) == WEFT_OK &&
	       (feature_run.me != 0 ||
		weft_put(counter(), &zero, sizeof(zero)) == WEFT_OK);
}

static bool mutex_start(uint32_t n)
{
	uint32_t count = 0;
	bool ok = weft_any_lock_acquire(&counted.mutex, FEATURE_SOON) ==
			  WEFT_OK &&
		  weft_get(&count, counter(), sizeof(count)) == WEFT_OK;

	(void)n;
	counted.rounds++;
	count++;
	return ok && weft_put(counter(), &count, sizeof(count)) == WEFT_OK &&
	       weft_any_lock_release(&counted.mutex) == WEFT_OK;
}

static bool mutex_close(void)
{
	uint32_t count = 0;
	bool ok = weft_get(&count, counter(), sizeof(count)) == WEFT_OK &&
		  count == counted.rounds * feature_run.cores;

	/* Nobody gives the place back while another reads it. */
	return weft_barrier(WEFT_WORLD, FEATURE_SOON) == WEFT_OK && ok &&
	       weft_mpb_free(counted.place) == WEFT_OK &&
	       weft_any_lock_free(&counted.mutex) == WEFT_OK;
}

const struct feature feature_mutex = {
	"mutex", mutex_open, mutex_start, nothing_more, mutex_close, 2 * 64, 0};

/* A sum in a window, by operations that cores apply under a lock. */
static struct {
	struct weft_delegate delegate;
	uint32_t place, rounds;
} delegated;

static uint32_t delegate_add(void *state, uint32_t more)
{
	struct weft_addr at = weft_at(0, delegated.place);
	uint32_t sum = 0;

	(void)state;
	weft_quiet(); /* what this core has put before */
	weft_get(&sum, at, sizeof(sum));
	sum += more;
	weft_put(at, &sum, sizeof(sum));
	return sum;
}

static bool delegate_open(void)
{
	static weft_operation *const operations[] = {delegate_add};
	static const struct weft_object object = {operations, 1, NULL};
	uint32_t zero = 0;

	delegated.rounds = 0;
	return weft_delegate_create(&delegated.delegate, &weft_under_queue, 0,
				    &object, 1) == WEFT_OK &&
	       weft_mpb_alloc(sizeof(uint32_t), &delegated.place) == WEFT_OK &&
	       (feature_run.me != 0 ||
		weft_put(weft_at(0, delegated.place), &zero, sizeof(zero)) ==
			WEFT_OK);
}

static bool delegate_start(uint32_t n)
{
	uint32_t sum = 0;

	(void)n;
	delegated.rounds++;
	return weft_apply(&delegated.delegate, 0, 0, 1, &sum, FEATURE_SOON) ==
		       WEFT_OK &&
	       sum >= delegated.rounds;
}

static bool delegate_close(void)
{
	uint32_t sum = 0;
	bool ok = weft_get(&sum, weft_at(0, delegated.place), sizeof(sum)) ==
			  WEFT_OK &&
		  sum == delegated.rounds * feature_run.cores;

	/* Nobody gives the place back while another reads it. */
	return weft_barrier(WEFT_WORLD, FEATURE_SOON) == WEFT_OK && ok &&
	       weft_mpb_free(delegated.place) == WEFT_OK &&
	       weft_delegate_free(&delegated.delegate) == WEFT_OK;
}

const struct feature feature_delegate = {"delegate",
					 delegate_open,
					 delegate_start,
					 nothing_more,
					 delegate_close,
					 2 * 64,
					 0};

/* A fiber tells the next core, and waits for the one before, while main goes on. */
static struct {
	struct weft_fiber fiber;
	void *stack;
	uint32_t flag, told;
} woven;

static bool fiber_open(void)
{
	if (!woven.stack) {
		woven.stack = tap_room(weft_fiber_stack(256));
	}
	woven.told = 0;
	return weft_flags_alloc(1, &woven.flag) == WEFT_OK &&
	       weft_flag_write(feature_run.me, woven.flag, 0) == WEFT_OK;
}

static int fiber_main(void *arg)
{
	(void)arg;
	woven.told++;
	return weft_flag_write(feature_run.next, woven.flag, woven.told) ==
		       WEFT_OK &&
	       weft_flag_wait(woven.flag, woven.told, FEATURE_SOON) == WEFT_OK;
}

static bool fiber_start(uint32_t n)
{
	bool ok = weft_fiber_create(&woven.fiber, fiber_main, NULL, woven.stack,
				    weft_fiber_stack(256),
				    WEFT_FIBER_NORMAL) == WEFT_OK;

	(void)n;
	weft_fiber_yield();
	return ok;
}

static bool fiber_end(uint32_t n)
{
	int result = 0;

	(void)n;
	return weft_fiber_join(&woven.fiber, &result, FEATURE_SOON) ==
		       WEFT_OK &&
	       result == 1;
}

static bool fiber_close(void)
{
	return weft_mpb_free(woven.flag) == WEFT_OK;
}

const struct feature feature_fiber = {
	"fiber", fiber_open, fiber_start, fiber_end, fiber_close, 64, 0};

/* A put with a flag behind it; a flag back says that it has been read. */
enum {
	RMA_WORDS = 7
};

static struct {
	uint32_t place, flag, read, told;
	uint32_t data[RMA_WORDS];
} put;

static bool rma_open(void)
{
	put.told = 0;
	if (weft_mpb_alloc(sizeof(put.data), &put.place) != WEFT_OK ||
	    weft_flags_alloc(2, &put.flag) != WEFT_OK) {
		return false;
	}
	put.read = weft_flag_at(put.flag, 1);
	return weft_flag_write(feature_run.me, put.flag, 0) == WEFT_OK &&
	       weft_flag_write(feature_run.me, put.read, 0) == WEFT_OK;
}

static bool rma_start(uint32_t n)
{
	for (uint32_t i = 0; i < RMA_WORDS; i++) {
		put.data[i] = feature_word(feature_run.me, n + i);
	}
	return weft_flag_wait_from(feature_run.next, put.read, put.told,
				   FEATURE_SOON) == WEFT_OK &&
	       weft_put_signal(weft_at(feature_run.next, put.place), put.data,
			       sizeof(put.data), put.flag,
			       ++put.told) == WEFT_OK;
}

static bool rma_end(uint32_t n)
{
	bool ok = weft_flag_wait_from(feature_run.prev, put.flag, put.told,
				      FEATURE_SOON) == WEFT_OK &&
		  weft_get(put.data, weft_at(feature_run.me, put.place),
			   sizeof(put.data)) == WEFT_OK;

	for (uint32_t i = 0; i < RMA_WORDS; i++) {
		ok &= put.data[i] == feature_word(feature_run.prev, n + i);
	}
	return ok &&
	       weft_flag_write(feature_run.prev, put.read, put.told) == WEFT_OK;
}

static bool rma_close(void)
{
	return weft_mpb_free(put.flag) == WEFT_OK &&
	       weft_mpb_free(put.place) == WEFT_OK;
}

const struct feature feature_rma = {"rma",     rma_open, rma_start, rma_end,
				    rma_close, 2 * 64,   0};
