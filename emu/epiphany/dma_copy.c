// SPDX-License-Identifier: Apache-2.0
/* One unit of a DMA channel, and the way to the next. */
#include "emu/epiphany/access.h"
#include "emu/epiphany/chip.h"
#include "emu/epiphany/event.h"
#include "emu/epiphany/host.h"
#include "emu/epiphany/network.h"
#include "emu/epiphany/timing.h"

static unsigned unit_size(const struct dma *dma)
{
	return dma->config >> D_SIZE_SHIFT & 3;
}

static uint32_t stride(const struct dma *dma, uint32_t pair, bool target,
		       uint32_t wide)
{
	int32_t bytes = (int16_t)(target ? pair >> 16 : pair);

	return (uint32_t)bytes << (dma->config & wide ? 16 : 0);
}

uint64_t dma_copy(struct core *core, unsigned index)
{
	struct dma *dma = &core->dma[index];
	unsigned size = unit_size(dma);
	uint32_t from, to, mask = (1u << size) - 1;
	int source, target;
	uint64_t value;

	if ((dma->source | dma->target) & mask) {
		dma->state = DMA_ERROR;
		core_die(core,
			 "DMA%u: 0x%08x to 0x%08x, units of %u bytes: not "
			 "aligned",
			 index, dma->source, dma->target, mask + 1);
	}
	source = access_target(core, "DMA from", dma->source, size, &from);
	target = access_target(core, "DMA to", dma->target, size, &to);
	dma->last_target = dma->target;
	if (dma->source >= LOCAL_BYTES) {
		dma->outstanding++;
		network_dma_read(core, chip.now, source,
				 (struct event){
					 .offset = from,
					 .address = dma->target,
					 .size = (uint8_t)size,
					 .unit = (uint8_t)index,
					 .generation = dma->generation,
				 });
		return source == TARGET_EXTERNAL ? T_DMA_READ_EXTERNAL
						 : T_DMA_READ;
	}
	value = from >= REGISTERS
			? registers_read(core, from - REGISTERS, false)
			: memory_read(&core->sram, from, size);
	if (dma->target >= LOCAL_BYTES) {
		return T_DMA_WRITE +
		       network_write(core, chip.now, target, to, size, value);
	}
	if (to >= REGISTERS) {
		registers_write(core, to - REGISTERS, (uint32_t)value, false);
	} else {
		memory_write(&core->sram, to, size, value);
	}
	return T_DMA_WRITE;
}

/* A row's end has strides of its own. */
bool dma_advance(struct dma *dma)
{
	if (--dma->inner) {
		dma->source += stride(dma, dma->stride, false, D_SOURCE_IN);
		dma->target += stride(dma, dma->stride, true, D_TARGET_IN);
		return true;
	}
	if (!--dma->outer) {
		return false;
	}
	dma->inner = dma->count & 0xffff;
	dma->source += stride(dma, dma->outer_stride, false, D_SOURCE_OUT);
	dma->target += stride(dma, dma->outer_stride, true, D_TARGET_OUT);
	return true;
}
