/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The port contract: everything weft asks of a chip.
 *
 * A port is one folder, arch/<chip>/.  It gives `arch_port.h` (the constants
 * of section 1) and the functions below; nothing above this header knows a
 * chip.  docs/porting.md walks through writing one; arch/template/ compiles
 * and does nothing; arch/epiphany/ is a chip that is unlike the others.
 *
 * Each function states
 *   [mandatory] or [optional: constant that says it exists];
 *   context: thread (an application's call), irq (inside weft_irq_entry), panic
 *            (interrupts off, this core will not return), boot (one core,
 *            before weft_start);
 *   cost:    local (own core only, tens of cycles), near (one access to a
 *            window), bulk (proportional to bytes), waits (as long as it takes);
 *   order:   what it guarantees, by the letters of the ordering rules here.
 *
 * Ordering rules.  A port upholds all of them; no code assumes more.
 *   (a) one core's writes to one core's window are seen there in the order of
 *       the calls; so arch_put then arch_flag_write needs nothing between;
 *   (b) in particular a flag write is seen after all earlier data written to
 *       the same core;
 *   (c) an interrupt raised after a flag write is taken after that flag is
 *       visible at the interrupted core;
 *   (d) nothing orders writes to different cores, except arch_quiet;
 *   (e) a satisfied arch_await, and arch_flag_read, is an acquire: what its
 *       writer had written before is what later reads return;
 *   (f) a barrier is arch_quiet, then synchronisation (made above this layer);
 *   (g) arch_settle(rank): my writes to that core's window have landed before
 *       any later access of mine, reads included: store-then-load.
 * At most ARCH_ATOM aligned bytes are written or read at once; a longer copy
 * may be seen in pieces, in any order within one call.
 *
 * Start.  When the first core enters weft_start, window 0 of every core of
 * the run reads zero, and stays so but for what weft writes.  The port sees to
 * that by its chip's own means (loader, reset, first core before it starts
 * the others): no portable protocol can, since a core that clears its own window
 * may wipe out what an earlier core has already sent.
 */
#ifndef WEFT_ARCH_H
#define WEFT_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * 1. Constants, from the port's arch_port.h.
 *
 *  ARCH_NAME           string: chip and board, part of the image header
 *  ARCH_ATOM           bytes, a power of two >= 4: written and read at once
 *  ARCH_LINE           bytes, a power of two >= 4: what a copy moves at once;
 *                      window allocations are aligned to it
 *  ARCH_FLAG_STRIDE    bytes from one flag to the next that another core may
 *                      write: 4 where writes of a word or byte are safe beside
 *                      another writer's, ARCH_LINE where they are not
 *  ARCH_GET_COST       cost of reading a far line, in percent of writing one
 *                      (SCC 100, Epiphany about 1600): above 200, algorithms
 *                      push where they would pull
 *  ARCH_DMA_CHANNELS   copies in flight beside the core; 0: no arch_copy_start
 *  ARCH_NOTIFY_FANOUT  cores that one store can interrupt, at most
 *  ARCH_REMOTE_AWAIT   1: arch_await may wait for a word of another core's window
 *  ARCH_LOOK           [optional] a look before a wait: arch/look.h
 *  ARCH_IRQ_ON         the arch_irq_state in which interrupts are taken
 *  ARCH_STACK_BYTES    thread stack of a core
 *  ARCH_COSTS          [optional] by these algorithms are chosen: collectives/cost.h
 *  ARCH_CHUNK_SHIFT    [optional] where a wait costs much more than a line: the largest
 *                      chunk is a window >> this (messages/chunk_pool.c)
 *  ARCH_STRIPE_STEP    [optional] a power of two: lines that a striped broadcast
 *                      announces at once (collectives/bcast/striped.h)
 *  ARCH_SHORT_BYTES    [optional] where a flag costs much more than a copy: the most bytes
 *                      of a broadcast in one piece; a tiny one goes with its flag
 */
#include <arch_port.h>

#include "arch/small.h" /* what chips with little memory add */

/* Window 0 is the message passing buffer, the MPB. */
#define ARCH_WINDOW_MPB 0u

enum arch_result {
	ARCH_OK = 0,
	ARCH_TIMEOUT = 1,
};

#define ARCH_NEVER UINT64_MAX /* a deadline that does not come */

/* 2. Who and where ------------------------------------------------------ */

/*
 * This core's rank, 0 .. arch_count() - 1.  Ranks are dense whatever cores
 * take part; only the port knows tiles, APIC ids or mesh addresses.  [mandatory; inline
 * as well, in arch_port.h, where that takes less than a call]  context: any.  cost: local.
 */
uint32_t arch_rank(void) __attribute__((pure));

/* Cores that take part in this run.  As arch_rank in all else. */
uint32_t arch_count(void);

/*
 * Mesh coordinates of a core's router.  [mandatory]
 * context: any.  cost: local.  Rank must be below arch_count().
 */
struct arch_coords {
	uint32_t x, y;
	uint32_t core; /* the chip's own number for this core */
};
ARCH_COLD struct arch_coords arch_coords(uint32_t rank);

/*
 * Routers a message from a to b traverses: 1 within a tile.
 * [mandatory]  context: any.  cost: local.
 */
ARCH_COLD uint32_t arch_hops(uint32_t a, uint32_t b);

/*
 * What the vehicle (loader, emulator, simulator) says of this run; see
 * arch/boot.h.  Readable for the whole run.  [mandatory]
 * context: any.  cost: local.
 */
struct arch_boot;
ARCH_COLD const struct arch_boot *arch_boot(void);

/*
 * The private DRAM left for the heap: [*base, *base + result) belongs to
 * this core alone, at the same address on every core where the chip can.
 * [mandatory]  context: any.  cost: local.
 */
ARCH_COLD size_t arch_dram(void **base);

/* 3. Windows ------------------------------------------------------------ */

/*
 * Size of a window, the same on every core; 0: there is no such window.
 * [mandatory]  context: any.  cost: local.
 */
ARCH_COLD uint32_t arch_window_bytes(uint32_t window);

/*
 * Copy n bytes of private memory into a window.  Any alignment; the caller
 * has checked the range.  The source may be reused on return; the data may
 * still be on their way.  [mandatory]
 * context: thread, irq.  cost: bulk.  order: (a), (d).
 */
ARCH_CALL void arch_put(uint32_t rank, uint32_t window, uint32_t offset,
			const void *src, size_t n);

/*
 * Copy n bytes of a window into private memory; the data are there on
 * return.  They are at least as new as this core's last acquire
 * (arch_acquire, arch_flag_read or a satisfied await), and may be as old.
 * My own writes to that window come back only after arch_settle.
 * [mandatory]  context: thread, irq.  cost: bulk.
 */
ARCH_CALL void arch_get(void *dst, uint32_t rank, uint32_t window,
			uint32_t offset, size_t n);

/*
 * Copy n bytes from one window to another.  The reading side is as in
 * arch_get, the writing side as in arch_put.  Ranges do not overlap.
 * [mandatory]  context: thread, irq.  cost: bulk.  order: (a), (d).
 */
struct arch_addr {
	uint32_t rank, window, offset;
};
ARCH_CALL void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n);

/*
 * Start arch_copy beside the core and return a ticket; arch_copy_done tells
 * whether it has ended (source reusable; for a get: the data are there), and
 * arch_copy_wait waits for it.  Where one end is private memory, its window is
 * ARCH_PRIVATE and its offset an address.  What the chip's engine cannot do, or not
 * now, the core does before it returns: a ticket below 0 has ended.
 * [optional: ARCH_DMA_CHANNELS > 0]
 * context: thread, irq; wait: thread.  cost: near to bulk; done: local.
 * order: none until it has ended; arch_fence, arch_quiet and arch_settle see to that.
 */
#if ARCH_DMA_CHANNELS > 0
#define ARCH_PRIVATE UINT32_MAX
int arch_copy_start(struct arch_addr dst, struct arch_addr src, size_t n);
bool arch_copy_done(int ticket);
enum arch_result arch_copy_wait(int ticket, uint64_t deadline);
#endif

/* 4. Flags: aligned words of window 0 ----------------------------------- */

/*
 * Write one word of a core's window 0 (my own included), visible there
 * without another call by me.  Where that core may be halted in arch_await,
 * it is woken.  [mandatory]
 * context: thread, irq, panic.  cost: near.  order: (a), (b).
 */
ARCH_CALL void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value);

/*
 * One or more words in a row of a core's window 0, the first one last, the others
 * in any order: who sees words[0] sees all, and who awaits it is woken.  [mandatory]
 * context: thread, irq.  cost: near, a line at once where the chip can.
 * order: (a), (b).
 */
ARCH_CALL void arch_flags_write(uint32_t rank, uint32_t offset,
				const uint32_t *words, uint32_t n);

/*
 * The present value of one word of any core's window 0.  [mandatory]
 * context: any.  cost: near.  order: acquire, (e).
 */
ARCH_CALL uint32_t arch_flag_read(uint32_t rank, uint32_t offset);

/*
 * One or more words in a row of any core's window 0, each as arch_flag_read gives
 * it, the first one first, the others in any order: so what arch_flags_write wrote
 * is whole if the first word says so.  [mandatory]
 * context: any.  cost: near, a line at once where the chip can.  order: (e).
 */
ARCH_CALL void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
			       uint32_t n);

/*
 * What a core waits for: that a word of window 0 of core `rank` has reached `value`,
 * compared modulo 2^32: (int32_t)(word - value) >= 0.  The core is my own; another one
 * only where the port has ARCH_REMOTE_AWAIT, which is good where many cores may watch
 * one line (SCC), and not for ports on which waiting halts and the writer cannot
 * know who watches.
 */
struct arch_word {
	uint32_t rank, offset, value;
	uint32_t from; /* its writer, or ARCH_ANYONE: for reports only */
};
#define ARCH_ANYONE UINT32_MAX

/*
 * Wait for that, until the deadline, which is on arch_cycles' scale.  The port
 * chooses how: spin, pause, halt, wait for an event, block.  Interrupts, where
 * enabled, are taken meanwhile.  This is the only way to wait for a word; there
 * are no poll loops above the port.  Before it a caller may look: arch/look.h.
 * [mandatory]
 * context: thread; boot of the runtime.  cost: waits.
 * order: acquire when ARCH_OK, (e).
 * result: ARCH_OK, or ARCH_TIMEOUT when the deadline came first.
 */
ARCH_CALL enum arch_result arch_await(const struct arch_word *word,
				      uint64_t deadline);

/* 5. Ordering ----------------------------------------------------------- */

/*
 * Drop every stale copy of window data this core may hold: reads from here
 * on return what was visible at this moment, or newer.  SCC: CL1INVMB.
 * [mandatory]  context: any.  cost: local.
 */
void arch_acquire(void);

/*
 * Order my writes to each core: those before are seen before those after,
 * DMA included.  Rule (a) makes it free for plain copies.
 * [mandatory]  context: thread, irq.  cost: local.
 */
void arch_fence(void);

/*
 * All my writes, to all cores, are visible.  [mandatory]
 * context: thread, irq, panic.  cost: near (one target) to waits.
 * order: (d): writes after are seen nowhere before writes before.
 */
void arch_quiet(void);

/*
 * Rule (g): on return my writes to `rank`'s window (or my own) have landed,
 * and my next reads of any window see what is there: arch_quiet for one target,
 * then arch_acquire.  [mandatory]
 * context: thread, irq.  cost: near.
 */
ARCH_CALL void arch_settle(uint32_t rank);

/* 6. Interrupts: arch/interrupts.h -------------------------------------- */

#include "arch/interrupts.h"

/* 7. Atomics ------------------------------------------------------------ */

/*
 * The test-and-set register of a core: true if this call took it; freed by
 * arch_tas_clear, by its holder.  [mandatory]
 * context: thread, irq.  cost: near.  order: taking is an acquire; the
 * holder's arch_quiet before clearing makes it a release.
 */
ARCH_CALL bool arch_tas(uint32_t rank);
ARCH_CALL void arch_tas_clear(uint32_t rank);

/*
 * Let time pass between two attempts at something that no flag announces
 * (a test-and-set register): pause, idle for a moment, back off.  Interrupts,
 * where enabled, are taken meanwhile.  `attempt` counts from 0.
 * [mandatory]  context: thread.  cost: local, growing with attempt, bounded.
 */
ARCH_CALL void arch_relax(uint32_t attempt);

/* What more than that there may be: arch/atomic.h. */

/* 8. Time, console, end ------------------------------------------------- */

/*
 * Cycles of this core since some moment before it entered weft_start; never
 * steps back.  [mandatory]  context: any.  cost: local.
 */
uint64_t arch_cycles(void);

/* us microseconds in cycles.  [mandatory]  context: any.  cost: local. */
ARCH_CALL uint64_t arch_cycles_in_us(uint32_t us);

/*
 * Write n bytes to the run's console as one piece: bytes of other cores'
 * calls do not mix with them.  In panic context it may give up on that after
 * a bounded wait, never on writing.  [mandatory]
 * context: thread, irq, panic.  cost: waits for other writers, bounded.
 */
ARCH_COLD void arch_console_write(const char *text, size_t n);

/*
 * End the whole run, all cores, with a verdict that the vehicle cannot give by
 * itself.  After ARCH_PANIC a vehicle that can lets itself be looked into first, to
 * see who waits for whom; otherwise it is as ARCH_FAILED.
 * [mandatory]  context: any.  Does not return.
 */
enum arch_verdict {
	ARCH_PASSED = 0,
	ARCH_FAILED = 1,
	ARCH_PANIC = 2,
};
ARCH_COLD _Noreturn void arch_stop(enum arch_verdict verdict);

/* 9. What the runtime gives the port, beside the interrupt entry --------- */

/* Entered once on every core: own stack, data and bss, interrupts masked. */
ARCH_COLD _Noreturn void weft_start(void);

/*
 * A trap that the port does not handle.  `regs` is a text of the registers
 * that a reader of the panic report will want, one line.
 */
struct arch_fault {
	const char *cause; /* "page fault", "invalid opcode", .. */
	uintptr_t pc;      /* the instruction */
	uintptr_t address; /* the address it touched, or 0 */
	const char *regs; /* null: no trap, but what a port cannot go on with */
};
ARCH_COLD _Noreturn void weft_fault(const struct arch_fault *fault);

#endif
