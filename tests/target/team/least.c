/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,47,48 time-out=240 env=WEFT_MPB_LEAST=1 */
/* weft-test: boards=scc-sim cores=7 modes=strict,relaxed seeds=3 env=WEFT_MPB_LEAST=1
   time-out=120 */
/* weft-test: boards=scc-sim cores=3,17 time-out=240
   env=WEFT_MPB_LEAST=1,WEFT_TEAMS=6,WEFT_EPOCH=0xfffffff0 */
/* weft-test: boards=scc-sim cores=48 modes=strict time-out=240 env=WEFT_MPB_HEAP=6000 */
/* weft-test: boards=scc-sim cores=48 time-out=240 env=WEFT_MPB_HEAP=5000 full=1 */
/* weft-test: boards=scc-sim cores=72,130 modes=strict env=WEFT_MPB_LEAST=1 time-out=240
   full=1 */
/*
 * Every synchronous collective with as few bytes of the MPB as there can be: elements and
 * counts, blocks and messages around each limit that follows from those bytes, among all
 * cores and in two teams that overlap.  An operation that does not commute.  And as many
 * teams as there are rooms work side by side; one more is refused.  There are as many rooms as
 * are asked for.
 */
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "collectives/reduce/exchange.h"
#include "messages/chunk_pool.h"
#include "tests/target/tap.h"
#include "tests/target/two_teams.h"

enum {
	WIDEST = 256, /* bytes of an element */
	MOST = 4096,  /* of a reduction, and of a block */
	TEAMS = 8,
	USUAL = 4, /* rooms for teams at most, which take few bytes */
};

static struct weft_team *team;
static uint32_t me, size;
static uint8_t *from, *to;

/* An element's first byte is the first rank's, its last the last one's; others are sums. */
static uint32_t width;

static void chain(void *into, const void *other, size_t n)
{
	uint8_t *x = into;
	const uint8_t *y = other;

	for (; n > 0; n--, x += width, y += width) {
		for (uint32_t j = 1; j + 1 < width; j++) {
			x[j] = (uint8_t)(x[j] + y[j]);
		}
		x[width - 1] = width > 1 ? y[width - 1] : x[0];
	}
}

static struct weft_op op = {.combine = chain};

static uint8_t byte(uint32_t rank, uint32_t i)
{
	return (uint8_t)(rank * 7 + i * 3 + (i >> 8));
}

/* Byte i of what the ranks first .. end - 1 combine to. */
static uint8_t combined(uint32_t i, uint32_t end)
{
	uint32_t j = i % width, sum = 0;

	if (j == 0) {
		return byte(0, i);
	}
	if (j + 1 == width) {
		return byte(end - 1, i);
	}
	for (uint32_t rank = 0; rank < end; rank++) {
		sum += byte(rank, i);
	}
	return (uint8_t)sum;
}

static void give(uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i++) {
		from[i] = byte(me, i);
	}
	memset(to, 0xa5, bytes + 1);
}

/* Bytes of `to`, which are those from `at` on that so many ranks combine to; no more. */
static bool got(uint32_t bytes, uint32_t at, uint32_t end)
{
	bool ok = to[bytes] == 0xa5;

	for (uint32_t i = 0; i < bytes; i++) {
		ok &= to[i] == combined(at + i, end);
	}
	return ok;
}

/* So many elements; for the scattered result, of each rank. */
static bool reductions(uint32_t n)
{
	uint32_t bytes = n * width, root = n % size;
	bool ok;

	give(bytes);
	ok = weft_allreduce(from, to, n, &op, team, WEFT_FOREVER) == WEFT_OK &&
	     got(bytes, 0, size);
	give(bytes);
	ok &= weft_reduce(from, to, n, &op, root, team, WEFT_FOREVER) ==
		      WEFT_OK &&
	      (me != root || got(bytes, 0, size));
	give(bytes);
	ok &= weft_scan(from, to, n, &op, team, WEFT_FOREVER) == WEFT_OK &&
	      got(bytes, 0, me + 1);
	give(bytes);
	ok &= weft_exscan(from, to, n, &op, team, WEFT_FOREVER) == WEFT_OK &&
	      (me == 0 || got(bytes, 0, me));
	if (bytes > WIDEST) {
		return ok;
	}
	give(size * bytes);
	ok &= weft_reduce_scatter(from, to, n, NULL, &op, team, WEFT_FOREVER) ==
		      WEFT_OK &&
	      got(bytes, me * bytes, size);
	return ok;
}

/* One element, two, and as many as fit each limit, and one more. */
static bool elements(uint32_t bytes)
{
	uint32_t limits[] = {
		UINT32_C(1) << exchange_piece(&exchange_world),
		chunk_bytes(),
		chunk_pool_bytes(),
	};
	bool ok;

	op.bytes = width = bytes;
	ok = reductions(1) && reductions(2);
	for (uint32_t i = 0; i < 3 && size < 64; i++) {
		uint32_t n = limits[i] / width;

		ok &= n < 3 || n * width > MOST - WIDEST ||
		      (reductions(n) && reductions(n + 1));
	}
	return ok;
}

static bool all_elements(void)
{
	static const uint16_t widths[] = {1,  3,   4,   5,   8,   9,
					  16, 17,  32,  33,  64,  65,
					  96, 100, 128, 129, 255, 256};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		ok &= elements(widths[i]);
	}
	return ok;
}

/* Blocks of so many bytes: byte i of what `a` gives to `b`. */
static uint8_t of_block(uint32_t a, uint32_t b, uint32_t i)
{
	return (uint8_t)(a * 5 + b * 11 + i + (i >> 8));
}

static void give_blocks(uint32_t bytes)
{
	for (uint32_t b = 0; b < size; b++) {
		for (uint32_t i = 0; i < bytes; i++) {
			from[b * bytes + i] = of_block(me, b, i);
		}
	}
	memset(to, 0xa5, size * bytes + 1);
}

/* Block b of `to` is what rank b gave to that one. */
static bool got_blocks(uint32_t bytes, uint32_t of)
{
	bool ok = to[size * bytes] == 0xa5;

	for (uint32_t b = 0; b < size; b++) {
		for (uint32_t i = 0; i < bytes; i++) {
			ok &= to[b * bytes + i] == of_block(b, of, i);
		}
	}
	return ok;
}

static bool blocks(uint32_t bytes)
{
	uint32_t root = bytes % size;
	bool ok;

	give_blocks(bytes);
	ok = weft_alltoall(from, to, bytes, team, WEFT_FOREVER) == WEFT_OK &&
	     got_blocks(bytes, me);
	give_blocks(bytes);
	ok &= weft_allgather(from, to, bytes, team, WEFT_FOREVER) == WEFT_OK &&
	      got_blocks(bytes, 0);
	give_blocks(bytes);
	ok &= weft_gather(from, to, bytes, root, team, WEFT_FOREVER) ==
		      WEFT_OK &&
	      (me != root || got_blocks(bytes, 0));
	give_blocks(bytes);
	ok &= weft_scatter(from, to, bytes, root, team, WEFT_FOREVER) ==
	      WEFT_OK;
	ok &= to[bytes] == 0xa5;
	for (uint32_t i = 0; i < bytes; i++) {
		ok &= to[i] == of_block(root, me, i);
	}
	return ok;
}

static bool message(uint32_t bytes)
{
	uint32_t root = bytes % size;

	tap_message(to, bytes, me == root ? weft_rank() : WEFT_TEAM_NOBODY,
		    bytes);
	return weft_bcast(to, bytes, root, team, WEFT_FOREVER) == WEFT_OK &&
	       tap_same(to, bytes, bytes);
}

/* With one byte less, as many, and one more. */
static bool around(uint32_t bytes)
{
	bool ok = true;

	for (uint32_t n = bytes - 1; n <= bytes + 1 && n < MOST; n++) {
		ok &= message(n);
		ok &= n > chunk_bytes() + 1 || blocks(n);
	}
	return ok;
}

static bool all_sizes(void)
{
	uint32_t pool = chunk_pool_bytes(), line = ARCH_LINE;
	uint32_t limits[] = {4,    line - 4,     line,     3 * line,
			     256,  pool / size,  pool / 2, pool,
			     2048, pool / 2 / 3, 1};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		ok &= limits[i] == 0 || around(limits[i]);
	}
	return ok;
}

static void use(struct weft_team *now)
{
	team = now;
	me = weft_team_rank(team);
	size = weft_team_size(team);
}

/* Two teams of each core, in turns. */
static bool two(bool (*some)(void))
{
	struct two_teams teams;
	bool ok = two_teams_make(&teams);

	if (!ok) {
		return false;
	}
	use(teams.half);
	ok &= some();
	use(teams.third);
	ok &= some();
	use(WEFT_WORLD);
	return two_teams_free(&teams) && ok;
}

/* As many teams of all as there are rooms; none is left when they are free again. */
static uint32_t fill_rooms(bool *ok)
{
	struct weft_team *made[TEAMS];
	uint32_t n = 0, sum;
	int error = WEFT_OK;

	while (n < TEAMS && !error) {
		error = weft_team_split(WEFT_WORLD, 0, 0, &made[n],
					WEFT_FOREVER);
		n += !error;
	}
	*ok &= error == WEFT_ERR_SPACE && made[n] == WEFT_NO_TEAM;
	for (uint32_t turn = 0; turn < 3 * n; turn++) {
		struct weft_team *now = made[turn % n];

		*ok &= weft_allreduce(&turn, &sum, 1, &weft_sum_uint32, now,
				      WEFT_FOREVER) == WEFT_OK;
		*ok &= sum == turn * weft_size();
	}
	for (uint32_t i = 0; i < n; i++) {
		*ok &= weft_team_free(&made[i], WEFT_FOREVER) == WEFT_OK;
	}
	return n;
}

static bool rooms(void)
{
	const char *asked = getenv("WEFT_TEAMS");
	bool ok = true;
	uint32_t n = fill_rooms(&ok);

	ok &= asked ? n == (uint32_t)atoi(asked) : n > 0 && n <= USUAL;
	return ok && fill_rooms(&ok) == n && ok;
}

int main(void)
{
	tap_begin();
	from = tap_room(weft_size() * (WIDEST + chunk_bytes() + 2) + MOST);
	to = tap_room(weft_size() * (WIDEST + chunk_bytes() + 2) + MOST);
	use(WEFT_WORLD);
	tap_ok(all_elements(), "reductions of all cores");
	tap_ok(two(all_elements), "of teams");
	tap_ok(all_sizes(), "blocks and messages of all cores");
	tap_ok(two(all_sizes), "of teams");
	tap_ok(rooms(), "as many teams as there are rooms");
	return tap_end();
}
