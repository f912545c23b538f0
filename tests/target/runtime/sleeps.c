/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,3 time-out=60 */
/*
 * clock_gettime is the core's clock to a nanosecond's name; sleep, usleep and nanosleep last
 * as long as asked, and not much longer; who sleeps still hears of a notification.
 */
#define _DEFAULT_SOURCE 1
#define _POSIX_TIMERS          1 /* newlib declares clocks only then */
#define _POSIX_MONOTONIC_CLOCK 1

#include <time.h>
#include <unistd.h>

#include <weft/weft.h>

#include "tests/target/tap.h"

enum {
	US_PER_S = 1000000,
	NAP_US = 2500
};

/* The core's time in us, from clock_gettime. */
static uint64_t now_us(clockid_t clock)
{
	struct timespec t = {-1, -1};

	if (clock_gettime(clock, &t) || t.tv_nsec < 0 ||
	    t.tv_nsec >= 1000 * US_PER_S) {
		return 0;
	}
	return (uint64_t)t.tv_sec * US_PER_S + (uint32_t)t.tv_nsec / 1000;
}

static uint64_t cycles_us(void)
{
	return weft_cycles() * US_PER_S / weft_cycles_in_us(US_PER_S);
}

static bool clocks_agree(void)
{
	uint64_t first = cycles_us(), real = now_us(CLOCK_REALTIME);
	uint64_t mono = now_us(CLOCK_MONOTONIC);

	return first <= real && real <= mono &&
	       mono <= cycles_us();
}

/* An emulator's time may go on for a while before the core does. */
static bool lasts(uint64_t before, uint32_t us)
{
	uint64_t gone = now_us(CLOCK_MONOTONIC) - before;

	return gone >= us && gone < us + us / 8 + US_PER_S;
}

static bool sleeps(void)
{
	struct timespec nap = {0, 1000 * NAP_US}, left = {9, 9};
	uint64_t before = now_us(CLOCK_MONOTONIC);
	bool ok = usleep(NAP_US) == 0 && lasts(before, NAP_US);

	before = now_us(CLOCK_MONOTONIC);
	ok = ok && nanosleep(&nap, &left) == 0 && left.tv_sec == 0 &&
	     left.tv_nsec == 0 && lasts(before, NAP_US);
	before = now_us(CLOCK_MONOTONIC);
	return ok && sleep(1) == 0 && lasts(before, US_PER_S);
}

static bool hears(void)
{
	weft_rank_t next = weft_rank() + 1 < weft_size() ? weft_rank() + 1 : 0;
	weft_event_t event;
	uint32_t seen;
	bool ok = weft_event_open(WEFT_ANYONE, &event) == WEFT_OK;

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	seen = weft_event_stage(event);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	weft_notify(next);
	usleep(NAP_US);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return ok && weft_event_stage(event) == seen + 1;
}

int main(void)
{
	tap_begin();
	tap_ok(clocks_agree(), "clock_gettime: the core's clock");
	tap_ok(sleeps(), "sleep, usleep, nanosleep: as long as asked");
	tap_ok(hears(), "who sleeps hears of a notification");
	return tap_end();
}
