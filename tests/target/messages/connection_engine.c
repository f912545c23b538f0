/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,epiphany-emu,wormhole-emu,blackhole-emu cores=1,2,3,17
   time-out=120 */
/* weft-test: boards=scc-qemu,arm-qemu modes=mttcg cores=3 time-out=120 */
/* weft-test: boards=epiphany-emu modes=reordered cores=3 seeds=5 full=1 time-out=120 */
/*
 * Started puts of a connection, each core's to the next one, as long as a chip's engine
 * takes them.  Which go by it, and which do not: data or place that are not aligned, too
 * short, private memory afar, all channels busy.  Who finds a note looks at once, at the end
 * of its data, which the engine sends last; gets that are under way hold it up.  Who is told
 * that the data may be reused does so at once, from their end.  Where there is no engine
 * the same must hold.  It looks without waiting, which in QEMU's mode icount would keep the
 * others from going on.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "tests/target/tap.h"

/* In the core's own memory, and not a part of what is not. */
#define SOON TAP_HOT __attribute__((noinline))

enum {
	NOTES = 2,
	SLOT = 520,
	NEAR = 1024,
	FAR = 3 * SLOT - 24, /* three parts, of more than an engine needs */
	FETCHED = 1024,      /* by a get, which takes a channel */
	GETS = 2,
	END = 16,
	NOTHING = 0xee,
};

/* A put: its data's place, and that in the near part; how many gets are under way. */
struct put {
	uint16_t from, offset, bytes;
	uint8_t gets;
	bool engine; /* takes it, if there is one */
};
static const struct put near_puts[] = {
	{0, 0, NEAR, 0, true},
	{0, 0, NEAR, 1, true},
	{8, 16, NEAR - 16, 1, true},
	{0, 8, NEAR - 11, 1, true}, /* with a tail, which the core copies */
	{8, 0, 512, 1, true},
	{0, 0, 511, 0, false},
	{4, 0, NEAR, 0, false},
	{0, 4, NEAR - 4, 0, false},
	{0, 0, NEAR, GETS, false},
};

static const struct weft_connection_shape shape = {NOTES, SLOT, NEAR};
static struct weft_connection c;
static uint32_t me, next, before, area;
static uint8_t data[NEAR + 8] __attribute__((aligned(8)));
static uint8_t far_data[FAR] __attribute__((aligned(8)));
static uint8_t fetched[GETS][FETCHED] __attribute__((aligned(8)));
static struct weft_request fetches[GETS];
static struct weft_sending sending, second;
static uint8_t *buffer, *afar;
static bool has_engine, beside, timed_out;

static uint32_t key(uint32_t from, uint32_t round)
{
	return from << 8 ^ round;
}

/* The ring's next note: this looks sooner than a call that receives. */
static bool SOON has_come(void)
{
	uint32_t size = (c.slots - c.ring) / NOTES;
	uint32_t place = c.ring + (c.received & (NOTES - 1) ? size : 0);
	uint32_t stamp;

	return !weft_flag_read(me, place, &stamp) && stamp == c.received + 1;
}

static void SOON spoil_end(uint8_t *at, uint32_t n)
{
	volatile uint8_t *end = at + n;

	for (uint32_t k = 0; k < END; k++) {
		*--end = NOTHING;
	}
}

/* What is received is what has been put, and so was its end when the note came. */
static bool is_received(const struct put *p, uint32_t round, const uint8_t *end)
{
	struct weft_note got;
	bool ok = !weft_connection_receive(&c, &got, WEFT_FOREVER) &&
		  got.flags == WEFT_NEAR && got.bytes == p->bytes &&
		  got.user == round;

	ok &= !weft_get(data, weft_at(me, c.near + p->offset), p->bytes);
	ok &= !memcmp(end, data + p->bytes - END, END);
	ok &= tap_same(data, p->bytes, key(before, round));
	ok &= !weft_connection_release(&c, got.number);
	return ok;
}

/* Nothing of what has been there may pass for what is to come. */
static void clear_near(void)
{
	memset(data, NOTHING, sizeof(data));
	weft_put(weft_at(me, c.near), data, NEAR);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}

/* Give it time that has passed; it may have gone. */
static bool SOON flushes_at_once(void)
{
	int error = weft_wait(&sending.request, WEFT_REUSABLE, 0);

	timed_out |= error == WEFT_ERR_TIMEOUT;
	return error == WEFT_ERR_TIMEOUT ||
	       (!error && weft_test(&sending.request, WEFT_REUSABLE));
}

/* Start it, and report which way it goes. */
static bool SOON start(const struct put *p, struct weft_note *note, bool flush)
{
	bool ok = true;

	for (uint32_t i = 0; i < p->gets; i++) {
		ok &= !weft_get_start(fetched[i], weft_at(next, area), FETCHED,
				      &fetches[i]);
	}
	ok &= !weft_connection_put_start(&c, note, &sending);
	if (flush) {
		ok &= flushes_at_once();
	} else {
		beside |= !weft_test(&sending.request, WEFT_REUSABLE);
	}
	return ok && (sending.ticket >= 0) == (p->engine && has_engine);
}

static bool SOON put_near(const struct put *p, uint32_t round, bool flush)
{
	struct weft_note note = {WEFT_NEAR, round,          p->offset,
				 p->bytes,  data + p->from, 0};
	bool gone = false, come = false, ok;
	uint8_t end[END];

	clear_near();
	tap_fill(data + p->from, p->bytes, key(me, round));
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = start(p, &note, flush);
	while (!gone || !come) {
		if (!come && has_come()) {
			weft_get(end,
				 weft_at(me,
					 c.near + p->offset + p->bytes - END),
				 END);
			come = true;
		}
		if (!gone && weft_test(&sending.request, WEFT_REUSABLE)) {
			spoil_end(data + p->from, p->bytes);
			gone = true;
		}
	}
	for (uint32_t i = 0; i < p->gets; i++) {
		ok &= !weft_wait(&fetches[i], WEFT_COMPLETE, WEFT_FOREVER);
		ok &= tap_same(fetched[i], FETCHED, next);
	}
	ok &= is_received(p, round, end);
	ok &= !weft_connection_wait(&c, note.number, WEFT_FOREVER);
	return ok;
}

/* All of them, and with a flush whose time has passed. */
static bool near_all(bool flush)
{
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(near_puts) / sizeof(near_puts[0]);
	     i++) {
		ok &= put_near(&near_puts[i], i, flush);
	}
	return ok;
}

/* From what is not the core's own memory, where the heap is not. */
static bool from_afar(void)
{
	struct weft_note note = {0, 0, 0, SLOT, afar, 0}, got;
	bool ok;

	tap_fill(afar, SLOT, me);
	ok = !weft_connection_put_start(&c, &note, &sending);
	/* To itself there is an engine's end here, too: it fetches. */
	ok &= (sending.ticket >= 0) ==
	      (ARCH_DMA_CHANNELS > 0 && weft_size() == 1);
	ok &= !weft_wait(&sending.request, WEFT_REUSABLE, WEFT_FOREVER);
	ok &= !weft_connection_receive(&c, &got, WEFT_FOREVER);
	ok &= tap_same(got.data, SLOT, before);
	ok &= !weft_connection_release(&c, got.number);
	return ok && !weft_connection_wait(&c, note.number, WEFT_FOREVER);
}

/* Started while another one is under way, and longer than there is credit for. */
static bool two_at_once(void)
{
	struct weft_note one = {WEFT_NEAR, 1, 0, NEAR, data, 0};
	struct weft_note two = {0, 2, 0, FAR, far_data, 0}, got;
	uint32_t received = 0;
	bool ok, gone = false;

	clear_near();
	tap_fill(data, NEAR, me + 1);
	tap_fill(far_data, FAR, me + 2);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok = !weft_get_start(fetched[0], weft_at(next, area), FETCHED,
			     &fetches[0]);
	ok &= !weft_connection_put_start(&c, &one, &sending);
	ok &= !weft_connection_put_start(&c, &two, &second);
	while (!gone || received < 2) {
		if (!gone && weft_test(&second.request, WEFT_REUSABLE)) {
			gone = true;
			ok &= weft_test(&sending.request, WEFT_REUSABLE);
			ok &= (second.ticket >= 0) == has_engine;
		}
		if (received < 2 && !weft_connection_receive(&c, &got, 0)) {
			ok &= got.user == ++received;
			ok &= !weft_connection_release(&c, got.number);
		}
	}
	weft_wait(&fetches[0], WEFT_COMPLETE, WEFT_FOREVER);
	ok &= tap_same(buffer, FAR, before + 2);
	ok &= !weft_get(data, weft_at(me, c.near), NEAR);
	return ok && tap_same(data, NEAR, before + 1);
}

int main(void)
{
	bool ok;

	tap_begin();
	me = weft_rank();
	next = me + 1 == weft_size() ? 0 : me + 1;
	before = me ? me - 1 : weft_size() - 1;
	/* A core copies to itself. */
	has_engine = ARCH_DMA_CHANNELS > 0 && weft_size() > 1;
	buffer = tap_room(FAR);
	afar = tap_room(SLOT);
	ok = !weft_connection_create(&c, &shape, before, next) &&
	     !weft_mpb_alloc(FETCHED, &area);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	ok &= !weft_connection_accept(&c, buffer, FAR, true);
	tap_fill(fetched[0], FETCHED, me);
	ok &= !weft_put(weft_at(me, area), fetched[0], FETCHED);
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(ok, "accepted");
	tap_ok(near_all(false), "a note comes behind its data");
	tap_ok(near_all(true), "also after a flush whose time has passed");
	tap_ok(beside == has_engine, "the engine goes on beside the core");
	tap_ok(timed_out == has_engine, "and a flush can be too short for it");
	tap_ok(from_afar(), "the core copies what the engine does not reach");
	tap_ok(two_at_once(), "started while another one is under way");
	return tap_end();
}
