// SPDX-License-Identifier: Apache-2.0
/* A channel's life: registers, descriptors, units in turn, completion. */
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/timing.h"

enum {
	DESCRIPTOR_BYTES = 24,
	DMA_INTERRUPT = 6,
	MESSAGE_INTERRUPT = 5,
	ILATST = 0xf042c,
};

static void schedule(struct core *core, unsigned index, uint64_t time)
{
	event_add((struct event){
		.kind = EVENT_DMA_UNIT,
		.time = time,
		.core = (int32_t)core->index,
		.unit = (uint8_t)index,
		.generation = core->dma[index].generation,
	});
}

/* A new descriptor, or new registers: check, and take the first unit up. */
static void start(struct core *core, unsigned index)
{
	struct dma *dma = &core->dma[index];

	if (!(dma->config & D_MASTER)) {
		core_die(core, "DMA%u: slave mode is not modelled", index);
	}
	dma->inner = dma->count & 0xffff;
	dma->outer = dma->count >> 16;
	if (!dma->inner || !dma->outer) {
		core_die(core, "DMA%u: a count of 0 (0x%08x)", index,
			 dma->count);
	}
	dma->state = DMA_ACTIVE;
	schedule(core, index, core_now(core) + T_DMA_WRITE);
}

/* It takes time to have it: who writes it meanwhile gets what is then there. */
static void find_descriptor(struct core *core, unsigned index, uint32_t at)
{
	struct dma *dma = &core->dma[index];

	if (at % 8 || at + DESCRIPTOR_BYTES > core->sram.size) {
		core_die(core,
			 "DMA%u: descriptor at 0x%04x is not 8-byte "
			 "aligned in local memory",
			 index, at);
	}
	dma->descriptor = at;
	dma->fetching = true;
	dma->state = DMA_ACTIVE;
	schedule(core, index, core_now(core) + T_DMA_FETCH);
}

static void fetch_descriptor(struct core *core, unsigned index)
{
	struct dma *dma = &core->dma[index];
	uint32_t words[DESCRIPTOR_BYTES / 4];

	memcpy(words, core->sram.bytes + dma->descriptor, sizeof(words));
	dma->fetching = false;
	dma->config = words[0];
	dma->stride = words[1];
	dma->count = words[2];
	dma->outer_stride = words[3];
	dma->source = words[4];
	dma->target = words[5];
	if (!(dma->config & D_ENABLE)) {
		core_die(core, "DMA%u: the descriptor at 0x%04x is not enabled",
			 index, dma->descriptor);
	}
	start(core, index);
}

uint32_t dma_read(const struct core *core, unsigned index, unsigned reg)
{
	const struct dma *dma = &core->dma[index];
	const uint32_t values[] = {
		dma->config,
		dma->stride,
		dma->outer << 16 | dma->inner,
		dma->source,
		dma->target,
		0,
		0,
		dma->descriptor << 16 | dma->state,
	};

	return values[reg];
}

static void write_config(struct core *core, unsigned index, uint32_t value)
{
	struct dma *dma = &core->dma[index];

	dma->generation++;
	dma->outstanding = 0;
	dma->descriptor = 0;
	dma->fetching = false;
	dma->config = value;
	if (!(value & (D_ENABLE | D_STARTUP))) {
		dma->state = DMA_IDLE;
	} else if (dma->state != DMA_IDLE) {
		core_die(core, "DMA%u is started while it is busy", index);
	} else if (value & D_STARTUP) {
		find_descriptor(core, index, value >> 16);
	} else {
		start(core, index);
	}
}

void dma_write(struct core *core, unsigned index, unsigned reg, uint32_t value)
{
	struct dma *dma = &core->dma[index];

	switch (reg) {
	case 0:
		write_config(core, index, value);
		break;
	case 1:
		dma->stride = value;
		break;
	case 2:
		dma->count = value;
		break;
	case 3:
		dma->source = value;
		break;
	case 4:
		dma->target = value;
		break;
	default:
		core_die(core,
			 "DMA%u: AUTO registers and STATUS are not "
			 "written here",
			 index);
	}
}

static void complete(struct core *core, unsigned index)
{
	struct dma *dma = &core->dma[index];

	if (dma->config & D_IRQ) {
		core_latch(core, DMA_INTERRUPT + index);
	}
	if (dma->config & D_CHAIN) {
		find_descriptor(core, index, dma->config >> 16);
	} else {
		dma->state = DMA_IDLE;
	}
}

/*
 * The last unit has been sent or asked for.  In message mode the receiver gets
 * an interrupt behind the data, and far reads are waited for; without it
 * completion says nothing about arrival.
 */
static void finish(struct core *core, unsigned index)
{
	struct dma *dma = &core->dma[index];
	uint32_t offset;
	int target = chip_target(core, dma->last_target, &offset);

	if (dma->config & D_MESSAGE) {
		if (dma->outstanding) {
			dma->state = DMA_LAST;
			return;
		}
		if (dma->last_target >= LOCAL_BYTES && target >= 0) {
			network_write(core, chip.now, target, ILATST, 2,
				      1u << MESSAGE_INTERRUPT);
		}
	}
	complete(core, index);
}

void dma_arrived(struct core *core, unsigned index, uint32_t generation)
{
	struct dma *dma = &core->dma[index];

	if (generation != dma->generation) {
		return; /* it was stopped meanwhile */
	}
	if (!--dma->outstanding && dma->state == DMA_LAST) {
		complete(core, index);
	}
}

void dma_unit(const struct event *event)
{
	struct core *core = &chip.cores[event->core];
	struct dma *dma = &core->dma[event->unit];
	uint64_t next;

	if (event->generation != dma->generation) {
		return;
	}
	/* Channel 1 gets what channel 0 leaves. */
	if (event->unit == 1 && core->dma[0].state == DMA_ACTIVE) {
		schedule(core, 1, event->time + T_DMA_WRITE);
		return;
	}
	if (dma->fetching) {
		fetch_descriptor(core, event->unit);
		return;
	}
	next = event->time + dma_copy(core, event->unit);
	if (dma_advance(dma)) {
		schedule(core, event->unit, next);
	} else {
		finish(core, event->unit);
	}
}
