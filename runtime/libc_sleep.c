/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C library's sleep: a wait for nothing but its deadline, in which this core's handlers
 * and fibers run.  It lasts at least as long as asked, and nothing ends it sooner.
 */
#define _DEFAULT_SOURCE 1

#include <time.h>
#include <unistd.h>

#include "arch/arch.h"
#include "runtime/context.h"
#include "runtime/park.h"

#include <weft/types.h>

enum {
	US_PER_S = 1000000
};

int nanosleep(const struct timespec *time, struct timespec *left);

static ARCH_COLD bool never(void *what)
{
	(void)what;
	return false;
}

static ARCH_COLD int sleep_us(weft_us_t us)
{
	RT_THREAD_ONLY();
	rt_park(never, NULL, rt_deadline(us), RT_ANYONE, "a time to pass");
	return 0;
}

ARCH_COLD unsigned sleep(unsigned seconds)
{
	for (; seconds > 0; seconds--) {
		sleep_us(US_PER_S);
	}
	return 0;
}

ARCH_COLD int usleep(useconds_t us)
{
	return sleep_us(us);
}

/* Without a division: less than 1 % longer. */
ARCH_COLD int nanosleep(const struct timespec *time, struct timespec *left)
{
	uint32_t ns = (uint32_t)time->tv_nsec;

	sleep((unsigned)time->tv_sec);
	sleep_us((ns >> 10) + (ns >> 15) + 1);
	if (left) {
		left->tv_sec = 0;
		left->tv_nsec = 0;
	}
	return 0;
}
