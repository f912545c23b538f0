/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=4 args=table=B,kernel=bt o=table=B */
/* weft-bench: boards=scc-sim cores=4 args=table=B,kernel=sp o=table=B */
/* weft-bench: boards=scc-sim-chips cores=4 args=table=chips o=chips=4 */
/*
 * BT and SP (examples/bspbt), 12 by 12 by 12 points, a step; points go to who has the lines of the next
 * direction by bsp_put, or by messages: packed with their places, a message for each pair, in
 * rounds in which all processes pair off.
 */
#include "nas.h"

#include "examples/bspbt/bt.h"

void turn_by_puts(uint32_t from, uint32_t to, bool all);
void message_put(int pid, const void *data, void *to, int offset, int bytes);
void message_sync(void);
void turn_by_messages(uint32_t from, uint32_t to, bool all);
int bspbt_main(int argc, char **argv);

/* clang-format off: the program's own files, but for who communicates */
#define turn turn_by_puts
#include "examples/bspbt/turn.c"
#undef turn
#define turn     turn_by_messages
#define high_of  high_of_too
#define low_of   low_of_too
#define place_of place_of_too
#undef bsp_put
#undef bsp_sync
#define bsp_put  message_put
#define bsp_sync message_sync
void place_of_too(uint32_t direction, uint32_t line, uint32_t i, uint32_t *at);
#include "examples/bspbt/turn.c"
#undef turn
#undef place_of
#undef bsp_put
#undef bsp_sync
#include "examples/bspbt/points.c"
#include "examples/bspbt/lines.c"
#include "examples/bspbt/scalar.c"
#define main bspbt_main
#include "examples/bspbt/bspbt.c"
#undef main
/* clang-format on */

enum {
	POINTS = 12,
	CORES = 64,
	KINDS = DIRECTIONS * DIRECTIONS, /* of turns, by directions */
};

static struct {
	char *out;
	uint32_t bytes, room;
} pack[CORES];
static char *in, *target;
static uint32_t kind, in_room;
static uint32_t comes[KINDS][CORES]; /* bytes from each, once known */

void message_put(int pid, const void *data, void *to, int offset, int bytes)
{
	uint32_t head[2] = {(uint32_t)offset, (uint32_t)bytes};

	target = to;
	if (pack[pid].bytes + sizeof(head) + (uint32_t)bytes > pack[pid].room) {
		pack[pid].room = 2 * pack[pid].room + 1024;
		pack[pid].out = realloc(pack[pid].out, pack[pid].room);
	}
	memcpy(pack[pid].out + pack[pid].bytes, head, sizeof(head));
	memcpy(pack[pid].out + pack[pid].bytes + sizeof(head), data,
	       (size_t)bytes);
	pack[pid].bytes += (uint32_t)sizeof(head) + (uint32_t)bytes;
}

static void unpack(const char *from, uint32_t bytes)
{
	const char *end = from + bytes;

	while (from < end) {
		uint32_t head[2];

		memcpy(head, from, sizeof(head));
		memcpy(target + head[0], from + sizeof(head), head[1]);
		from += sizeof(head) + head[1];
	}
}

/* The first time: how much comes from each. */
static void learn(void)
{
	uint32_t goes[CORES];

	for (uint32_t i = 0; i < bt.p; i++) {
		goes[i] = pack[i].bytes;
	}
	nas_need(weft_alltoall(goes, comes[kind], sizeof(*goes), WEFT_WORLD,
			       WEFT_FOREVER));
	for (uint32_t i = 0; i < bt.p; i++) {
		in_room = comes[kind][i] > in_room ? comes[kind][i] : in_room;
	}
	in = realloc(in, in_room);
}

void message_sync(void)
{
	if (!comes[kind][bt.me]) {
		learn();
	}
	for (uint32_t r = 0; r < bt.p; r++) {
		uint32_t with = (r + bt.p - bt.me) % bt.p;

		if (with == bt.me) {
			unpack(pack[with].out, pack[with].bytes);
		} else {
			nas_swap(with, pack[with].out, pack[with].bytes, in,
				 comes[kind][with]);
			unpack(in, comes[kind][with]);
		}
	}
	for (uint32_t i = 0; i < bt.p; i++) {
		pack[i].bytes = 0;
	}
}

void turn(uint32_t from, uint32_t to, bool all)
{
	uint64_t start = weft_cycles();

	kind = from * DIRECTIONS + to;
	if (nas_messages) {
		target = (char *)bt.lines[to];
		turn_by_messages(from, to, all);
	} else {
		turn_by_puts(from, to, all);
	}
	nas_cycles += weft_cycles() - start;
}

int main(int argc, char **argv)
{
	double mine[NORMS] = {0}, right[NORMS] = {0}, sum[NORMS] = {0}, *all;
	uint32_t steps;

	bench_setup(argc, argv);
	take_kernel(bench_arg("kernel", "bt"));
	steps = bt.scalar ? CLASS_S_STEPS_SP : CLASS_S_STEPS;
	bsp_begin(bsp_nprocs());
	bt.n = POINTS;
	bt.within = POINTS - 2;
	bt.p = (uint32_t)bsp_nprocs();
	bt.me = (uint32_t)bsp_pid();
	begin();
	nas_messages = true;
	run(steps, mine);
	all = calloc(bt.p, sizeof(mine));
	nas_need(weft_allgather(mine, all, sizeof(mine), WEFT_WORLD,
				WEFT_FOREVER));
	for (uint32_t i = 0; i < bt.p * NORMS; i++) {
		sum[i % NORMS] += all[i];
	}
	expected(steps, right);
	if (differ(sum, right)) {
		weft_panic("nas_bt: wrong norms");
	}
	nas_rows(bt.scalar ? "sp" : "bt", step);
	bsp_end();
	return 0;
}
