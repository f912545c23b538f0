/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Local APIC, the P54C's and QEMU's.  QEMU delivers before the write to the
 * command register ends, so no delivery status is polled.
 */
#include "drivers/apic/local_apic.h"

#include "arch/common/vehicle_text.h"

enum {
	REG_PRIORITY = 0x080,
	REG_END_OF_INTERRUPT = 0x0b0,
	REG_SPURIOUS = 0x0f0,
	REG_COMMAND = 0x300,
	REG_COMMAND_TO = 0x310,
	REG_TIMER_LVT = 0x320,
	REG_LINT0_LVT = 0x350,
	REG_LINT1_LVT = 0x360,
	REG_TIMER_INITIAL = 0x380,
	REG_TIMER_CURRENT = 0x390,
	REG_TIMER_DIVIDE = 0x3e0,

	SPURIOUS_ENABLE = 0x100,
	LVT_MASKED = 0x10000,
	LVT_LEVEL = 0x8000,
	DIVIDE_BY_1 = 0xb,

	COMMAND_INIT = 0x500,
	COMMAND_START = 0x600,
	COMMAND_ASSERT = 0x4000,
	COMMAND_OTHERS = 0xc0000,
	COMMAND_SELF = 0x40000,
};

/* Always inlined: so it lies where its caller does. */
static inline __attribute__((always_inline)) volatile uint32_t *
reg(uint32_t offset)
{
	return (volatile uint32_t *)(LOCAL_APIC + offset);
}

VEHICLE_TEXT void local_apic_enable(uint8_t spurious_vector,
				    uint8_t timer_vector)
{
	*reg(REG_SPURIOUS) = SPURIOUS_ENABLE | spurious_vector;
	*reg(REG_LINT0_LVT) = LVT_MASKED; /* no 8259 behind it */
	*reg(REG_LINT1_LVT) = LVT_MASKED;
	*reg(REG_TIMER_DIVIDE) = DIVIDE_BY_1;
	*reg(REG_TIMER_LVT) = timer_vector;
	*reg(REG_PRIORITY) = 0;
}

VEHICLE_TEXT void local_apic_end_of_interrupt(void)
{
	*reg(REG_END_OF_INTERRUPT) = 0;
}

VEHICLE_TEXT void local_apic_send(uint8_t id, uint8_t vector)
{
	*reg(REG_COMMAND_TO) = (uint32_t)id << 24;
	*reg(REG_COMMAND) = COMMAND_ASSERT | vector;
}

VEHICLE_TEXT void local_apic_send_self(uint8_t vector)
{
	*reg(REG_COMMAND) = COMMAND_SELF | COMMAND_ASSERT | vector;
}

VEHICLE_TEXT void local_apic_pin(uint8_t vector, bool masked)
{
	*reg(REG_LINT0_LVT) = vector | LVT_LEVEL | (masked ? LVT_MASKED : 0);
}

VEHICLE_TEXT void local_apic_init_others(void)
{
	*reg(REG_COMMAND) = COMMAND_OTHERS | COMMAND_ASSERT | COMMAND_INIT;
}

VEHICLE_TEXT void local_apic_start(uint8_t id, uint32_t page)
{
	*reg(REG_COMMAND_TO) = (uint32_t)id << 24;
	*reg(REG_COMMAND) = COMMAND_ASSERT | COMMAND_START | page >> 12;
}

VEHICLE_TEXT void local_apic_set_priority(uint8_t class)
{
	*reg(REG_PRIORITY) = class;
}

uint8_t local_apic_priority(void)
{
	return (uint8_t)*reg(REG_PRIORITY);
}

VEHICLE_TEXT void local_apic_timer(uint32_t ticks)
{
	*reg(REG_TIMER_INITIAL) = ticks;
}

VEHICLE_TEXT uint32_t local_apic_timer_left(void)
{
	return *reg(REG_TIMER_CURRENT);
}
