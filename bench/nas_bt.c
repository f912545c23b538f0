/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1,2,4,8,16,32,48 args=table=B,kernel=bt o=table=B */
/* weft-bench: boards=scc-sim cores=4 args=table=B,kernel=sp o=table=B */
/* weft-bench: boards=scc-sim cores=8 args=table=B,kernel=lu o=table=B */
/* weft-bench: boards=scc-sim-chips cores=4 args=table=chips o=chips=4 */
/*
 * BT, SP and LU (examples/bspbt), 12 by 12 by 12 points, a step.  Of BT and SP points go to who
 * has the lines of the next direction by bsp_put, or by messages: packed with their places, a
 * message for each pair, in rounds in which all processes pair off.  LU's lines go from process
 * to process in supersteps, or each is sent as soon as it is there.
 */
#include "nas.h"

#include "examples/bspbt/ssor.h"

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
#define lu_swap_rows    rows_by_puts
#define lu_line_awaited line_before_puts
#define lu_line_done    line_by_put
void rows_by_puts(void);
void line_before_puts(uint32_t z, int way);
void line_by_put(uint32_t z, int way);
#include "examples/bspbt/swap.c"
#undef lu_swap_rows
#undef lu_line_awaited
#undef lu_line_done
#include "examples/bspbt/points.c"
#include "examples/bspbt/lines.c"
#include "examples/bspbt/scalar.c"
#include "examples/bspbt/ssor.c"
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

/* LU ----------------------------------------------------------------------- */

/* All processes go through these in one order, so none waits for a later one. */
static void rows_by_messages(void)
{
	size_t bytes = (size_t)bt.n * bt.n * sizeof(*lu.u);

	for (uint32_t y = 1; y < bt.n - 1; y++) {
		uint32_t from = owner_of_row(y), last = from;
		uint32_t end = y + NEAR + 1;

		end = end < bt.n - 1 ? end : bt.n - 1;
		for (uint32_t near = y > NEAR ? y - NEAR : 1; near < end;
		     near++) {
			uint32_t to = owner_of_row(near);
			void *row = lu.u[point_at(y, 0, 0)];

			if (to == from || to == last) {
				continue;
			}
			last = to;
			if (from == bt.me) {
				nas_need(weft_send(row, bytes, to,
						   WEFT_FOREVER));
			} else if (to == bt.me) {
				nas_need(weft_recv(row, bytes, from,
						   WEFT_FOREVER));
			}
		}
	}
}

void lu_swap_rows(void)
{
	uint64_t start = weft_cycles();

	if (nas_messages) {
		rows_by_messages();
	} else {
		rows_by_puts();
	}
	nas_cycles += weft_cycles() - start;
}

/* The process before this one, or after it, that way; bt.p or more: none. */
static uint32_t neighbour(int way)
{
	return bt.me + (way > 0 ? 1 : UINT32_MAX);
}

static void *line_of_row(uint32_t y, uint32_t z)
{
	return lu.r[point_at(y, z, 0)];
}

void lu_line_awaited(uint32_t z, int way)
{
	uint64_t start = weft_cycles();
	uint32_t from = neighbour(-way);

	if (nas_messages && from < bt.p) {
		uint32_t y = way > 0 ? lu.first - 1 : lu.end;

		nas_need(weft_recv(line_of_row(y, z), bt.n * sizeof(*lu.r),
				   from, WEFT_FOREVER));
	}
	nas_cycles += weft_cycles() - start;
}

void lu_line_done(uint32_t z, int way)
{
	uint64_t start = weft_cycles();
	uint32_t to = neighbour(way);

	if (!nas_messages) {
		line_by_put(z, way);
	} else if (z > 0 && to < bt.p) {
		uint32_t y = way > 0 ? lu.end - 1 : lu.first;

		nas_need(weft_send(line_of_row(y, z), bt.n * sizeof(*lu.r), to,
				   WEFT_FOREVER));
	}
	nas_cycles += weft_cycles() - start;
}

int main(int argc, char **argv)
{
	double mine[NORMS] = {0}, right[NORMS] = {0}, sum[NORMS] = {0}, *all;
	uint32_t steps;

	bench_setup(argc, argv);
	take_kernel(bench_arg("kernel", "bt"));
	steps = kernels[bt.kernel].steps;
	bsp_begin(bsp_nprocs());
	bt.n = POINTS;
	bt.within = POINTS - 2;
	bt.p = (uint32_t)bsp_nprocs();
	bt.me = (uint32_t)bsp_pid();
	begin_kernel();
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
	nas_rows(kernels[bt.kernel].name, bt.kernel == LU ? lu_step : step);
	bsp_end();
	return 0;
}
