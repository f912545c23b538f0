/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions by which images reach the engine, with a detector's look before
 * or after each.  A release is noted before it can be seen, an acquire after
 * it has seen.
 */
#include "sim/detect/detect.h"
#include "sim/chip/host.h"

static struct sim_host real; /* what these stand in front of */
static struct sim_image images[DETECT_CORES_MAX];
static void (*irq_entry[DETECT_CORES_MAX])(enum arch_irq cause);

static struct event access_here(enum did did, struct spot where)
{
	struct core *core = engine.current;
	struct event by = detect_event(core, did);

	if (did != DID_READ_FLAG) { /* of those there are many */
		by.path = path_of_call(core);
	}
	time_look(core);
	hint_access(&by, where);
	return by;
}

static struct event look(enum did did, uint32_t rank, uint32_t offset,
			 uint32_t n)
{
	struct spot where = {rank, offset, n};
	struct event by = access_here(did, where);

	if (did_write(did) || !hint_is_optimistic(by.rank)) {
		shadow_access(&by, where);
	}
	return by;
}

static struct event now(enum did did)
{
	struct event by = detect_event(engine.current, did);

	by.path = path_here(engine.current);
	return by;
}

static void read_window(uint32_t rank, uint32_t offset, void *to, uint32_t n)
{
	real.read(rank, offset, to, n);
	look(DID_GET, rank, offset, n);
}

static void write_window(uint32_t rank, uint32_t offset, const void *from,
			 uint32_t n)
{
	bool mark = hint_is_mark((struct spot){rank, offset, n});

	look(mark ? DID_WRITE_FLAG : DID_PUT, rank, offset, n);
	real.write(rank, offset, from, n);
}

static void read_flags(uint32_t rank, uint32_t offset, uint32_t *words,
		       uint32_t n)
{
	real.read_flags(rank, offset, words, n);
	for (uint32_t i = 0; i < n; i++) {
		clock_read_flag(engine.current->rank, rank, offset + 4 * i,
				words[i]);
		look(DID_READ_FLAG, rank, offset + 4 * i, sizeof(*words));
	}
}

static void write_flag(uint32_t rank, uint32_t offset, const uint32_t *value)
{
	struct spot where = {rank, offset, sizeof(*value)};
	struct event by = access_here(DID_WRITE_FLAG, where);

	/*
	 * Cores that write the same into a flag do not disturb each other.  In marks they
	 * overwrite what others wrote, and mean it.
	 */
	if (!hint_is_mark(where) && !clock_has_flag(rank, offset, *value)) {
		shadow_access(&by, where);
	}
	clock_write_flag(&by, rank, offset, *value);
	real.write_flag(rank, offset, value);
}

static void drain(void)
{
	real.drain();
	clock_quiet(engine.current->rank);
}

static void drain_to(uint32_t rank)
{
	real.drain_to(rank);
	clock_settle(engine.current->rank, rank);
}

static bool tas(uint32_t rank)
{
	bool taken = real.tas(rank);

	if (taken) {
		clock_take_lock(engine.current->rank, rank);
	}
	return taken;
}

static void tas_clear(uint32_t rank)
{
	struct event by = now(DID_FREE_LOCK);

	clock_free_lock(&by, rank);
	real.tas_clear(rank);
}

static void interrupt(uint32_t rank)
{
	struct event by = now(DID_RAISE);

	clock_raise(&by, rank);
	real.interrupt(rank);
}

static void gic_write(enum sim_register name, uint32_t word, uint32_t bits)
{
	for (uint32_t i = 0; name == SIM_GIC_REQUEST && i < engine.count; i++) {
		uint32_t number = engine.coords[i].core;

		if (number / 32 == word && (bits >> number % 32 & 1)) {
			struct event by = now(DID_RAISE);

			clock_raise(&by, i);
		}
	}
	real.gic_write(name, word, bits);
}

/* In place of the image's entry for interrupts. */
static void take_irq(enum arch_irq cause)
{
	struct core *core = engine.current;
	bool optimistic = hint_optimistic(core->rank, false);

	if (cause == ARCH_IRQ_NOTIFY) {
		clock_interrupted(core->rank);
	}
	time_enter(core);
	irq_entry[core->rank](cause);
	time_leave(core);
	hint_optimistic(core->rank, optimistic);
}

bool ops_is_irq(uintptr_t function)
{
	return function == (uintptr_t)take_irq;
}

static void await(const struct sim_await *what)
{
	real.await(what);
	time_look(engine.current);
}

static void tick(void)
{
	time_look(engine.current);
	real.tick();
}

static void mask(bool held)
{
	if (real.mask) {
		real.mask(held);
	}
	time_mask(engine.current, held);
}

/* While it sleeps, and then takes interrupts, it holds none off. */
static void sleep_until_irq(void)
{
	struct core *core = engine.current;

	time_mask(core, false);
	real.sleep();
	time_mask(core, true);
}

void ops_create(void)
{
	real = engine.cores[0].host; /* all cores' functions are the same */
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		struct core *core = &engine.cores[rank];
		struct sim_host *host = &core->host;

		images[rank] = *core->image;
		irq_entry[rank] = core->image->irq;
		images[rank].irq = take_irq;
		core->image = &images[rank];
		host->read = read_window;
		host->write = write_window;
		host->read_flags = read_flags;
		host->write_flag = write_flag;
		host->drain = drain;
		host->drain_to = drain_to;
		host->tas = tas;
		host->tas_clear = tas_clear;
		host->interrupt = interrupt;
		host->gic_write = gic_write;
		host->await = await;
		host->tick = tick;
		host->sleep = sleep_until_irq;
		host->mask = mask;
		host->hint = hint_take;
	}
}
