/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Descriptor tables.  They are private memory, a copy each core, because the
 * processor itself writes the busy bit of a task.
 */
#include "boot/x86/descriptors.h"

#include "boot/x86/cpu.h"

enum {
	SELECT_CODE = 0x08,
	SELECT_DATA = 0x10,
	SELECT_MAIN = 0x18,
	SELECT_FAULT = 0x20,

	EXCEPTIONS = 32,

	GATE_INTERRUPT = 0x8e00, /* present, interrupts masked on entry */
	GATE_TASK = 0x8500,
	TASK_AVAILABLE = 0x8900,
};

struct task_state {
	uint32_t link;
	uint32_t esp0, ss0, esp1, ss1, esp2, ss2;
	uint32_t cr3, eip, eflags;
	uint32_t eax, ecx, edx, ebx, esp, ebp, esi, edi;
	uint32_t es, cs, ss, ds, fs, gs;
	uint32_t ldt;
	uint32_t io_map;
};
_Static_assert(sizeof(struct task_state) == 104, "task state layout");

struct descriptor {
	uint32_t low, high;
};

struct __attribute__((packed)) table_pointer {
	uint16_t limit;
	uint32_t base;
};

extern void (*const cpu_exception_entries[EXCEPTIONS])(void);
void cpu_double_fault_task(void);

static struct task_state main_task, fault_task;
static struct descriptor segments[5] = {
	{0, 0},
	{0x0000ffff, 0x00cf9b00}, /* flat code */
	{0x0000ffff, 0x00cf9300}, /* flat data */
};
static struct descriptor vectors[256];

static struct descriptor task_segment(const struct task_state *task)
{
	uint32_t base = (uint32_t)task;

	return (struct descriptor){
		base << 16 | (sizeof(*task) - 1),
		(base & 0xff000000) | (base >> 16 & 0xff) | TASK_AVAILABLE,
	};
}

void cpu_set_vector(uint8_t vector, void (*entry)(void))
{
	uint32_t address = (uint32_t)entry;

	vectors[vector].low = SELECT_CODE << 16 | (address & 0xffff);
	vectors[vector].high = (address & 0xffff0000) | GATE_INTERRUPT;
}

void cpu_descriptors_init(uintptr_t fault_stack)
{
	struct table_pointer gdt = {sizeof(segments) - 1, (uint32_t)segments};
	struct table_pointer idt = {sizeof(vectors) - 1, (uint32_t)vectors};

	fault_task = (struct task_state){
		.cr3 = cpu_cr3(),
		.eip = (uint32_t)cpu_double_fault_task,
		.eflags = 2,
		.esp = fault_stack,
		.cs = SELECT_CODE,
		.ss = SELECT_DATA,
		.ds = SELECT_DATA,
		.es = SELECT_DATA,
		.fs = SELECT_DATA,
		.gs = SELECT_DATA,
		.io_map = sizeof(fault_task),
	};
	main_task.io_map = sizeof(main_task);
	segments[SELECT_MAIN / 8] = task_segment(&main_task);
	segments[SELECT_FAULT / 8] = task_segment(&fault_task);
	for (uint32_t i = 0; i < EXCEPTIONS; i++) {
		cpu_set_vector((uint8_t)i, cpu_exception_entries[i]);
	}
	vectors[DOUBLE_FAULT] =
		(struct descriptor){SELECT_FAULT << 16, GATE_TASK};
	__asm__ volatile("lgdt %0; lidt %1; ltr %w2" ::"m"(gdt), "m"(idt),
			 "r"(SELECT_MAIN)
			 : "memory");
}

uint32_t cpu_double_faulted(struct cpu_frame *frame)
{
	const struct task_state *task = &main_task;

	*frame = (struct cpu_frame){
		.edi = task->edi,
		.esi = task->esi,
		.ebp = task->ebp,
		.ebx = task->ebx,
		.edx = task->edx,
		.ecx = task->ecx,
		.eax = task->eax,
		.vector = DOUBLE_FAULT,
		.eip = task->eip,
		.cs = task->cs,
		.eflags = task->eflags,
	};
	return task->esp;
}
