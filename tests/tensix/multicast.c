/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A multicast to a rectangle: who gets it, who not, how many acknowledgements come; on
 * NoC 1 the corners are the other way round; words of a register go to all as well.
 *
 * run: --chip wormhole --tiles 20
 * run: --chip wormhole --tiles 20 --seed 1
 * run: --chip blackhole --tiles 20 --seed 1
 * expect: 85
 */
#include "chip.h"

enum {
	COLUMNS = WORMHOLE ? 8 : 14,
	COUNT = WORMHOLE ? 80 : 140,
};

static volatile uint32_t a[16] __attribute__((aligned(16)));
static volatile uint32_t got[16] __attribute__((aligned(16)));
static volatile uint32_t b[16] __attribute__((aligned(16)));

static uint32_t send(uint32_t niu, uint32_t ctrl, uint32_t start, uint32_t end,
		     uint32_t to, uint32_t bytes)
{
	uint32_t acks = WORD(NIU(niu) + WRITE_ACKS);
	uint32_t sent = WORD(NIU(niu) + WRITES_SENT);
	uint32_t until = clock() + 5000;

	go(&(struct request){.niu = niu,
			     .ctrl = ctrl,
			     .tag = 2,
			     .length = bytes,
			     .targ = (uint32_t)(uintptr_t)a,
			     .targ_place = my_place(),
			     .ret = to,
			     .ret_place = end | start << 12});
	if (WORD(NIU(niu) + WRITES_SENT) != sent + 1) {
		return 0;
	}
	while ((int32_t)(clock() - until) < 0) {
	}
	fence();
	return WORD(NIU(niu) + WRITE_ACKS) - acks;
}

static bool has(uint32_t index, volatile uint32_t *where)
{
	read(place_of(index), where, b, 64);
	return b[0] == a[0] && b[15] == a[15];
}

static bool inside(uint32_t i, uint32_t x0, uint32_t y0, uint32_t x1,
		   uint32_t y1)
{
	uint32_t x = i % COLUMNS, y = i / COLUMNS;

	return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}

static int rectangle(uint32_t niu, uint32_t ctrl, uint32_t n)
{
	uint32_t me = my_index();
	uint32_t from = place_of(COLUMNS + 2), to = place_of(3 * COLUMNS + 6);
	uint32_t acks, want = (6 - 2 + 1) * 3;

	a[0] = a[15] = n;
	landed(&a[0]);
	landed(&a[15]);
	acks = send(niu, ctrl, niu ? to : from, niu ? from : to,
		    (uint32_t)(uintptr_t)got, 64);
	CHECK(acks == want - !(ctrl & 0x20000));
	CHECK(WORD(NIU(niu) + OUTSTANDING(2)) == ((1 - acks) & 255));
	WORD(NIU(niu) + (WORMHOLE ? 0x50 : 0x60)) = 1 << 2;
	for (uint32_t i = 0; i < COUNT; i++) {
		bool should =
			inside(i, 2, 1, 6, 3) && (i != me || (ctrl & 0x20000));

		CHECK(has(i, got) == should);
	}
	CHECK(WORD(NIU(niu) + OUTSTANDING(2)) == 0);
	return PASS;
}

int main(void)
{
	uint32_t n;

	CHECK(inside(my_index(), 2, 1, 6, 3));
	if (rectangle(0, MULTICAST, 1) || rectangle(0, WITHOUT_SELF, 2) ||
	    rectangle(1, MULTICAST, 3)) {
		return 1;
	}
	a[STREAM(20) / 4 & 3] = 99;
	landed(&a[STREAM(20) / 4 & 3]);
	n = (uint32_t)(uintptr_t)a;
	go(&(struct request){.ctrl = MULTICAST,
			     .tag = 2,
			     .length = 4,
			     .targ = n + (STREAM(20) & 15),
			     .targ_place = my_place(),
			     .ret = STREAM(20),
			     .ret_place = place_of(COUNT - 1) | place_of(0)
									<< 12});
	n = clock();
	while (clock() - n < 5000) {
	}
	for (uint32_t i = 0; i < COUNT; i += 13) {
		read(place_of(i), (void *)STREAM(20),
		     (volatile uint8_t *)b + (STREAM(20) & 15), 4);
		CHECK(b[(STREAM(20) & 15) / 4] == 99);
	}
	return PASS;
}
