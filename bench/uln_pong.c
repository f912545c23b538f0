/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln */
/* weft-bench: boards=scc-sim cores=2 env=WEFT_TICK_US=0 args=profile=scc */
/*
 * The ping-pong of M. A. Parker's thesis (Utah, 2013, section 4.3) over a connection, with
 * messages of a note and no data, by how they are received:
 *
 *   poll     both sides wait for the note itself
 *   notify   each message rings, and both sides sleep on their event
 *   fiber    so it is at the other side; here a fiber, the communicator, sleeps on the event,
 *            receives, and wakes the one that has sent and parked
 *   direct   here the one that has sent waits for the reply itself, while the communicator
 *            sleeps: the reply resumes who asked
 *
 * Also the cost of a put, and of receiving and releasing what is there; of a wake, and how long
 * after its begin the fiber runs that it wakes, where the one that wakes gives way at once.
 */
#include <stdlib.h>

#include <weft/weft.h>

#include "common.h"

enum {
	ROUNDS = 64,
	NOTES = 8,
	OWN = 1024,
};

enum receive {
	POLL,
	NOTIFY,
	FIBER,
	DIRECT,
	WAYS
};
static const char *const ways[] = {"poll", "notify", "fiber", "direct"};

static struct weft_connection c;
static weft_event_t bell;
static struct weft_fiber communicator, *asker;
static volatile bool over;
static uint32_t communicated;

static void must(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static void send(bool ring)
{
	struct weft_note note = {.flags = WEFT_NEAR};

	must(ring ? weft_connection_ring(&c, &note, WEFT_FOREVER)
		  : weft_connection_put(&c, &note, WEFT_FOREVER));
}

static void take(weft_us_t within)
{
	struct weft_note note;

	must(weft_connection_receive(&c, &note, within));
	must(weft_connection_release(&c, note.number));
}

/* Stage, check, park.  False: it is over. */
static bool take_notified(void)
{
	struct weft_note note;

	for (;;) {
		uint32_t seen = weft_event_stage(bell);

		if (over) {
			return false;
		}
		if (!weft_connection_receive(&c, &note, 0)) {
			must(weft_connection_release(&c, note.number));
			return true;
		}
		must(weft_event_wait(bell, seen, WEFT_FOREVER));
	}
}

static int communicates(void *unused)
{
	(void)unused;
	while (take_notified()) {
		communicated++;
		weft_fiber_wake(asker);
	}
	return 0;
}

/* The communicator of `direct` has no messages: only it would be in the way of them. */
static int sleeps(void *unused)
{
	(void)unused;
	while (!over) {
		weft_event_wait(bell, weft_event_stage(bell), WEFT_FOREVER);
	}
	return 0;
}

static void ask_and_park(void)
{
	uint32_t before = communicated, seen = weft_fiber_stage();

	send(true);
	while (communicated == before) {
		must(weft_fiber_park(seen, WEFT_FOREVER));
		seen = weft_fiber_stage();
	}
}

static void ask(enum receive way)
{
	if (way == FIBER) {
		ask_and_park();
		return;
	}
	send(way == NOTIFY);
	if (way == NOTIFY) {
		take_notified();
	} else {
		take(WEFT_FOREVER);
	}
}

static void answer(enum receive way)
{
	bool notified = way == NOTIFY || way == FIBER;

	if (notified) {
		take_notified();
	} else {
		take(WEFT_FOREVER);
	}
	send(notified);
}

static void create(weft_fiber_main *main, void *stack, size_t bytes)
{
	asker = weft_fiber_self();
	must(weft_fiber_create(&communicator, main, NULL, stack, bytes,
			       WEFT_FIBER_HIGH));
	weft_fiber_yield();
}

static uint64_t round_trip(enum receive way, void *stack, size_t bytes)
{
	bool fiber = weft_rank() == 0 && way >= FIBER;
	uint64_t begin = 0;

	over = false;
	if (fiber) {
		create(way == FIBER ? communicates : sleeps, stack, bytes);
	}
	weft_barrier(WEFT_FOREVER);
	for (uint32_t i = 0; i < 2 * ROUNDS; i++) {
		begin = i == ROUNDS ? weft_cycles() : begin;
		if (weft_rank() == 0) {
			ask(way);
		} else {
			answer(way);
		}
	}
	begin = weft_cycles() - begin;
	over = true;
	if (fiber) {
		weft_event_post(bell);
		must(weft_fiber_join(&communicator, NULL, WEFT_FOREVER));
	}
	return begin;
}

/* Of a put, and of taking what is there, on average. */
static void overheads(const char *profile)
{
	uint64_t put = 0, taken = 0, begin;

	for (uint32_t i = 0; i < ROUNDS; i++) {
		begin = weft_cycles();
		send(false);
		put += weft_cycles() - begin;
		weft_barrier(WEFT_FOREVER);
		begin = weft_cycles();
		take(WEFT_FOREVER);
		taken += weft_cycles() - begin;
		weft_barrier(WEFT_FOREVER);
	}
	bench_row("uln", "overhead", "ns", bench_ns(put) * 1000 / ROUNDS,
		  "profile=%s,op=send", profile);
	bench_row("uln", "overhead", "ns", bench_ns(taken) * 1000 / ROUNDS,
		  "profile=%s,op=receive", profile);
}

static uint64_t woken_at;

static int is_woken(void *unused)
{
	(void)unused;
	while (!over) {
		must(weft_fiber_park(weft_fiber_stage(), WEFT_FOREVER));
		woken_at = weft_cycles();
	}
	return 0;
}

static void wakes(const char *profile, void *stack, size_t bytes)
{
	uint64_t wake = 0, latency = 0, nothing = weft_cycles();

	nothing = weft_cycles() - nothing; /* what it takes to look */
	over = false;
	create(is_woken, stack, bytes);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		uint64_t begin = weft_cycles();

		weft_fiber_wake(&communicator);
		wake += weft_cycles() - begin - nothing;
		begin = weft_cycles();
		weft_fiber_wake(&communicator);
		weft_fiber_yield();
		latency += woken_at - begin - nothing;
	}
	over = true;
	weft_fiber_wake(&communicator);
	must(weft_fiber_join(&communicator, NULL, WEFT_FOREVER));
	bench_row("uln", "overhead", "ns", bench_ns(wake) * 1000 / ROUNDS,
		  "profile=%s,op=wake", profile);
	bench_row("uln", "latency", "ns", bench_ns(latency) * 1000 / ROUNDS,
		  "profile=%s,op=wake", profile);
}

int main(int argc, char **argv)
{
	static const struct weft_connection_shape shape = {NOTES, 0, 32};
	size_t bytes = weft_fiber_stack(OWN);
	void *stack = malloc(bytes);
	const char *profile;
	uint32_t other = !weft_rank();

	bench_setup(argc, argv);
	profile = bench_arg("profile", "scc");
	must(weft_connection_create(&c, &shape, other, other));
	must(weft_event_open(other, &bell));
	weft_barrier(WEFT_FOREVER);
	must(weft_connection_accept(&c, NULL, 0, true));
	overheads(profile);
	if (weft_rank() == 0) {
		wakes(profile, stack, bytes);
	}
	for (enum receive way = POLL; way < WAYS; way++) {
		uint64_t time = round_trip(way, stack, bytes);

		bench_row("uln", "latency", "ns",
			  bench_ns(time) * 1000 / ROUNDS,
			  "profile=%s,op=round_trip,receive=%s", profile,
			  ways[way]);
	}
	return 0;
}
