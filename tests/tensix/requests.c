/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each kind of request, what it does and what it counts.
 *
 * run: --chip wormhole --tiles 0
 * run: --chip wormhole --tiles 0 --seed 1
 * run: --chip blackhole --tiles 0
 * run: --chip blackhole --tiles 0 --seed 2
 * expect: 85
 */
#include "chip.h"

enum {
	LONG = WORMHOLE ? 8192 : 16384,
	FAR = 13,
};

static volatile uint32_t a[LONG / 4] __attribute__((aligned(16)));
static volatile uint32_t b[LONG / 4] __attribute__((aligned(16)));
static volatile uint32_t old[4] __attribute__((aligned(16)));

static uint32_t far;

static void fill(uint32_t from)
{
	for (unsigned i = 0; i < LONG / 4; i++) {
		a[i] = from + i;
		b[i] = 0;
	}
	landed(&a[LONG / 4 - 1]);
	landed(&b[LONG / 4 - 1]);
}

static int writes(void)
{
	uint32_t acks = counter(WRITE_ACKS), sent = counter(WRITES_SENT);
	uint32_t posted = counter(POSTED_WRITES_SENT);

	fill(100);
	start_write(WRITE, a, far, a, LONG);
	CHECK(counter(OUTSTANDING(0)) == 1);
	CHECK(counter(WRITES_SENT) == sent + 1);
	CHECK(counter(UNREAD(0)) == 1);
	while (counter(UNREAD(0))) {
	}
	CHECK(counter(WRITE_ACKS) == acks);
	idle(0);
	CHECK(counter(WRITE_ACKS) == acks + 1);
	read(far, a, b, LONG);
	for (unsigned i = 0; i < LONG / 4; i++) {
		CHECK(b[i] == 100 + i);
	}
	/* Odd lengths; nothing beside them changes. */
	a[1] = 0xabcdef01;
	landed(&a[1]);
	write((volatile uint8_t *)a + 5, far, (volatile uint8_t *)a + 21, 2);
	read(far, a, b, 32);
	CHECK(b[5] == ((105 & 0xff0000ff) | 0x00cdef00));
	CHECK(b[4] == 104 && b[6] == 106);
	start_write(POSTED, a, far, a, 16);
	CHECK(counter(POSTED_WRITES_SENT) == posted + 1);
	CHECK(counter(OUTSTANDING(0)) == 0);
	CHECK(counter(WRITE_ACKS) == acks + 2);
	return PASS;
}

static int reads(void)
{
	uint32_t responses = counter(READ_RESPONSES);

	start_read(READ, far, a, b, 64);
	CHECK(counter(OUTSTANDING(0)) == 1);
	CHECK(counter(READ_RESPONSES) == responses);
	idle(0);
	CHECK(counter(READ_RESPONSES) == responses + 1);
	/* A register of there. */
	read(far, (void *)(NIU(0) + (WORMHOLE ? 0x138 : 0x148)),
	     (volatile uint8_t *)old + (WORMHOLE ? 8 : 8), 4);
	CHECK(old[2] == far);
	return PASS;
}

static int atomics(void)
{
	uint32_t responses = counter(ATOMIC_RESPONSES);
	uint32_t posted = counter(POSTED_ATOMICS);

	for (unsigned i = 0; i < 4; i++) {
		a[i] = 1000 * i;
	}
	landed(&a[3]);
	write(a, far, a, 16);
	for (unsigned i = 0; i < 4; i++) {
		start_atomic(ATOMIC, far, &a[i], i + 5, &old[i]);
		CHECK(counter(OUTSTANDING(0)) == 1);
		idle(0);
		CHECK(old[i] == 1000 * i);
		CHECK(counter(ATOMIC_RESPONSES) == responses + i + 1);
	}
	read(far, a, b, 16);
	for (unsigned i = 0; i < 4; i++) {
		CHECK(b[i] == 1001 * i + 5);
	}
	/* On the own tile, too; then one without an answer. */
	start_atomic(ATOMIC, my_place(), &a[1], 0xffffffff, &old[0]);
	idle(0);
	CHECK(old[0] == 1000);
	CHECK(a[1] == 999);
	start_atomic(0x2081, far, &a[0], 1, &old[0]);
	CHECK(counter(POSTED_ATOMICS) == posted + 1);
	CHECK(counter(ATOMIC_RESPONSES) == responses + 5);
	CHECK(counter(OUTSTANDING(0)) == 0);
	do {
		read(far, a, b, 16);
	} while (b[0] == 5);
	CHECK(b[0] == 6);
	return PASS;
}

static int inlines(void)
{
	uint32_t acks = counter(WRITE_ACKS), unread = counter(UNREAD(0));

	start_inline(far, STREAM(20), 77);
	CHECK(counter(UNREAD(0)) == unread);
	CHECK(counter(OUTSTANDING(0)) == 1);
	idle(0);
	CHECK(counter(WRITE_ACKS) == acks + 1);
	read(far, (void *)STREAM(20),
	     (volatile uint8_t *)old + (STREAM(20) & 15), 4);
	CHECK(old[(STREAM(20) & 15) / 4] == 77);
	if (WORMHOLE) {
		fill(7);
		write(a, far, a, 16);
		start_inline(far, (uint32_t)(uintptr_t)&a[2], 0x55);
		idle(0);
		read(far, a, b, 16);
		CHECK(b[0] == 7 && b[1] == 8 && b[2] == 0x55 && b[3] == 10);
	}
	return PASS;
}

/* Each id counts its own; clearing forgets. */
static int tags(void)
{
	struct request r = {.ctrl = WRITE,
			    .tag = 9,
			    .length = 16,
			    .targ = (uint32_t)(uintptr_t)a,
			    .targ_place = my_place(),
			    .ret = (uint32_t)(uintptr_t)a,
			    .ret_place = far};

	go(&r);
	r.tag = 3;
	go(&r);
	go(&r);
	CHECK(counter(OUTSTANDING(9)) == 1);
	CHECK(counter(OUTSTANDING(3)) == 2);
	CHECK(counter(OUTSTANDING(0)) == 0);
	idle(9);
	idle(3);
	CHECK(counter(UNREAD(3)) == 0 && counter(UNREAD(9)) == 0);
	return PASS;
}

int main(void)
{
	far = place_of(FAR);
	return writes() || reads() || atomics() || inlines() || tags();
}
