/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim cores=3 args=poll o=fault=stop:core=1,op=300
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=interrupt o=fault=stop:core=1,op=450
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3,17 args=all o=fault=stop:core=1,at=1500
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=3 args=all o=fault=stop:core=1,in=notified
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: boards=scc-sim cores=2,3,17 args=interrupt,full o=fault=stop:core=1,at=20000
   env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-image: am_spill_dead_small messages/am/ways/am_spill.c -DAM_LEAST=1 */
/* weft-test: image=am_spill_dead_small boards=scc-sim cores=3,17 args=all
   o=fault=stop:core=1,at=1500 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-image: am_spill_dead_least messages/am/am_place.c -DAM_LEAST=1 */
/* weft-test: image=am_spill_dead_least boards=scc-sim cores=3 args=poll
   o=fault=stop:core=1,op=300 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_spill_dead_least boards=scc-sim cores=3 args=interrupt
   o=fault=stop:core=1,op=450 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_spill_dead_least boards=scc-sim cores=3,17 args=all
   o=fault=stop:core=1,at=1500 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_spill_dead_least boards=scc-sim cores=3 args=all
   o=fault=stop:core=1,in=notified env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/* weft-test: image=am_spill_dead_least boards=scc-sim cores=2,3,17 args=interrupt,full
   o=fault=stop:core=1,at=20000 env=WEFT_HOP_US=30000,WEFT_TICK_US=1000 time-out=60 */
/*
 * Ways that spill: core 1 stops, whenever that is.  All others send to it, and to each
 * other, by slots, by the queue and with data.  Who waits for a piece, or for room, is told
 * that it has stopped; messages among the others all come, once and in order.  There is no
 * barrier, since one core would not come.
 * With `full` core 1 computes until it stops, and takes nothing from its queue: all that was
 * sent to it has arrived, and the others wait for room.
 */
#include <stdio.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"

#include "tests/target/tap.h"

#include "tests/target/am/meet.h"

enum {
	NUMBERED = 1,
	HANDLERS,
	SEGMENT = 3,
	TAG = 0xac,
	CORES = 64,
	VICTIM = 1,
	LEAST = 40, /* messages to each that lives */
	BYTES = 300,
	SHARE = 2048,
};

static volatile uint32_t numbered;
static uint32_t heard[CORES], cores, me, done;
static struct weft_am_queue queue;
static struct weft_am_way way[CORES];

static void back(struct weft_am_message *m)
{
	if (m->from != VICTIM || m->reason != WEFT_ERR_DEAD) {
		weft_panic("another message comes back");
	}
}

static void on_numbered(struct weft_am_message *m)
{
	if (m->from == VICTIM) {
		return;
	}
	if (m->word[0] != heard[m->from]++) {
		weft_panic("not in order");
	}
	numbered++;
}

static weft_am_handler *const table[HANDLERS] = {back, on_numbered};
static const struct weft_am_endpoint endpoint = {TAG, table, HANDLERS, NULL};

/* False: it has stopped.  Some ways are never opened then. */
static bool open_way(uint32_t i)
{
	int error;

	way[i].to = (struct weft_am_dest){i, 1, TAG, 1};
	way[i].segment = SEGMENT;
	way[i].in_order = true;
	error = weft_am_way_open(&way[i], WEFT_FOREVER);
	if (!error) {
		error = weft_am_way_spill(&way[i]);
	}
	if (error && (i != VICTIM || error != WEFT_ERR_DEAD)) {
		weft_panic(weft_strerror(error));
	}
	return !error;
}

static bool send(uint32_t i, uint32_t n)
{
	static char data[BYTES];
	int error = weft_am_way_send(&way[i], NUMBERED, &n, 1, data,
				     n % 5 == 4 ? BYTES : 0, WEFT_FOREVER);

	if (error && (i != VICTIM || error != WEFT_ERR_DEAD)) {
		weft_panic(weft_strerror(error));
	}
	return !error;
}

static void send_all(void)
{
	bool lives = open_way(VICTIM);

	for (uint32_t i = 0; i < cores; i++) {
		if (i != VICTIM) {
			open_way(i);
		}
	}
	for (uint32_t n = 0; n < LEAST || lives; n++) {
		lives = lives && me != VICTIM ? send(VICTIM, n) : lives;
		for (uint32_t i = 0; i < cores && n < LEAST; i++) {
			if (i != VICTIM && i != me) {
				send(i, n);
			}
		}
		weft_am_queue_serve();
	}
}

/* True: it is done. */
static bool fill(void)
{
	volatile uint32_t computed = 0;
	bool lives = me != VICTIM && open_way(VICTIM);

	while (me == VICTIM) {
		computed++;
	}
	for (uint32_t n = 0; lives; n++) {
		lives = send(VICTIM, n);
	}
	return true;
}

int main(int argc, char **argv)
{
	uint32_t never = 0;
	bool full;

	me = weft_rank();
	cores = weft_size();
	if (cores > CORES) {
		weft_panic("more cores than this test has room for");
	}
	weft_flags_alloc(cores, &done);
	if (weft_am_open(1, &endpoint) ||
	    !meet_begin(argc > 1 ? argv[1] : "poll")) {
		weft_panic("no Active Messages");
	}
	queue.bytes = SHARE * cores;
	queue.memory = tap_room(queue.bytes);
	if (weft_am_queue_open(SEGMENT, &queue)) {
		weft_panic("no queue");
	}
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	full = argc > 2 && fill();
	if (!full) {
		send_all();
	}
	if (!full &&
	    weft_am_queue_wait(&numbered, LEAST * (cores - 2), WEFT_FOREVER)) {
		weft_panic("messages are lost");
	}
	weft_flag_write(0, weft_flag_at(done, me), 1);
	for (uint32_t i = 0; i < cores && me == 0; i++) {
		uint32_t value = 0;

		while (i != VICTIM && !value) {
			weft_am_queue_wait(&never, 1, 100);
			weft_flag_read(0, weft_flag_at(done, i), &value);
		}
	}
	while (me != 0) {
		weft_am_queue_wait(&never, 1, 1000); /* serves */
	}
	printf("ok 1 - nobody waits for who has stopped\n1..1\n");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
