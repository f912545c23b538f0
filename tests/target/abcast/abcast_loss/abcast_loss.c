/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: tap=no boards=scc-sim modes=fast cores=5 args=handler,1,3
   o=fault=stop:core=1,op=700+fault=stop:core=3,op=1500
   env=WEFT_HOP_US=20000,WEFT_ABCAST_K=1,WEFT_CREDIT=2 */
/* weft-test: tap=no boards=scc-sim modes=strict cores=5 args=message,~2
   o=fault=pause:core=2,op=900,for=400000 env=WEFT_HOP_US=20000 */
/* weft-test: tap=no boards=scc-sim modes=relaxed cores=9 args=posted,1,3,0
   o=fault=stop:core=1,op=120+fault=stop:core=3,op=316+fault=stop:core=0,op=220
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=1,WEFT_CREDIT=2 */
/* weft-test: tap=no boards=scc-sim modes=strict cores=5 args=message,~0,2,4
   o=fault=pause:core=0,op=7119,for=1000000+fault=stop:core=2,op=192+fault=stop:core=4,op=695
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=1,WEFT_CREDIT=2 */
/* weft-test: tap=no boards=scc-sim modes=relaxed cores=5 args=posted,~1,~3
   o=fault=pause:core=1,op=2698,for=1000000+fault=pause:core=3,op=4074,for=1000000
   env=WEFT_HOP_US=20000,WEFT_ABCAST_K=1 */
/* weft-test: tap=no boards=scc-sim modes=strict cores=3 args=posted,0
   o=fault=stop:core=0,op=451
   env=WEFT_HOP_US=30000,WEFT_ABCAST_K=1,WEFT_CREDIT=1 */
/* weft-test: tap=no boards=scc-sim modes=strict cores=6 args=one,handler,1,2,3
   o=fault=stop:core=1-3,in=weft_abcast_on_chunk
   env=WEFT_HOP_US=20000,WEFT_ABCAST_K=1 */
/* weft-test: tap=no boards=scc-sim modes=fast cores=4 args=one,long,1 time-out=20
   o=fault=slow:core=2,x=60,at=600,for=8000+fault=stop:core=1,at=920+limit_us=1000000
   env=WEFT_HOP_US=6000,WEFT_TICK_US=2000,WEFT_ABCAST_K=1 */
/* weft-test: tap=no boards=scc-sim modes=fast cores=3 args=one,long,1 time-out=20
   o=fault=slow:core=1,x=100,at=700+fault=stop:core=1,at=4000+limit_us=1000000
   env=WEFT_HOP_US=6000,WEFT_TICK_US=2000,WEFT_ABCAST_K=1 */
/* weft-test: tap=no boards=scc-sim modes=fast cores=5 args=one,later,handler,1,2
   o=fault=slow:core=2,x=30,at=800,for=8000+fault=stop:core=1,at=2000+fault=stop:core=2,at=60000
   env=WEFT_HOP_US=6000,WEFT_TICK_US=2000,WEFT_ABCAST_K=1 time-out=20 */
/*
 * Cores are lost, one or several, for good or for a while: args are how all
 * receive, and the ranks that a fault stops; with ~ that it stops for a while, long
 * enough to be given up.  With "one" before them only one core sends; with "later" who
 * sends asks only after its last message what has become of all.  All of "long" need
 * posted buffers.  All others go on: what each is told is complete they all have, in
 * order and right, whenever it was sent.  Who was away for a while learns that it has
 * been given up from whatever it calls.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/panic.h"
#include "tests/target/abcast/abcast_loss/loss.h"
#include "tests/target/tap.h"

enum {
	AFTER = 4,       /* messages that are complete after the last loss */
	WHOLE = 7000,    /* bytes of the longest one that nobody posts for */
	A_WHILE = 300,   /* us, a look at what has come in between */
	BACK = 60000000, /* us in which who was away has noticed */
};

weft_rank_t me, cores;
bool whole_messages, posts;
uint32_t eager, got[CORES][MOST / 32];
static weft_rank_t first; /* that is not lost */
static bool lost[CORES], away[CORES];
static bool one_sends, only_long, later;
static struct weft_request request[MOST];
static uint8_t *out;
static uint32_t complete[MOST / 32]; /* mine that are, a bit each */
static uint32_t told, record;        /* flags; a record of what is complete */

uint32_t size_of(uint32_t i)
{
	static const uint16_t sizes[] = {33, WHOLE, 0, 1200, 4000, 6200, 28};
	uint32_t bytes = sizes[i % 7];

	if (posts && (only_long || i % 3 == 2)) {
		return eager + 1 + i % MORE;
	}
	return whole_messages && bytes > eager ? eager : bytes;
}

/* Waits, and takes what comes meanwhile. */
static int await(struct weft_request *r, enum weft_request_state state)
{
	int error;

	while ((error = weft_wait(r, state, A_WHILE)) == WEFT_ERR_TIMEOUT) {
		take(0);
	}
	return error;
}

/* That is how a broadcast ended. */
static int judge(const struct weft_request *r, uint32_t message, int error)
{
	if (error && error != WEFT_ERR_DEAD) {
		weft_panic(weft_strerror(error));
	}
	if (error && !lost[r->peer]) {
		weft_panic("another core is blamed");
	}
	if (!error && r->state == WEFT_COMPLETE) {
		set(complete, message);
	}
	return error;
}

static int send(uint32_t message)
{
	struct weft_request *r = &request[later ? message : 0];
	uint32_t bytes = size_of(message);
	int error;

	for (uint32_t i = 0; i < bytes; i++) {
		out[i] = byte_of(me, message, i);
	}
	while ((error = weft_abcast_start(out, bytes, r)) == WEFT_ERR_REFUSED) {
		take(A_WHILE);
	}
	if (!error) {
		error = await(r, later ? WEFT_REUSABLE : WEFT_COMPLETE);
	}
	return judge(r, message, error);
}

static bool all_lost(void)
{
	bool all = true;

	for (weft_rank_t i = 0; i < cores; i++) {
		if (weft_abcast_lost(i) && !lost[i]) {
			weft_panic("a core that goes on is given up");
		}
		all &= !lost[i] || weft_abcast_lost(i);
	}
	return all;
}

/* All take messages, and so are ready to lose somebody (tests/losses.t). */
static void say_begun(uint32_t message)
{
	if (me == first && message == 1) {
		printf("# begun\n");
		fflush(stdout);
	}
}

/* Until all that are to be lost are, and some more. */
static void exchange(void)
{
	uint32_t after = 0, sent = 0;

	for (uint32_t i = 1; after < AFTER; i++) {
		bool all = all_lost();

		if (i == MOST) {
			weft_panic("nobody has been lost");
		}
		if (send(i) == WEFT_OK) {
			after += all;
			say_begun(i);
		} else if (weft_abcast_lost(me)) {
			return;
		}
		sent = i;
	}
	for (uint32_t i = 1; later && i <= sent; i++) {
		judge(&request[i], i, await(&request[i], WEFT_COMPLETE));
	}
}

/* What the one that sends sends, until it says that this is all, or I am out. */
static void listen(void)
{
	uint32_t word = 0;

	while (word == 0 && take(A_WHILE) == WEFT_OK) {
		weft_flag_read(me, weft_flag_at(told, first), &word);
	}
}

static void tell(weft_rank_t rank)
{
	weft_flag_write(rank, weft_flag_at(told, me), 1);
}

/* Others tell, or say that they know; meanwhile what they send is taken. */
static void hear(weft_rank_t rank)
{
	uint32_t word = 0;

	while (word == 0) {
		take(A_WHILE);
		weft_flag_read(me, weft_flag_at(told, rank), &word);
	}
}

/* What others were told is complete is here. */
static void compare(weft_rank_t rank)
{
	uint32_t there[MOST / 32];

	weft_get(there, weft_at(rank, record), sizeof(there));
	for (uint32_t i = 0; i < MOST / 32; i++) {
		if (there[i] & ~got[rank][i]) {
			weft_panic("a complete message has not come");
		}
	}
}

/* I have been given up, and am told so by all that I call. */
static void was_away(void)
{
	struct weft_request r = {0};
	struct weft_message m;
	bool ok = away[me] && weft_abcast_lost(me);
	int error = WEFT_OK;

	ok &= weft_abcast_start(out, 1, &r) == WEFT_ERR_DEAD && r.peer == me;
	ok &= weft_abcast(out, 1, WEFT_FOREVER) == WEFT_ERR_DEAD;
	/* After what has come before. */
	while (whole_messages && !error) {
		error = weft_abcast_recv(in, eager, &m, WEFT_FOREVER);
	}
	ok &= !whole_messages || error == WEFT_ERR_DEAD;
	while (weft_abcast_poll(1, WEFT_FOREVER) > 0) {
	}
	if (!ok) {
		weft_panic("who was given up is not told so");
	}
	tell(first);
}

static void on_lost(weft_rank_t rank, void *arg)
{
	(void)arg;
	if (!weft_abcast_lost(rank)) {
		weft_panic("told of a core that is not lost");
	}
}

static void prepare(int argc, char **argv)
{
	bool handler;

	one_sends = strcmp(argv[1], "one") == 0;
	argv += one_sends;
	argc -= one_sends;
	later = strcmp(argv[1], "later") == 0;
	argv += later;
	argc -= later;
	handler = strcmp(argv[1], "handler") == 0;
	me = weft_rank();
	cores = weft_size();
	eager = weft_abcast_eager();
	whole_messages = !handler && strcmp(argv[1], "thread") != 0;
	only_long = strcmp(argv[1], "long") == 0;
	posts = only_long || strcmp(argv[1], "posted") == 0;
	for (int i = 2; i < argc; i++) {
		bool back = argv[i][0] == '~';
		uint32_t rank = (uint32_t)strtoul(argv[i] + back, NULL, 10);

		lost[rank] = true;
		away[rank] = back;
	}
	while (lost[first]) {
		first++;
	}
	out = malloc(WHOLE + eager);
	weft_flags_alloc(cores, &told);
	weft_mpb_alloc(sizeof(complete), &record);
	weft_abcast_on_lost(on_lost, NULL);
	take_begin(handler);
}

int main(int argc, char **argv)
{
	prepare(argc, argv);
	if (one_sends && me != first) {
		listen();
	} else {
		exchange();
	}
	if (weft_abcast_lost(me)) {
		was_away();
		weft_flag_wait(told, 2, WEFT_FOREVER); /* never */
	}
	weft_put(weft_at(me, record), complete, sizeof(complete));
	weft_quiet(); /* others are told, and read it here */
	for (weft_rank_t i = 0; i < cores; i++) {
		if (!lost[i] && i != me) {
			tell(i);
		}
	}
	for (weft_rank_t i = 0; i < cores; i++) {
		if (!lost[i] && i != me) {
			hear(i);
			compare(i);
		}
	}
	if (me != first) {
		weft_flag_write(first, weft_flag_at(told, me), 2);
		weft_flag_wait(told, 3, WEFT_FOREVER); /* never */
	}
	for (weft_rank_t i = 0; i < cores; i++) {
		if (i != me && (!lost[i] || away[i]) &&
		    weft_flag_wait_from(i, weft_flag_at(told, i), 2 - away[i],
					BACK)) {
			weft_panic("a core has not come back");
		}
	}
	printf("ok 1 - all others go on\n1..1\n");
	fflush(stdout);
	rt_print_end(0, 0);
	arch_stop(ARCH_PASSED);
}
