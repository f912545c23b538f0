/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cores as coroutines: stacks with a guard below each, places on the mesh,
 * private DRAM.  Stacks and DRAM are two reservations, touched when used.
 */
#include <sys/mman.h>

#include "sim/chip/blocks.h"
#include "sim/chip/boot.h"
#include "sim/chip/chips.h"
#include "sim/chip/core.h"
#include "sim/chip/coherent.h"
#include "sim/chip/fifo.h"
#include "sim/chip/host.h"

#include "runtime/start.h"

#include <weft/fiber.h>

/*
 * Below each stack; a frame of so many bytes does not reach beyond, and only
 * addresses are used up.  And what one instruction pushes at most.
 */
#define COMMON_BYTES ((uint64_t)64 << 20) /* of memory that all cores have */
#define STACK_GUARD ((size_t)16 << 20)
#define STACK_RIM   256

struct start core_start = {.dram_bytes = UINT64_C(64) << 20};

static char *stacks;
static size_t stack_stride;

static void make_stack(struct core *core)
{
	char *low = stacks + core->rank * stack_stride;
	void **top = (void **)(low + stack_stride);

	if (mprotect(low, STACK_GUARD, PROT_NONE) != 0) {
		die(STATUS_HOST, "too many mappings: see vm.max_map_count");
	}
	core->stack = low + STACK_GUARD;
	core->sp = core->fresh_sp = coroutine_prepare(top);
}

bool core_overflows(const struct core *core, uintptr_t sp)
{
	return sp - ((uintptr_t)core->stack - STACK_GUARD) <
	       STACK_GUARD + STACK_RIM;
}

size_t core_stack_left(const struct core *core, uintptr_t sp)
{
	const struct weft_fiber *fiber = core->fiber ? *core->fiber : NULL;
	uintptr_t low = (uintptr_t)core->stack, high = low + ARCH_STACK_BYTES;

	if (fiber && fiber->top) {
		low = (uintptr_t)fiber->guard;
		high = (uintptr_t)fiber->top;
	} else if (core->large_stack && core->large_stack->guard) {
		low = (uintptr_t)core->large_stack->guard;
		high = (uintptr_t)core->large_stack->top;
	}
	return sp >= low && sp <= high ? sp - low : 0;
}

/*
 * DRAM is behind the nearest controller; of two as near, the first listed.  Without
 * any it is the core's own.
 */
static void place_core(struct core *core, uint32_t number)
{
	const struct profile *p = &engine.profile;
	uint32_t hops = UINT32_MAX;

	core->at = chips_place(number);
	core->chip = chips_of(core->rank);
	core->tile = &engine.servers[core->at.y * p->mesh_x + core->at.x];
	for (uint32_t i = 0; i < p->controller_count; i++) {
		uint32_t d = profile_hops(core->at, p->controllers[i]);

		hops = d < hops ? d : hops;
	}
	if (p->no_controller) {
		hops = 0;
	} else if (!p->distances) {
		hops = 1;
	}
	core->dram_read_time = p->o_r_mem + 2 * hops * p->l_hop;
	core->dram_write_time = p->o_w_mem + 2 * hops * p->l_hop;
	engine.coords[core->rank] =
		(struct arch_coords){core->at.x, core->at.y, number};
}

static void fill_host(struct core *core)
{
	const struct profile *p = &engine.profile;
	struct sim_host *host = &core->host;

	host->abi = SIM_ABI;
	host->rank = core->rank;
	host->count = engine.count;
	host->window_bytes = (uint32_t)p->window_bytes;
	host->core_mhz = (uint32_t)p->core_mhz;
	host->costs = (struct sim_costs){
		.put_mpb = p->o_put_mpb,
		.get_mpb = p->o_get_mpb,
		.put_mem = p->o_put_mem,
		.get_mem = p->o_get_mem,
		.copy_word = p->copy_word,
		.flag_wait = p->flag_wait,
		.flag_put = p->flag_put,
		.quiet = p->quiet,
		.quiet_each = p->quiet_each,
		.quiet_core = p->quiet_core,
		.put = (uint32_t)p->put,
		.get = (uint32_t)p->get,
		.copy = (uint32_t)p->copy,
		.flag_write = (uint32_t)p->flag_write,
		.soon = (uint32_t)p->soon,
		.flag_tell = (uint32_t)p->flag_tell,
		.flag_read = (uint32_t)p->flag_read,
		.place = (uint32_t)p->place,
		.await = (uint32_t)p->await,
		.await_all = (uint32_t)p->await_all,
		.await_each = (uint32_t)p->await_each,
		.raise = (uint32_t)p->raise,
		.irq_entry = (uint32_t)p->irq_entry,
		.call = (uint32_t)p->call,
	};
	host->coords = engine.coords;
	host->boot = engine.boot;
	host->tick = engine_tick;
	memory_ops(host);
	await_ops(host);
	irq_ops(host);
	registers_ops(host);
	cache_ops(host);
	coherent_ops(host);
	fifo_ops(host);
	link_ops(host);
	blocks_ops(host);
	device_ops(host);
}

/* When a core enters weft_start: spread by the seed, or told by an option. */
static uint64_t start_time(struct core *core)
{
	uint64_t time = conditions->late(core);

	if (engine.seed) {
		time += engine_random(core, engine.profile.start_spread);
	}
	for (uint32_t i = 0; i < core_start.late_count; i++) {
		if (core_start.late[i].rank == core->rank) {
			time += core_start.late[i].by;
		}
	}
	return time;
}

/* Any seed and rank give a state that is not zero. */
static uint64_t mixed(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return (x ^ (x >> 31)) | 1;
}

static void check_late(void)
{
	for (uint32_t i = 0; i < core_start.late_count; i++) {
		if (core_start.late[i].rank >= engine.count) {
			die(STATUS_USAGE, "--late %u: there are %u ranks",
			    core_start.late[i].rank, engine.count);
		}
	}
}

/* Memory that all cores have in common is a chip's. */
static void share_common(void)
{
	void *common;

	if (chips.n > 1) {
		return;
	}
	common = host_reserve(COMMON_BYTES, "common DRAM");
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		engine.cores[rank].host.common = common;
		engine.cores[rank].host.common_bytes = COMMON_BYTES;
	}
}

void core_create_all(void)
{
	const uint32_t *numbers =
		(const void *)((char *)engine.boot + engine.boot->cores);
	uint64_t dram = core_start.dram_bytes;
	uint32_t tiles =
		(uint32_t)(engine.profile.mesh_x * engine.profile.mesh_y);
	char *drams;

	check_late();
	stack_stride = ARCH_STACK_BYTES + STACK_GUARD;
	stacks = host_reserve(engine.count * stack_stride, "stacks");
	drams = host_reserve(engine.count * dram, "private DRAM");
	engine.cores = host_alloc(engine.count * sizeof(*engine.cores));
	engine.coords = host_alloc(engine.count * sizeof(*engine.coords));
	engine.servers = host_alloc((tiles + 1) * sizeof(*engine.servers));
	mesh_create();
	heap_init(&engine.heap, engine_slots());
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		struct core *core = &engine.cores[rank];

		core->rank = rank;
		core->slow = 1;
		core->pace_at = SIM_NEVER;
		core->look_at = SIM_NEVER;
		core->random = mixed(engine.seed << 16 ^ rank);
		place_core(core, numbers[rank]);
		make_stack(core);
		memory_create(core);
		fill_host(core);
		boot_place(core, drams + rank * dram, dram);
	}
	cache_create();
	fifo_create();
	link_create();
	registers_create();
	share_common();
}

/* Under a seed, cores compute at speeds that differ by up to an eighth. */
static uint64_t pace(struct core *core)
{
	return engine.seed ? engine_random(core, engine.profile.unit_time / 8)
			   : 0;
}

/* The images are there: give each core its processor and its start. */
void core_start_all(void)
{
	for (uint32_t rank = 0; rank < engine.count; rank++) {
		struct core *core = &engine.cores[rank];
		uint64_t time = start_time(core);

		*core->cpu = (struct sim_cpu){
			.clock = time,
			.blocks = blocks_of(core),
			.unit_time = engine.profile.unit_time + pace(core),
			.open_horizon = SIM_NEVER,
			.masked = 1,
		};
		irq_create(core);
		engine_wake(core, time, time);
	}
}

void core_main(void)
{
	engine_horizon(engine.current);
	engine.current->image->start();
}
