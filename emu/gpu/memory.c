// SPDX-License-Identifier: Apache-2.0
/* Address spaces, L1, stores that are held back, fences: chip.h has the rules. */
#include <string.h>

#include "emu/common/chance.h"
#include "emu/gpu/chip.h"

struct chip chip;

enum {
	EARLY_EACH =
		8 /* of so many relaxed loads whose line is in L1, one is early */
};

/* Memory that is the core's own; null: the address is global. */
static uint8_t *own_place(struct core *core, const struct insn *insn,
			  uint64_t address, unsigned bytes)
{
	uint64_t most = 0;
	uint8_t *base = NULL;

	if (insn->space == SPACE_GENERIC && address < CODE_BASE) {
		bool shared = address < LOCAL_BASE;

		address -= shared ? SHARED_BASE : LOCAL_BASE;
		base = shared ? core->shared : core->now->local;
		most = shared ? program.shared_bytes : chip.local_bytes;
	} else if (insn->space == SPACE_SHARED) {
		base = core->shared;
		most = program.shared_bytes;
	} else if (insn->space == SPACE_LOCAL) {
		base = core->now->local;
		most = chip.local_bytes;
	}
	if (address % bytes) {
		core_die(core, "address %#llx is no multiple of %u",
			 (unsigned long long)address, bytes);
	}
	if (!base) {
		address -= GLOBAL_BASE;
		most = chip.memory_bytes;
	}
	if (address > most || most - address < bytes) {
		core_die(core, "no memory at %s address %#llx",
			 base == core->shared       ? "shared"
			 : base == core->now->local ? "local"
						    : "global",
			 (unsigned long long)(base ? address
						   : address + GLOBAL_BASE));
	}
	if (base) {
		core->now->clock += base == core->shared ? T_SHARED : T_LOCAL;
	}
	return base ? base + address : NULL;
}

static uint8_t *global(uint64_t address)
{
	return chip.memory + (address - GLOBAL_BASE);
}

static uint64_t value_of(const uint8_t *at, unsigned bytes)
{
	uint64_t value = 0;

	memcpy(&value, at, bytes);
	return value;
}

/* Of the bytes at an address, those of a store that fall among them. */
static void overlay(uint8_t *to, uint64_t address, unsigned bytes,
		    const struct held *h)
{
	uint64_t first = h->address > address ? h->address : address;
	uint64_t end = h->address + h->bytes;

	end = end < address + bytes ? end : address + bytes;
	if (first < end) {
		memcpy(to + (first - address),
		       (const uint8_t *)h->value + (first - h->address),
		       end - first);
	}
}

/* What is in L2, but for what this core has on its way there. */
static void fetch(struct core *core, uint8_t *to, uint64_t address,
		  unsigned bytes)
{
	memcpy(to, global(address), bytes);
	for (uint32_t i = 0; i < core->held_count; i++) {
		overlay(to, address, bytes, &core->held[i]);
	}
}

static struct line *line_of(struct core *core, uint64_t address)
{
	return &core->lines[address / LINE % LINES];
}

static bool line_there(struct core *core, const struct line *line,
		       uint64_t address)
{
	return line->epoch == core->epoch && line->tag == address / LINE;
}

static void line_fill(struct core *core, struct line *line, uint64_t address)
{
	line->tag = address / LINE;
	line->epoch = core->epoch;
	fetch(core, line->bytes, address / LINE * LINE, LINE);
}

/* What this core has now seen, or written, it will not see older. */
static void line_update(struct core *core, uint64_t address,
			const uint64_t *value, unsigned bytes)
{
	struct line *line = line_of(core, address);

	if (line_there(core, line, address)) {
		memcpy(line->bytes + address % LINE, value, bytes);
	}
}

static bool chance_of(uint32_t each)
{
	return chip.seed && chance_below(&chip.chance, each) == 0;
}

static struct pair pair_of(const uint8_t *at, unsigned bytes)
{
	struct pair value = {0, 0};

	memcpy(&value, at, bytes);
	return value;
}

struct pair memory_load(struct core *core, const struct insn *insn,
			uint64_t address, unsigned bytes)
{
	uint8_t *own = own_place(core, insn, address, bytes);
	struct pair value = {0, 0};
	struct line *line;

	if (own) {
		return pair_of(own, bytes);
	}
	core->loads++;
	line = line_of(core, address);
	if (insn->order == ORDER_WEAK ||
	    (insn->order == ORDER_RELAXED && line_there(core, line, address) &&
	     chance_of(EARLY_EACH))) {
		core->early += insn->order != ORDER_WEAK;
		core->now->clock += T_L1;
		if (!line_there(core, line, address)) {
			core->now->clock += T_L2 - T_L1;
			line_fill(core, line, address);
		}
		return pair_of(line->bytes + address % LINE, bytes);
	}
	core->now->clock += T_L2;
	fetch(core, (uint8_t *)&value, address, bytes);
	if (chip.seed && !line_there(core, line, address)) {
		line_fill(core, line, address); /* for those that are early */
	}
	line_update(core, address, (const uint64_t *)&value, bytes);
	if (insn->order != ORDER_RELAXED) {
		core->epoch++; /* drops all lines */
	}
	return value;
}

void memory_settle(struct core *core, uint64_t until)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < core->held_count; i++) {
		const struct held *h = &core->held[i];

		if (h->due <= until) {
			memcpy(global(h->address), h->value, h->bytes);
		} else {
			core->held[kept++] = *h;
		}
	}
	core->held_count = kept;
}

/* Wait until what is due by then has reached L2. */
static void wait_until(struct core *core, uint64_t until)
{
	core->now->clock = core->now->clock > until ? core->now->clock : until;
	memory_settle(core, until);
}

/* Of this thread's stores, and those that it knows of by a barrier of its block. */
static uint64_t last_due(const struct core *core)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < core->held_count; i++) {
		const struct held *h = &core->held[i];

		if ((h->by == core->now || h->phase < core->phase) &&
		    h->due > last) {
			last = h->due;
		}
	}
	return last;
}

static bool overlaps(const struct held *h, uint64_t address, unsigned bytes)
{
	return h->address < address + bytes && address < h->address + h->bytes;
}

/* When a store may reach L2: behind fences, and behind those to the same place. */
static uint64_t due_of(struct core *core, uint64_t address, unsigned bytes)
{
	uint64_t due = core->now->clock +
		       chance_below(&chip.chance, (uint32_t)chip.delay + 1);

	due = due > core->now->floor ? due : core->now->floor;
	for (uint32_t i = 0; i < core->held_count; i++) {
		const struct held *h = &core->held[i];

		if (overlaps(h, address, bytes) && h->due > due) {
			due = h->due;
		}
	}
	return due;
}

void memory_store(struct core *core, const struct insn *insn, uint64_t address,
		  const uint64_t *value, unsigned bytes)
{
	uint8_t *own = own_place(core, insn, address, bytes);
	struct held *held;

	if (own) {
		memcpy(own, value, bytes);
		return;
	}
	core->stores++;
	core->now->clock += T_PLAIN;
	if (insn->order == ORDER_RELEASE) {
		memory_fence(core, insn);
	}
	line_update(core, address, value, bytes);
	if (!chip.seed) {
		memcpy(global(address), value, bytes);
		return;
	}
	if (core->held_count == HELD) {
		wait_until(core, core->held[0].due);
	}
	held = &core->held[core->held_count];
	held->by = core->now;
	held->phase = core->phase;
	held->due = due_of(core, address, bytes);
	held->address = address;
	held->bytes = bytes;
	memcpy(held->value, value, bytes);
	core->held_count++;
}

static uint64_t changed(const struct core *core, const struct insn *insn,
			uint64_t was, uint64_t a, uint64_t b)
{
	bool less = type_signed(insn->type)
			    ? (int64_t)(was << 32) < (int64_t)(a << 32)
			    : was < a;

	switch (insn->how) {
	case HOW_EXCH:
		return a;
	case HOW_CAS:
		return was == a ? b : was;
	case HOW_ADD:
		return was + a;
	case HOW_AND:
		return was & a;
	case HOW_OR:
		return was | a;
	case HOW_XOR:
		return was ^ a;
	case HOW_MIN:
		return less ? was : a;
	case HOW_MAX:
		return less ? a : was;
	default:
		core_die(core, "no such atomic operation");
	}
}

/* Made in L2, behind what this core has written before a fence, or to the same place. */
uint64_t memory_atom(struct core *core, const struct insn *insn,
		     uint64_t address, uint64_t a, uint64_t b)
{
	unsigned bytes = type_bytes(insn->type);
	uint8_t *own = own_place(core, insn, address, bytes);
	uint64_t was, value, before = core->now->floor;
	uint8_t *at;

	if (!own) {
		if (insn->order == ORDER_RELEASE || insn->order == ORDER_BOTH) {
			before = last_due(core);
			core->now->clock += T_FENCE;
		}
		for (uint32_t i = 0; i < core->held_count; i++) {
			const struct held *h = &core->held[i];

			if (overlaps(h, address, bytes) && h->due > before) {
				before = h->due;
			}
		}
		wait_until(core, before);
		core->now->clock += insn->op == OP_RED ? T_PLAIN : T_ATOM;
	}
	at = own ? own : global(address);
	was = value_of(at, bytes);
	value = changed(core, insn, was, a, b);
	memcpy(at, &value, bytes);
	if (!own) {
		line_update(core, address, &value, bytes);
		if (insn->order != ORDER_RELAXED &&
		    insn->order != ORDER_RELEASE) {
			core->epoch++; /* drops all lines */
		}
	}
	return was;
}

/*
 * What follows stays behind what went before.  Only fence.sc waits until that is in L2, so
 * that a later load comes after it.
 */
void memory_fence(struct core *core, const struct insn *insn)
{
	core->fences++;
	core->now->clock += T_FENCE;
	core->now->floor = last_due(core) > core->now->floor ? last_due(core)
							     : core->now->floor;
	if (insn->order == ORDER_SC) {
		wait_until(core, core->now->floor);
	}
	core->epoch++; /* drops all lines */
}
