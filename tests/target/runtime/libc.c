/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,48 time-out=60 args=one,two env=GREETING=hello */
/* weft-test: boards=arm-qemu cores=123 full=1 time-out=120 args=one,two
   env=GREETING=hello */
/* Each core has its own C library: globals, errno, heap, stdio, arguments. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <weft/weft.h>

#include "arch/arch.h"

#include "tests/target/tap.h"

static uint32_t global = 7;
static uint32_t zero;

static bool private_globals(void)
{
	global += weft_rank();
	zero += weft_rank() + 1;
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return global == 7 + weft_rank() && zero == weft_rank() + 1;
}

static bool private_errno(void)
{
	errno = 100 + (int)weft_rank();
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	return errno == 100 + (int)weft_rank();
}

static bool private_heap(void)
{
	size_t n = 10000 + weft_rank();
	uint8_t *p = malloc(n), *q = calloc(1, n);
	void *base;
	bool ok = p && q;

	if (ok) {
		tap_fill(p, n, weft_rank());
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		ok = tap_same(p, n, weft_rank()) && q[0] == 0 && q[n - 1] == 0;
	}
	free(p);
	free(q);
	ok &= malloc(SIZE_MAX / 2) == NULL && errno == ENOMEM;
	errno = 0; /* all that there ever was, of which something is in use */
	n = arch_dram(&base);
	return ok && malloc(n) == NULL && errno == ENOMEM;
}

static bool formats(void)
{
	char text[80];

	snprintf(text, sizeof(text), "%lld %.3f %s %zu", -1234567890123LL,
		 sqrt(2.0), "s", sizeof(text));
	return strcmp(text, "-1234567890123 1.414 s 80") == 0;
}

static bool arguments(int argc, char **argv)
{
	const char *greeting = getenv("GREETING");

	return argc == 3 && strcmp(argv[1], "one") == 0 &&
	       strcmp(argv[2], "two") == 0 && argv[3] == NULL && greeting &&
	       strcmp(greeting, "hello") == 0 && !getenv("ABSENT");
}

/*
 * Functions of the library whose system call nothing else here names: that must
 * be weft's, and not one of the library's own which calls itself.
 */
static bool indirect(void)
{
	clock_t ticks = clock();
	time_t seconds = time(NULL);

	errno = 0;
	return seconds >= 0 && clock() >= ticks && remove("absent") == -1 &&
	       errno == ENOENT;
}

int main(int argc, char **argv)
{
	const void *data;
	size_t n;

	tap_begin();
	tap_ok(private_globals(), "globals are each core's own");
	tap_ok(private_errno(), "errno is each core's own");
	tap_ok(private_heap(), "the heap is each core's own");
	tap_ok(formats(), "printf knows long long and floating point");
	tap_ok(arguments(argc, argv), "arguments and environment");
	tap_ok(!fopen("absent", "r") && errno == ENOENT &&
		       weft_file("absent", &data, &n) == WEFT_ERR_NAME &&
		       weft_file(NULL, &data, &n) == WEFT_ERR_NULL,
	       "files that did not come with the run are not there");
	tap_ok(indirect(), "clock, time and remove find their system calls");
	return tap_end();
}
