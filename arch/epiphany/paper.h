/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A paper port: how each entry of arch/arch.h would be answered on Adapteva's
 * Epiphany (E16G301, E64G401).  No code yet; it is here to keep the contract honest.
 * The chip is the opposite of the SCC in most respects:
 *
 *   coherence       no cache at all: nothing is ever stale, acquire is free;
 *   atom            8 bytes (one aligned store), not a 32-byte line;
 *   remote reads    18 + 3 * hops clocks a word, about 16 times a write: push;
 *   two targets     writes to A, then to B may arrive B first, and there is no
 *                   fence instruction: only an answer from A proves arrival;
 *   interrupts      one latch bit a source, set by a store: events merge.
 *
 * Facts are from the published reference manual, Debian's toolchain sources
 * and public drivers; nothing here has run.
 */
#ifndef ARCH_EPIPHANY_PAPER_H
#define ARCH_EPIPHANY_PAPER_H

/*
 * 1. Constants
 *
 * ARCH_ATOM 8: an aligned double-word store lands whole.  Flags are words, so
 *   nothing above relies on more than 4.
 * ARCH_LINE 8: copies move double words; allocations are aligned to that.
 * ARCH_FLAG_STRIDE 4: word stores carry byte enables; neighbours are safe.
 * ARCH_POSTED_WRITES 1.  ARCH_GET_COST 1600.  ARCH_DMA_CHANNELS 2.
 * ARCH_FETCH_ADD 0: TESTSET is the only atomic.
 * ARCH_NOTIFY_FANOUT 1, arch_notify_fanout too: one store to one core's ILATST.
 * ARCH_REMOTE_AWAIT 0: polling another core is what this chip is worst at, and
 *   an idle core is woken by its own interrupts only.
 * ARCH_IRQ_ON 0: the state is STATUS bit 1, GID.
 * ARCH_STACK_BYTES 2048, of the 32 KB that a core has.
 *
 * 2. Who and where
 *
 * arch_rank, arch_count, arch_coords: COREID is row << 6 | column; the loader's
 *   workgroup block at 0x28 gives origin and shape.  A table of at most 64 half
 *   words in the boot record maps ranks to cores, so holes are possible.
 *   Rows and columns become coordinates; no multiply: rank from row and column
 *   is looked up once at start and kept.
 * arch_hops: |dx| + |dy| + 1.
 * arch_boot: in external memory, the same for all cores.
 * arch_dram: this core's slice of external memory, 1 MB at the same address on
 *   every core is impossible (one flat address space), so the base differs by
 *   core; the contract asks for equality only where the chip can.
 *
 * 3. Windows
 *
 * Window 0 is a region of each core's SRAM, say 4 KB at 0x6000, at
 *   coreid << 20 | 0x6000 for the others: 128 lines of 32 bytes.  The MPB
 *   map's chunks shrink with it.  Window 1 could be shared external memory.
 * arch_put: double-word stores, head and tail by bytes; posted.  Above some size
 *   a DMA channel does it, started and then waited for, so that the source may
 *   be reused at return; that says nothing about arrival.
 * arch_get: loads, for small control words.  Large ones are what algorithms
 *   avoid by ARCH_GET_COST; correct all the same.
 * arch_copy: own window as source: a put.  Far source: get by words, or ask the
 *   owner to push, which is above this layer.
 * arch_copy_start: a descriptor on DMA1; DMA0 is the application's.
 *
 * 4. Flags
 *
 * arch_flag_write: one word store, and a store to ILATST bit 9 (USER) of the same
 *   core to wake it: same target, so the wake comes after the word.
 * arch_flags_write: word stores, the first word last, then ILATST: in order.
 * arch_flag_read: own: a load.  Far: a load, one round trip.
 * arch_flags_read: loads in order; far ones take a round trip each.
 * arch_await: gid; load own word; not reached: `gie; idle` in one aligned
 *   8-byte pair; repeat.  Deadlines by CTIMER1.  Never polls anybody.
 * arch_await_at: not offered.
 *
 * 5. Ordering
 *
 * (a), (b): writes from one core to one core stay in order: free.  But a read of
 *   A may overtake a write to A, so nothing may be concluded from a read-back.
 * (c): flag store and ILATST store go to the same core, so in order.
 * (d): arch_quiet: for each core written to since the last one, have it answer:
 *   an 8-byte message to a reserved word and its USER interrupt, whose handler
 *   writes an acknowledgement into a word of mine; I await those.  A bit set of
 *   64 targets is kept by arch_put and arch_flag_write.
 * (e): nothing is cached; a load after the satisfied load is later: free.
 * (g): arch_settle(me) is free: local stores and loads are in order.  For another
 *   rank it is that one target's acknowledgement.
 * arch_acquire: a compiler barrier.  arch_fence: waits for my DMA channels.
 *
 * 6. Interrupts
 *
 * arch_irq_save: read STATUS, then `gid`; restore does `gie` only if GID was
 *   clear.  No compiler-generated multiply or float may occur in between, since
 *   GCC wraps those in gid/gie: the objdump gate over runtime and collectives.
 * arch_raise: a loop of ILATST stores.  Latches merge: "several merge, none is
 *   lost" is exactly what the contract promises, and no more.
 * arch_timer_set: CTIMER0 counts down; rewritten with its mode each time.
 * arch_sleep: the `gie; idle` pair, then gid.
 *
 * 7. Atomics
 *
 * arch_tas: TESTSET on a word at a fixed place of that core's SRAM, by its global
 *   address, also for my own.  arch_tas_clear: a store of 0, after the holder's
 *   arch_quiet, since protected data may lie on other cores.
 * arch_relax: a few idle clocks by CTIMER1.
 *
 * 8. Time, console, end
 *
 * arch_cycles: CTIMER0 counts down 32 bits; its wrap interrupt extends it to 64.
 * arch_cycles_in_us: a constant of the board, by shifts and additions.
 * arch_console_write: a ring per core in external memory, which the host drains line
 *   by line: no lock, nothing to tear.
 * arch_stop: a word in external memory for the host; `trap` on the emulator.
 *
 * Start: the host loads each core's image, which clears window 0, before it
 * starts any core: the rule on window 0 holds by the loader.
 *
 * What this asked of the contract: windows instead of pointers; quiet apart
 * from fence; settle per target; no wait on far words by default; a wake that belongs
 * to the flag write; DRAM base per core; nothing above 4 bytes at once.
 */

#endif
