/* SPDX-License-Identifier: Apache-2.0 */
/*
 * In each core's MPB, for each core i of the run:
 *
 *  stamp i  how many messages core i has sent here, and how many words the last one
 *           has; written by core i, after
 *  slot i   those words
 *  room i   the stamp of this core's last message that core i has received; written by core i
 *
 * and two words for the sleep of the receiver:
 *
 *  ASLEEP   1: it is about to sleep, or does; written by itself
 *  WAKE     what it sleeps on: 0, by itself, before its last look; then 1, by whoever has
 *           sent something and sees that it sleeps.  Several may write that 1, and one
 *           of them late, when nobody sleeps: the next sleep looks in vain.
 *
 * No wake-up is lost.  The receiver says ASLEEP, has that land (settle) and looks at all
 * stamps again; the sender has its stamp land and looks at ASLEEP.  One of them sees
 * the other.  A WAKE that the receiver's 0 wipes out was written by a sender whose
 * stamp had landed before, so this last look finds it.  models/fifo.pml searches it.
 */
#include "arch/arch.h"
#include "arch/fence.h"
#include "messages/fifo.h"
#include "messages/fifo_chip.h"
#include "runtime/context.h"
#include "runtime/mpb_map.h"
#include "runtime/near.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "topology/arith.h"

#include <weft/flag.h>
#include <weft/mpb.h>

enum {
	ONE = 8, /* a stamp counts in eights; below that are the words, less one */
	SIZE = ONE - 1,
	LINE_FLAGS = ARCH_LINE / ARCH_FLAG_STRIDE,
	SLEEP_FLAGS = 2,
	NO_ROOM_WORDS = 1, /* of an offset: flags are aligned, this is none */
};

_Static_assert(WEFT_FIFO_WORDS <= SIZE + 1, "a stamp says the size");

static uint32_t wake_of(const struct weft_fifo *f)
{
	return rt_flag(f->asleep, 1);
}

static uint32_t slot_of(const struct weft_fifo *f, uint32_t core)
{
	return f->slots + arith_mul(core, f->most) * (uint32_t)sizeof(core);
}

ARCH_COLD int fifo_create(struct weft_fifo *f, uint32_t words, bool answered)
{
	uint32_t cores = arch_count(), me = arch_rank(), start, bytes;
	uint32_t row = rt_to_line(rt_flag_bytes(cores));
	int error;

	*f = (struct weft_fifo){.most = words};
	bytes = row + (answered ? 0 : row) +
		rt_to_line(rt_flag_bytes(SLEEP_FLAGS)) + slot_of(f, cores);
	error = weft_mpb_alloc(bytes, &start);
	if (error) {
		return error;
	}
	f->sent = rt_near_alloc(cores * 2 * sizeof(*f->sent));
	if (!f->sent) {
		weft_mpb_free(start);
		return WEFT_ERR_SPACE;
	}
	f->taken = f->sent + cores;
	f->stamps = start;
	f->asleep = start + row;
	f->room = f->asleep + rt_to_line(rt_flag_bytes(SLEEP_FLAGS));
	f->slots = f->room + (answered ? 0 : row);
	rt_flags_preset(f->stamps, cores, 0);
	rt_flags_preset(f->asleep, SLEEP_FLAGS, 0);
	if (answered) {
		f->room = NO_ROOM_WORDS;
	} else {
		rt_flags_preset(f->room, cores, 0);
	}
	arch_settle(me);
	return WEFT_OK;
}

ARCH_COLD int weft_fifo_create(struct weft_fifo *f, uint32_t words)
{
	int error;

	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	if (!f) {
		return WEFT_ERR_NULL;
	}
	f->most = 0;
	if (words - 1 >= WEFT_FIFO_WORDS) {
		return RT_WHY(WEFT_ERR_SIZE, "words: 1 to WEFT_FIFO_WORDS");
	}
	error = fifo_create(f, words, false);
	f->most = error ? 0 : words;
	return error;
}

static int fifo_check(const struct weft_fifo *f)
{
	if (rt_context != RT_THREAD) {
		return WEFT_ERR_CONTEXT;
	}
	return f ? WEFT_OK : WEFT_ERR_NULL;
}

ARCH_COLD int weft_fifo_free(struct weft_fifo *f)
{
	int error = fifo_check(f);

	if (!error && (!f->most || f->receiving)) {
		error = RT_WHY(WEFT_ERR_STATE,
			       "it is not there, or a fiber receives");
	}
#if ARCH_FIFO
	if (!error && fifo_by_chip(f)) {
		f->most = 0;
		fifo_chip_free(f);
		return WEFT_OK;
	}
#endif
	if (!error) {
		error = weft_mpb_free(f->stamps);
	}
	if (!error) {
		rt_near_free(f->sent);
		f->sent = NULL;
		f->most = 0;
	}
	return error;
}

/* Another fiber of mine may use the room that this one has waited for. */
static int fifo_await_room(const struct weft_fifo *f, uint32_t to,
			   uint64_t deadline, const char *what)
{
	uint32_t sent;
	int error = WEFT_OK;

	if (f->room == NO_ROOM_WORDS) {
		return WEFT_OK;
	}
	do {
		sent = f->sent[to];
		error = rt_await(rt_flag(f->room, to), sent, deadline, to,
				 what);
	} while (!error && sent != f->sent[to]);
	return error;
}

int fifo_send(struct weft_fifo *f, uint32_t to, const uint32_t *words,
	      uint32_t n, uint64_t deadline, const char *what)
{
	uint32_t me;
	int error;

#if ARCH_FIFO
	if (fifo_by_chip(f)) {
		fifo_chip_send(f, to, words, n);
		return WEFT_OK;
	}
#endif
	me = arch_rank();
	error = fifo_await_room(f, to, deadline, what);
	if (error) {
		return error;
	}
	f->sent[to] = ((f->sent[to] & ~(uint32_t)SIZE) + ONE) | (n - 1);
	RT_TRACE("fifo send", to, n);
	arch_put(to, ARCH_WINDOW_MPB, slot_of(f, me), words,
		 n * sizeof(*words));
	arch_flag_write(to, rt_flag(f->stamps, me), f->sent[to]);
	/* Pairs with fifo_asleep: stamps are read after ASLEEP has landed. */
	FENCE(fifo_stamped, arch_settle(to));
	if (arch_flag_read(to, f->asleep)) {
		arch_flag_write(to, wake_of(f), 1);
	}
	return WEFT_OK;
}

int weft_fifo_send(struct weft_fifo *f, weft_rank_t to, const uint32_t *words,
		   uint32_t n, weft_us_t within)
{
	int error = fifo_check(f);

	error = error || words ? error : RT_WHY(WEFT_ERR_NULL, "words");
	if (!error && to >= arch_count()) {
		error = RT_WHY(WEFT_ERR_RANK, "to");
	}
	if (!error && n - 1 >= f->most) {
		error = f->most ? RT_WHY(WEFT_ERR_SIZE, "n: none, or more than "
							"it was made for")
				: RT_WHY(WEFT_ERR_STATE, "it is not there");
	}
	return error ? error
		     : fifo_send(f, to, words, n, rt_deadline(within),
				 "room for a message");
}

/* Of cores from .. end - 1 the first that has sent something; else `end`. */
static uint32_t fifo_look(const struct weft_fifo *f, uint32_t from,
			  uint32_t end, uint32_t *stamp)
{
	uint32_t words[LINE_FLAGS], n;

	for (; from < end; from += n) {
		n = LINE_FLAGS - (from & (LINE_FLAGS - 1));
		n = n < end - from ? n : end - from;
		arch_flags_read(words, arch_rank(), rt_flag(f->stamps, from),
				n);
		for (uint32_t i = 0; i < n; i++) {
			if (words[i] != f->taken[from + i]) {
				*stamp = words[i];
				return from + i;
			}
		}
	}
	return end;
}

/* Whose turn it is, of those that have sent something; else the number of cores. */
static uint32_t fifo_find(const struct weft_fifo *f, uint32_t *stamp)
{
	uint32_t cores = arch_count();
	uint32_t core = fifo_look(f, f->next, cores, stamp);

	if (core == cores) {
		core = fifo_look(f, 0, f->next, stamp);
		core = core == f->next ? cores : core;
	}
	return core;
}

/* WEFT_ERR_TIMEOUT: there is none. */
static int fifo_take_message(struct weft_fifo *f, struct fifo_message *m,
			     uint32_t most)
{
	uint32_t me = arch_rank(), stamp = 0, core = fifo_find(f, &stamp);

	if (core == arch_count()) {
		return WEFT_ERR_TIMEOUT;
	}
	m->n = (stamp & SIZE) + 1;
	m->from = core;
	if (m->n > most) {
		return RT_WHY(
			WEFT_ERR_SIZE,
			"the message has more than `most` words, and stays");
	}
	arch_get(m->words, me, ARCH_WINDOW_MPB, slot_of(f, core),
		 m->n * sizeof(*m->words));
	f->taken[core] = stamp;
	f->next = core + 1 == arch_count() ? 0 : core + 1;
	RT_TRACE("fifo receive", core, m->n);
	if (f->room != NO_ROOM_WORDS) {
		arch_flag_write(core, rt_flag(f->room, me), stamp);
	}
	return WEFT_OK;
}

bool fifo_take(struct weft_fifo *f, struct fifo_message *m, uint32_t most)
{
#if ARCH_FIFO
	if (fifo_by_chip(f)) {
		return fifo_chip_take(f, m, most) == WEFT_OK;
	}
#endif
	return fifo_take_message(f, m, most) == WEFT_OK;
}

/* Pairs with fifo_stamped: a sender reads ASLEEP after its stamp. */
static void say_asleep(const struct weft_fifo *f, uint32_t me)
{
	arch_flag_write(me, wake_of(f), 0);
	arch_flag_write(me, f->asleep, 1);
	FENCE(fifo_asleep, arch_settle(me));
}

int fifo_receive(struct weft_fifo *f, struct fifo_message *m, uint32_t most,
		 uint64_t deadline, uint32_t from, const char *what)
{
	uint32_t me;
	int error, late = WEFT_OK;

#if ARCH_FIFO
	if (fifo_by_chip(f)) {
		return fifo_chip_receive(f, m, most, deadline, from, what);
	}
#endif
	me = arch_rank();
	error = fifo_take_message(f, m, most);
	if (error != WEFT_ERR_TIMEOUT) {
		return error;
	}
	f->receiving = true;
	do {
		say_asleep(f, me);
		error = fifo_take_message(f, m, most);
		if (error != WEFT_ERR_TIMEOUT || late) {
			break;
		}
		late = rt_await(wake_of(f), 1, deadline, from, what);
	} while (true);
	arch_flag_write(me, f->asleep, 0);
	f->receiving = false;
	return error;
}

int weft_fifo_receive(struct weft_fifo *f, uint32_t *words, uint32_t most,
		      uint32_t *n, weft_rank_t *from, weft_us_t within)
{
	struct fifo_message m;
	int error = fifo_check(f);

	error = error || words || most == 0 ? error
					    : RT_WHY(WEFT_ERR_NULL, "words");
	if (!error && (!f->most || f->receiving)) {
		error = RT_WHY(WEFT_ERR_STATE,
			       "it is not there, or a fiber receives");
	}
	if (!error) {
		error = fifo_receive(f, &m, most, rt_deadline(within),
				     RT_ANYONE, "a message");
	}
	if (error) {
		return error;
	}
	for (uint32_t i = 0; i < m.n; i++) {
		words[i] = m.words[i];
	}
	if (n) {
		*n = m.n;
	}
	if (from) {
		*from = m.from;
	}
	return WEFT_OK;
}
