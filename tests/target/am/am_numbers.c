/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3 time-out=60 */
/*
 * Handlers that multiply and divide, while the thread that they interrupt does: on a chip
 * whose FPU has modes, and does both, neither may find it in the other's.
 */
#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	CHECK = 1,
	MESSAGES = 150, /* from each core */
	WITHIN = 10000000,
};

/* Functions of their own, so that the compiler knows neither number. */
static __attribute__((noinline)) uint32_t product(uint32_t a, uint32_t b)
{
	return a * b;
}

static __attribute__((noinline)) uint32_t quotient(uint32_t a, uint32_t b)
{
	return a / b;
}

static __attribute__((noinline)) int32_t signed_quotient(int32_t a, int32_t b)
{
	return a / b;
}

static uint32_t next_number(uint32_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 17;
	*x ^= *x << 5;
	return *x;
}

/* What is divided is what comes back, and the rest is less than the divisor. */
static bool divides(uint32_t a, uint32_t b)
{
	uint32_t rest = a - product(quotient(a, b), b);
	int32_t positive = (int32_t)(a >> 1), part = (int32_t)(b >> 1) + 1;
	int32_t q = signed_quotient(-positive, part);

	return rest < b &&
	       quotient((uint32_t)positive, (uint32_t)part) == (uint32_t)-q;
}

static volatile uint32_t checked, wrong;

static void check(struct weft_am_message *m)
{
	wrong += product(m->word[0], m->word[1]) != m->word[2]; /* at first */
	wrong += !divides(m->word[0], m->word[1]);
	checked++;
}

static weft_am_handler *const table[] = {NULL, check};
static const struct weft_am_endpoint endpoint = {5, table, 2, NULL};

/* One message, and numbers of this core's own until it may send the next. */
static bool send_and_compute(uint32_t to, uint32_t *x)
{
	struct weft_am_dest dest = {to, 0, 5, 0};
	uint32_t words[3] = {next_number(x), (next_number(x) >> 12) + 1};
	bool ok = true;

	words[2] = product(words[0], words[1]);
	ok &= !weft_am_request(&dest, CHECK, words, 3, WITHIN);
	for (uint32_t i = 0; i < 8; i++) {
		uint32_t divisor = next_number(x) >> (i + 8);

		ok &= divides(next_number(x), divisor + 1);
	}
	return ok;
}

int main(void)
{
	uint32_t me = weft_rank(), cores = weft_size();
	uint32_t x = 0x9e3779b9u + me, to = me;
	bool ok = true, came;

	tap_begin();
	weft_am_open(0, &endpoint);
	ok &= !weft_am_begin(WEFT_AM_INTERRUPT);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	for (uint32_t i = 0; i < MESSAGES * cores; i++) {
		to = to + 1 < cores ? to + 1 : 0;
		ok &= send_and_compute(to, &x);
	}
	came = !weft_am_wait(&checked, MESSAGES * cores, WITHIN);
	tap_ok(ok, "the thread's numbers");
	tap_ok(came && wrong == 0, "the handlers' numbers");
	return tap_end();
}
