/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers by which cores interrupt each other.
 *
 * Directly: a store sets a bit in the target's configuration register, and the
 * target clears it.  By the controller: one store requests up to 32 cores, each
 * of which finds the senders in its status register and clears them by its
 * reset register.  A bit that is set again before it is cleared is cleared with
 * it, so receivers clear first and look for what has been sent after.
 *
 * All accesses to the controller are served one after another, in the order in
 * which they come, and faster while few wait: see the profile.
 */
#include "sim/chip/chips.h"
#include "sim/chip/engine.h"
#include "sim/chip/host.h"

static struct core *by_number[SIM_GIC_CORES]; /* null: takes no part */

void registers_raise(struct core *from, struct core *to, uint64_t time)
{
	if (engine.profile.gic) {
		to->gic_status |= UINT64_C(1) << engine.coords[from->rank].core;
		time += engine.profile.gic_latency;
	} else {
		to->intr = true;
	}
	irq_pin(to, time, false);
}

static void set_intr(struct core *core, uint64_t time)
{
	conditions->raise(core, core->access.target, time);
}

static void clear_intr(struct core *core, uint64_t time)
{
	core->intr = false;
	irq_pin(core, time, true);
}

static void access_register(struct core *core, struct core *target,
			    enum visible_kind kind,
			    void (*act)(struct core *, uint64_t))
{
	struct transaction what = {.kind = kind, .at = target->at, .act = act};

	chips_same(core, target);
	bus_claim(core);
	core->access.target = target;
	bus_post(core, &what);
}

static void set_link(struct core *core, uint64_t time)
{
	irq_link(core->access.target, time + engine.profile.irq);
}

/* A store sets another bit of that register, whose line is the link's. */
static void link_ring(uint32_t rank)
{
	access_register(engine.current, &engine.cores[rank], VISIBLE_RAISE,
			set_link);
}

static void interrupt(uint32_t rank)
{
	access_register(engine.current, &engine.cores[rank], VISIBLE_RAISE,
			set_intr);
}

static void interrupt_clear(void)
{
	access_register(engine.current, engine.current, VISIBLE_PIN,
			clear_intr);
}

static void request(struct core *core, uint64_t time)
{
	uint32_t bits = core->access.bits;

	for (; bits; bits &= bits - 1) {
		uint32_t number =
			core->access.word * 32 + (uint32_t)__builtin_ctz(bits);
		struct core *target =
			number < SIM_GIC_CORES ? by_number[number] : NULL;

		if (target) {
			conditions->raise(core, target, time);
		}
	}
}

static void gic_act(struct core *core, uint64_t time)
{
	uint32_t shift = core->access.word * 32;
	uint64_t bits = (uint64_t)core->access.bits << shift;

	switch (core->access.name) {
	case SIM_GIC_REQUEST:
		request(core, time);
		break;
	case SIM_GIC_STATUS:
		core->access.bits = (uint32_t)(core->gic_status >> shift);
		break;
	case SIM_GIC_RESET:
		core->gic_status &= ~bits;
		irq_pin(core, time, true);
		break;
	default:
		core->gic_mask &= ~((uint64_t)UINT32_MAX << shift);
		core->gic_mask |= bits;
		irq_pin(core, time, true);
	}
}

static struct server *controller(void)
{
	return &engine.servers[engine.profile.mesh_x * engine.profile.mesh_y];
}

static struct transaction gic(struct core *core, enum sim_register name,
			      uint32_t word, uint32_t bits)
{
	bus_claim(core);
	core->access.name = name;
	core->access.word = word;
	core->access.bits = bits;
	return (struct transaction){
		.kind = name == SIM_GIC_REQUEST ? VISIBLE_RAISE : VISIBLE_PIN,
		.at = engine.profile.system_interface,
		.server = controller(),
		.service = engine.profile.gic_service,
		.act = gic_act,
	};
}

static uint32_t gic_read(enum sim_register name, uint32_t word)
{
	struct core *core = engine.current;
	struct transaction what = gic(core, name, word, 0);

	bus_do(core, &what);
	return core->access.bits;
}

static void gic_write(enum sim_register name, uint32_t word, uint32_t bits)
{
	struct core *core = engine.current;
	struct transaction what = gic(core, name, word, bits);

	bus_post(core, &what);
}

static void gic_landed(void)
{
	bus_claim(engine.current);
}

void registers_taken(struct core *core)
{
	if (core->host.interrupts == SIM_GIC_UNREAD) {
		core->gic_status = 0;
		core->pin = false;
	}
}

void registers_create(void)
{
	const struct profile *p = &engine.profile;

	controller()->backlog = (uint32_t)p->gic_backlog;
	controller()->slower = p->gic_backlog_service;
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		uint32_t number = engine.coords[rank].core;

		if (number < SIM_GIC_CORES) {
			by_number[number] = &engine.cores[rank];
		} else if (p->gic) {
			die(STATUS_INPUT,
			    "core %u: the interrupt controller has registers "
			    "for %u",
			    number, SIM_GIC_CORES);
		}
	}
}

void registers_ops(struct sim_host *host)
{
	const struct profile *p = &engine.profile;

	host->interrupts = !p->gic              ? SIM_DIRECT
			   : p->gic_acknowledge ? SIM_GIC
						: SIM_GIC_UNREAD;
	host->interrupt = interrupt;
	host->link_ring = link_ring;
	host->interrupt_clear = interrupt_clear;
	host->gic_read = gic_read;
	host->gic_write = gic_write;
	host->gic_landed = gic_landed;
}
