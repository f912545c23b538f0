/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The server of a node: a thread of its first process.  It carries what cores say to
 * other nodes there, and does here what others' cores say, on windows that it shares
 * with all cores of this node.  It never waits for a core.
 *
 * Nothing else calls MPI for records, between the start and the end.  It can only be polled; so it
 * polls, then lets others have the processor, then dozes for longer and longer.  Cores
 * of this node wake it; for messages it looks after 1 ms at the latest.  While its
 * process's core waits, that may do the work instead (stand_in.c): one at a time.
 *
 * Another process has such a thread only for pieces of its own core's memory (bulk.c), while
 * that has some, and does not look itself.
 */
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "host/host.h"
#include "host/mpi/bulk.h"
#include "host/mpi/serve.h"
#include "host/mpi/server.h"
#include "host/mpi/wire.h"

enum {
	POLLS = 20,
	YIELDS = 400,
	NAP_LEAST_NS = 50000,
	NAP_STANDING_NS = 200000, /* while a core does the work */
	NAP_MOST_NS = 1000000,
};

static pthread_t thread;
static uint32_t byes; /* nodes that will say nothing more */
static uint32_t owed; /* answers that cores here wait for */
static bool leaves, has_asked, has_told, asked_us;
static uint32_t asker;

const struct wire *wire = &wire_mpi;

static uint32_t busy; /* 1: somebody has a turn */
static bool over;     /* there are no more */
static uint32_t own_dozes;

static bool serves_node(void)
{
	return core.rank == core.first;
}

static uint32_t *dozes_word(void)
{
	return serves_node() ? &core.shared->dozes : &own_dozes;
}

void site_say(uint32_t node, const struct far_record *record, const void *bytes)
{
	if (!leaves) {
		wire->add(node, record, bytes, true);
	}
}

static void say(uint32_t node, struct far_record record)
{
	site_say(node, &record, NULL);
}

static void say_all(struct far_record record)
{
	for (uint32_t node = 0; node < core.nodes; node++) {
		if (node != core.node) {
			say(node, record);
		}
	}
}

/* By who has the turn; the server looks in any case. */
void site_owes(uint32_t n)
{
	__atomic_store_n(&owed, owed + n, __ATOMIC_RELAXED);
}

/* A core's record, or what another server says for itself. */
static void take(uint32_t node, const struct far_record *record,
		 const uint8_t *bytes)
{
	if (far_serve(record, bytes)) {
		return;
	}
	switch (record->op) {
	case FAR_TELL:
		has_asked = asked_us = true;
		asker = node;
		calls_signal_all(SIGNAL_TELL);
		return;
	case FAR_TOLD:
		__atomic_fetch_add(&core.shared->told, record->value,
				   __ATOMIC_SEQ_CST);
		calls_wake(&core.shared->told);
		return;
	case FAR_BYE:
		byes++;
		calls_stop(record->value);
		return;
	default:
		die(STATUS_FAULT, "node %u says %u", node, record->op);
	}
}

static bool carry(void)
{
	bool any = false;

	for (uint32_t i = 0; i < core.near && !leaves; i++) {
		any |= far_carry(core.first + i);
	}
	return any;
}

/* The end, and questions who waits for whom, are for all nodes. */
static void look_at_run(void)
{
	uint32_t stop = __atomic_load_n(&core.shared->stop, __ATOMIC_ACQUIRE);
	uint32_t told = __atomic_load_n(&core.shared->told, __ATOMIC_ACQUIRE);

	if (told && !has_asked) {
		has_asked = true;
		say_all((struct far_record){.op = FAR_TELL});
	}
	if (asked_us && !has_told && told >= core.near) {
		has_told = true;
		say(asker, (struct far_record){.op = FAR_TOLD, .value = told});
	}
	if (stop && !leaves) {
		say_all((struct far_record){.op = FAR_BYE, .value = stop});
		leaves = true;
	}
}

static bool pass_on(void)
{
	bool any = carry();

	return watch_look() || any;
}

/* What goes first, as a core waits until it has gone; what has come may be answered. */
static bool look_around(void)
{
	bool any = pass_on();

	look_at_run();
	any |= wire->send();
	any |= bulk_start();
	if (wire->receive(take)) {
		pass_on();
		wire->send();
		any = true;
	}
	if (leaves && byes == core.nodes - 1 && wire->is_empty()) {
		__atomic_store_n(&over, true, __ATOMIC_RELAXED);
	}
	return any;
}

static bool send_what_is_said(void)
{
	bool any = carry();

	any |= wire->send();
	return bulk_start() || any;
}

/* Of a core that does not serve its node. */
static bool look_at_pieces(enum server_part part)
{
	bool any = bulk_start();

	if (part == SERVER_LOOKS && bulk_is_busy()) {
		bulk_test(NULL, NULL, &any);
	}
	return any;
}

static bool do_part(enum server_part part)
{
	if (!serves_node()) {
		return look_at_pieces(part);
	}
	return part == SERVER_SENDS ? send_what_is_said() : look_around();
}

bool server_turn(enum server_part part, bool *any)
{
	bool ours;

	*any = false;
	if (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE)) {
		return false;
	}
	ours = !over;
	if (ours) {
		*any = do_part(part);
	}
	__atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
	return ours;
}

/*
 * If our core has the turn just now, it may have looked at a ring before its core wrote
 * there: then that waits for another turn of it, or for the end of this nap.
 */
static void doze(uint64_t nap)
{
	uint32_t *dozes = dozes_word();
	bool any;

	__atomic_store_n(dozes, 1, __ATOMIC_SEQ_CST);
	server_turn(SERVER_LOOKS, &any);
	if (!any && !__atomic_load_n(&over, __ATOMIC_SEQ_CST)) {
		calls_sleep(dozes, 1,
			    nap == ARCH_NEVER ? nap : calls_now() + nap);
	}
	__atomic_store_n(dozes, 0, __ATOMIC_SEQ_CST);
}

/* Nothing has come for so many turns. */
static void idle(uint32_t turns)
{
	uint64_t nap = NAP_LEAST_NS;
	bool hurry = __atomic_load_n(&owed, __ATOMIC_RELAXED) > 0;

	if (turns < POLLS) {
		return;
	}
	if (turns < YIELDS) {
		sched_yield();
		return;
	}
	for (uint32_t i = YIELDS; !hurry && i < turns && nap < NAP_MOST_NS;
	     i++) {
		nap *= 2;
	}
	doze(serves_node() || bulk_is_busy() ? nap : ARCH_NEVER);
}

static void *run(void *first)
{
	uint32_t turns = 0;
	bool any;

	core = *(const struct core *)first; /* as it is at the start */
	while (!__atomic_load_n(&over, __ATOMIC_RELAXED)) {
		if (stand_in_seen()) {
			doze(NAP_STANDING_NS);
			continue;
		}
		server_turn(SERVER_LOOKS, &any);
		if (any) {
			turns = 0;
		} else {
			idle(turns);
			turns += turns < 2 * YIELDS;
		}
	}
	while (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE)) {
		sched_yield(); /* the last turn; then nobody has one */
	}
	if (serves_node()) {
		wire->close();
	}
	if (core.host.bulk) {
		bulk_close();
	}
	return NULL;
}

void server_start(void)
{
	static struct core first;
	int error;

	first = core;
	if (serves_node()) {
		wire->open();
	}
	error = pthread_create(&thread, NULL, run, &first);
	if (error) {
		die(STATUS_HOST, "no thread: %s", strerror(error));
	}
	stand_in_start();
}

void server_ring(void)
{
	uint32_t *dozes = dozes_word();

	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (__atomic_exchange_n(dozes, 0, __ATOMIC_SEQ_CST)) {
		calls_wake(dozes);
	}
}

void server_join(void)
{
	if (!serves_node()) {
		__atomic_store_n(&over, true, __ATOMIC_SEQ_CST);
		server_ring();
	}
	pthread_join(thread, NULL);
}
