/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=2 env=WEFT_TICK_US=0
 *             o=profile=sim/profiles/uln.profile args=profile=uln,wire=300 */
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
 * Also the cost of a put, of receiving and releasing what is there, also staged for a
 * notification, and of staging and finding nothing; of a wake, and how long after its
 * begin the fiber runs that it wakes, where the one that wakes gives way at once.
 *
 * `less_wire`: a round trip without its two ways over the wire, of `wire` ns each, in the
 * core's cycles.  Rows with a `path`: the same with costs added to each message, those of an
 * operating system as the thesis models them (section 8.4), in us:
 *
 *   interrupt 1 to wake: a user-level network interface, an interrupt by the kernel and a
 *             signal; `interrupt2` 2
 *   kernel    1 to send, 1 to receive, 1 to wake: all by the kernel
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

/* What is added, in us. */
struct path {
	const char *name;
	uint32_t send, receive, wake;
};
static const struct path paths[] = {
	{"user", 0, 0, 0},
	{"interrupt", 0, 0, 1},
	{"interrupt2", 0, 0, 2},
	{"kernel", 1, 1, 1},
};
static const struct path *path = paths;

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

static void spend(uint32_t us)
{
	uint64_t end;

	if (us > 0) {
		end = weft_cycles() + weft_cycles_in_us(us);
		while (weft_cycles() < end) {
		}
	}
}

static void send(bool ring)
{
	struct weft_note note = {.flags = WEFT_NEAR};

	spend(path->send);
	must(weft_connection_put(&c, &note, WEFT_FOREVER));
	must(ring ? weft_notify(c.to) : WEFT_OK);
}

static void take(weft_us_t within)
{
	struct weft_note note;

	must(weft_connection_receive(&c, &note, within));
	spend(path->receive);
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
			spend(path->receive);
			must(weft_connection_release(&c, note.number));
			return true;
		}
		must(weft_event_wait(bell, seen, WEFT_FOREVER));
		spend(path->wake);
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
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
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

static void overhead(const char *profile, const char *op, uint64_t sum)
{
	bench_row("uln", "overhead", "ns", bench_ns(sum) * 1000 / ROUNDS,
		  "profile=%s,op=%s", profile, op);
}

static void stage_in_vain(void)
{
	struct weft_note note;

	weft_event_stage(bell);
	weft_connection_receive(&c, &note, 0);
}

/* Of a put, of taking what is there by both ways, of finding nothing, on average. */
static void overheads(const char *profile)
{
	uint64_t put = 0, taken = 0, notified = 0, nothing = 0, begin;

	for (uint32_t i = 0; i < 2 * ROUNDS; i++) {
		uint64_t *sum = i & 1 ? &notified : &taken;

		begin = weft_cycles();
		send(false);
		put += weft_cycles() - begin;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		begin = weft_cycles();
		if (i & 1) {
			take_notified();
		} else {
			take(WEFT_FOREVER);
		}
		*sum += weft_cycles() - begin;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
		begin = weft_cycles();
		stage_in_vain();
		nothing += weft_cycles() - begin;
		weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	}
	overhead(profile, "send", put / 2);
	overhead(profile, "receive", taken);
	overhead(profile, "notified_receive", notified);
	overhead(profile, "notify_setup", nothing / 2);
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
	overhead(profile, "wake", wake);
	bench_row("uln", "latency", "ns", bench_ns(latency) * 1000 / ROUNDS,
		  "profile=%s,op=wake", profile);
}

/* By the user's path all ways, by an operating system's those that are notified. */
static void round_trips(const char *profile, uint64_t wires, void *stack,
			size_t bytes)
{
	bool user = path == paths;

	for (enum receive way = user ? POLL : NOTIFY;
	     way < (user ? WAYS : DIRECT); way++) {
		uint64_t time = round_trip(way, stack, bytes);

		bench_row("uln", "latency", "ns",
			  bench_ns(time) * 1000 / ROUNDS,
			  "profile=%s,op=%sround_trip,receive=%s%s%s", profile,
			  user ? "" : "os_", ways[way],
			  user ? "" : ",path=", user ? "" : path->name);
		if (user && wires > 0) {
			bench_row("uln", "less_wire", "cycles",
				  (time / ROUNDS - wires) * 1000,
				  "profile=%s,op=round_trip,receive=%s",
				  profile, ways[way]);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct weft_connection_shape shape = {NOTES, 0, 32};
	size_t bytes = weft_fiber_stack(OWN);
	void *stack = malloc(bytes);
	const char *profile;
	uint32_t other = !weft_rank(), wire;

	bench_setup(argc, argv);
	profile = bench_arg("profile", "scc");
	wire = (uint32_t)strtoul(bench_arg("wire", "0"), NULL, 10);
	must(weft_connection_create(&c, &shape, other, other));
	must(weft_event_open(other, &bell));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	must(weft_connection_accept(&c, NULL, 0, true));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	overheads(profile);
	if (weft_rank() == 0) {
		wakes(profile, stack, bytes);
	}
	for (uint32_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		path = &paths[i];
		round_trips(profile, weft_cycles_in_us(2 * wire) / 1000, stack,
			    bytes);
	}
	return 0;
}
