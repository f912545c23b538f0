/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What ports share whose cores reach all windows by plain loads and stores,
 * whose interrupts go by a controller of drivers/gic, and that are told of
 * their run by a boot record: where.c, window.c, await.c, irq.c, fault.c; and
 * atomics.c where the processor's atomic operations work on windows.  A port
 * takes the files that fit, and writes the functions of the others itself.
 *
 * It gives them two headers by its include folder.  <board.h>, with
 *
 *   BOARD_RECORD_VA          where every core sees the boot record
 *   BOARD_PORT_BYTES         which port[] word of it has the bytes of private
 *                            DRAM, of which BOARD_DRAM_VA is the first
 *   BOARD_WINDOW_BYTES       what arch_window_bytes says of window 0
 *   BOARD_CORES_A_ROUTER     cores at one router of the mesh ..
 *   BOARD_COLUMNS            .. of so many columns, a constant or a variable
 *   BOARD_BRIEF_LOOKS        at a word, in arch_look
 *   BOARD_WAKES              1: who has written a word calls vehicle_wake
 *   BOARD_FAR(rank)          optional: is that window out of reach of loads and
 *                            stores?  Then the board has the far_.. below
 *   BOARD_FAR_NEWS()         optional: what far_news counts
 *   BOARD_FLAG_LOOK()        optional: done before each look at a flag
 *   BOARD_COUNTS             optional: window.c counts the bytes that it copies
 *   BOARD_STACK_FLOOR        from here to BOARD_STACK nothing is mapped: a stack
 *                            pointer there is a thread's that has run out of
 *                            its stack, by a frame as large as that at most
 *   BOARD_GIC_CORES          cores that a set of the controller's can have
 *   BOARD_GIC_CORE(rank)     the controller's number of a rank ..
 *   BOARD_GIC_BY_RANK        .. 1 if those of ranks in a row are in a row
 *   cpu_irq_save, cpu_irq_restore, cpu_relax, cpu_barrier
 *
 * and <window_ops.h>: an own window's place, copying, and what each step of
 * window.c and irq.c needs of this chip to uphold the contract's rules.
 */
#ifndef WEFT_ARCH_COMMON_PORT_H
#define WEFT_ARCH_COMMON_PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/common/chips.h"
#include "arch/common/vehicle_text.h"

/*
 * where.c: this core, and how many there are; the chip's number of each; for debuggers.
 * With several chips all of this is about one of them: port_rank counts from port_first on.
 */
extern uint32_t port_rank, port_count;
extern const uint32_t *port_cores;
extern volatile uint8_t *port_window;

/* First of all on each core.  <window_ops.h> must know its window by then. */
void port_where_init(uint32_t rank);

/* irq.c: what an interrupt entry calls, once it has acknowledged. */
void port_serve(enum arch_irq cause);

/*
 * fault.c: tell weft_fault, `regs` being these values by these names; those of the first
 * fault, if others hit its report.
 */
struct port_registers {
	const char *const *names;
	const uint32_t *values;
	uint32_t n;
	uintptr_t sp; /* of whom it hit */
};
extern char port_fault_text[]; /* "name=12345678 .."; empty: no fault yet */
_Noreturn void port_fault(struct arch_fault fault, struct port_registers regs);

/*
 * What the port has beside the contract: to let time pass between two looks at
 * a word; to wait for one, at most until the deadline, or less: await.c looks
 * again.  Where BOARD_WAKES, who has written a word of that rank's window calls
 * vehicle_wake.  And to halt until an interrupt, called with interrupts masked;
 * `open`: the library's are taken meanwhile.
 */
void vehicle_pause(volatile uint32_t *word, uint32_t value);
void vehicle_wait(volatile uint32_t *word, uint32_t rank, uint32_t offset,
		  uint32_t value, uint64_t deadline);
VEHICLE_CALL void vehicle_wake(uint32_t rank, volatile uint32_t *word);
void vehicle_halt(uint64_t deadline, bool open);

/*
 * For windows where BOARD_FAR: what the contract's functions of these names do.  A copy
 * has one end, or both, in such a window.  far_update does one of the atomic operations.
 */
enum far_update {
	FAR_UPDATE_SWAP,
	FAR_UPDATE_COMPARE,
	FAR_UPDATE_ADD,
};
void far_put(uint32_t rank, uint32_t offset, const void *src, size_t n);
void far_get(void *dst, uint32_t rank, uint32_t offset, size_t n);
void far_copy(struct arch_addr dst, struct arch_addr src, size_t n);
void far_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		     uint32_t n);
uint32_t far_flag_read(uint32_t rank, uint32_t offset);
enum arch_result far_await(const struct arch_word *what, uint64_t deadline);
void far_watch(const struct arch_word *word, bool on);
void far_settle(uint32_t rank);
void far_quiet(void);
void far_raise(uint32_t rank);
uint32_t far_update(enum far_update how, uint32_t rank, uint32_t offset,
		    uint32_t expected, uint32_t value);
bool far_tas(uint32_t rank);
void far_tas_clear(uint32_t rank);

#endif
