/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=2,3,17 boards=scc-sim,scc-qemu,arm-qemu
   env=WEFT_TICK_US=0 time-out=120 */
/* weft-test: cores=3,17 boards=scc-sim env=WEFT_TICK_US=0,WEFT_EPOCH=0xfffffff0 */
/* weft-test: cores=3 boards=epiphany-emu env=WEFT_TICK_US=0 time-out=120 */
/*
 * Two invented clients of credit: each core sends numbered messages to the next one, of
 * two classes at once, with a window of two slots each.  The first class's words
 * are pushed where they may be, the second one's pulled.  A slot that is used before it
 * is freed holds the wrong number.
 */
#include <weft/weft.h>

#include "runtime/park.h"
#include "runtime/part.h"
#include "runtime/progress.h"
#include "topology/bits.h"

#include "tests/target/abcast/freed.h"
#include "tests/target/tap.h"

enum {
	CLASSES = 2,
	WINDOW = 2,
	MESSAGES = 200,
};

struct class
{
	struct credit credit;
	uint32_t slots; /* offset: words */
	uint32_t sent, got, wrong;
};

static struct class class[CLASSES];
static uint32_t me, cores, next, prev, channel, epoch;

static uint32_t line(uint32_t bytes)
{
	return (bytes + ARCH_LINE - 1) & ~(uint32_t)(ARCH_LINE - 1);
}

static uint32_t bytes(const struct rt_run *run, uint32_t left)
{
	(void)left;
	return CLASSES *
	       (line(rt_flag_bytes(run->count)) + line(rt_flag_bytes(WINDOW)));
}

static void placed(const struct rt_run *run, uint32_t offset, uint32_t size)
{
	(void)size;
	epoch = run->epoch;
	for (uint32_t i = 0; i < CLASSES; i++) {
		struct class *c = &class[i];

		credit_place(&c->credit, offset, i == 0, epoch);
		offset += line(rt_flag_bytes(run->count));
		c->slots = offset;
		rt_flags_preset(offset, WINDOW, epoch - WINDOW);
		offset += line(rt_flag_bytes(WINDOW));
		c->sent = c->got = epoch;
	}
	rt_bells_used = true;
}

static void rung(uint32_t from, uint32_t times)
{
	(void)from;
	(void)times;
	rt_worked = true;
}

static const struct rt_part part = {
	.name = "invented",
	.bytes = bytes,
	.placed = placed,
	.notified = rung,
	.channel = &channel,
};
RT_PART(part);

static void ring(uint32_t core)
{
	arch_irq_state state = arch_irq_save();

	rt_bell_ring(core, channel);
	arch_irq_restore(state);
	arch_raise(core, 1);
}

static uint32_t slot(const struct class *c, uint32_t n)
{
	return rt_flag(c->slots, n & (WINDOW - 1));
}

static bool may_send(struct class *c)
{
	return c->sent != epoch + MESSAGES &&
	       has_freed(&c->credit, next, c->sent + 1 - WINDOW);
}

static bool has_come(const struct class *c)
{
	return c->got != epoch + MESSAGES &&
	       (int32_t)(arch_flag_read(me, slot(c, c->got + 1)) - c->got) > 0;
}

static void send(struct class *c)
{
	c->sent++;
	arch_flag_write(next, slot(c, c->sent), c->sent);
	arch_settle(next);
	ring(next);
}

static void take(struct class *c)
{
	c->got++;
	tap_delay(tap_below(tap_own_random(), 2000));
	c->wrong += arch_flag_read(me, slot(c, c->got)) != c->got;
	credit_show(&c->credit, prev, c->got, c->got);
	arch_settle(credit_is_pushed(&c->credit) ? prev : me);
	ring(prev);
}

static bool can_go_on(void *none)
{
	bool any = false;

	(void)none;
	for (uint32_t i = 0; i < CLASSES; i++) {
		any |= may_send(&class[i]) || has_come(&class[i]);
	}
	return any;
}

static bool is_over(void)
{
	bool over = true;

	for (uint32_t i = 0; i < CLASSES; i++) {
		over &= class[i].sent == epoch + MESSAGES &&
			class[i].got == epoch + MESSAGES;
	}
	return over;
}

static bool exchange(void)
{
	bool ok = true;

	while (ok && !is_over()) {
		struct class *c = &class[tap_below(tap_own_random(), CLASSES)];

		if (may_send(c)) {
			send(c);
		} else if (has_come(c)) {
			take(c);
		} else {
			ok = !rt_park(can_go_on, NULL, ARCH_NEVER, RT_ANYONE,
				      "credit, or a message");
		}
	}
	return ok;
}

/* Of all others only the next core shows anything of mine. */
static bool all_freed(struct class *c)
{
	struct credit_sweep sweep = {0, 0}, other = {0, 0};
	uint32_t lagging = me;
	bool ok = cores == 2 ||
		  (!credit_all_freed(&c->credit, &sweep, c->sent, &lagging) &&
		   lagging != next && lagging != me);

	for (uint32_t i = 0; i < cores; i++) {
		if (i != next) {
			bits_set(c->credit.left_out, i);
		}
	}
	ok &= credit_all_freed(&c->credit, &sweep, c->sent, &lagging);
	return ok &&
	       !credit_all_freed(&c->credit, &other, c->sent + 1, &lagging) &&
	       lagging == next;
}

int main(void)
{
	me = weft_rank();
	cores = weft_size();
	next = me + 1 < cores ? me + 1 : 0;
	prev = me > 0 ? me - 1 : cores - 1;
	tap_begin();
	tap_ok(exchange(), "all is sent and taken");
	tap_ok(class[0].wrong == 0 && class[1].wrong == 0,
	       "no slot is used before it is free");
	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	tap_ok(all_freed(&class[0]) && all_freed(&class[1]),
	       "who has not freed is named, but for who is left out");
	return tap_end();
}
