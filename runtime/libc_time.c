/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C library's time, from the core's own clock: there is no calendar, so time
 * begins when the core does.  time and clock call these.
 */
#define _DEFAULT_SOURCE 1

#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "arch/arch.h"

enum {
	US_PER_S = 1000000,
	NS_PER_S = 1000000000
};

/* Whole seconds in *cycles, which keeps the rest; by shifts, not by a division. */
static ARCH_COLD uint32_t take_seconds(uint64_t *cycles, uint64_t second)
{
	uint32_t seconds = 0, bit = 1;
	uint64_t part = second;

	while (part <= *cycles >> 1) {
		part <<= 1;
		bit <<= 1;
	}
	for (; bit; bit >>= 1, part >>= 1) {
		if (*cycles >= part) {
			*cycles -= part;
			seconds |= bit;
		}
	}
	return seconds;
}

/*
 * The time since the start in decimal fractions of a second, of which 10^digits are
 * one: without the whole seconds where these are asked for.
 */
static ARCH_COLD uint32_t since_start(uint32_t *seconds, uint32_t fractions)
{
	uint64_t second = arch_cycles_in_us(US_PER_S), rest = arch_cycles();
	uint32_t whole = take_seconds(&rest, second), value = 0;

	if (seconds) {
		*seconds = whole;
	} else {
		value = whole;
	}
	for (uint32_t unit = 1; unit < fractions;
	     unit = (unit << 3) + (unit << 1)) {
		rest = (rest << 3) + (rest << 1);
		value = (value << 3) + (value << 1);
		for (; rest >= second; rest -= second) {
			value++;
		}
	}
	return value;
}

ARCH_COLD int gettimeofday(struct timeval *now, void *zone)
{
	uint32_t seconds;

	if (now) {
		now->tv_usec = (suseconds_t)since_start(&seconds, US_PER_S);
		now->tv_sec = (time_t)seconds;
	}
	if (zone) {
		memset(zone, 0, sizeof(struct timezone));
	}
	return 0;
}

int clock_gettime(clockid_t clock, struct timespec *now);

/* All clocks are the core's own. */
ARCH_COLD int clock_gettime(clockid_t clock, struct timespec *now)
{
	uint32_t seconds;

	(void)clock;
	now->tv_nsec = (long)since_start(&seconds, NS_PER_S);
	now->tv_sec = (time_t)seconds;
	return 0;
}

/* All of the core is the program's: time that it waits in is its, too. */
ARCH_COLD clock_t times(struct tms *used)
{
	clock_t ticks = (clock_t)since_start(NULL, CLOCKS_PER_SEC);

	memset(used, 0, sizeof(*used));
	used->tms_utime = ticks;
	return ticks;
}
