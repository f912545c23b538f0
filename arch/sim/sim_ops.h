/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one tie between an image and the simulator's engine.
 *
 * An image is a shared object that holds runtime, application and C library,
 * and refers to nothing outside itself.  The engine loads it once per core,
 * calls sim_entry with a struct sim_host, and gets a struct sim_image back.
 * All that the chip does for the core goes through sim_host's functions; they
 * are raw: no fence, flush or invalidation happens unless the port asks.
 * Times are picoseconds of virtual time.
 */
#ifndef ARCH_SIM_OPS_H
#define ARCH_SIM_OPS_H

#include <stdbool.h>
#include <stdint.h>

#include "arch/arch.h"
#include "arch/annotate.h"

#define SIM_ABI       15u
#define SIM_NEVER     UINT64_MAX
#define SIM_CORES_MAX 4096u

/*
 * The core's processor state, in the image so that a basic block reaches it
 * without a pointer.  The engine keeps the horizons and irq_next; both sides
 * advance the clock.
 *
 * Instructions are the target's, SIM_UNIT units each: a block's share of one is
 * worth counting.  `blocks` has a block's units at twice its return address.
 */
#define SIM_UNIT 16u
#define SIM_MARK UINT16_MAX /* a function that brackets a count */

struct sim_cpu {
	uint64_t clock;        /* this core's virtual time */
	uint64_t horizon;      /* call tick() when the clock has reached it */
	uintptr_t blocks;      /* see above */
	uint64_t unit_time;    /* what a unit costs */
	uint64_t units;        /* so many until now */
	uint64_t registers;    /* time that FIFOs' registers have taken */
	uint64_t irq_next;     /* when the next interrupt is due */
	uint64_t open_horizon; /* that from when interrupts are let in */
	uint64_t stores;       /* calls of the contract that write */
	uint64_t loads;        /* and that only read data */
	uint32_t masked;       /* interrupts are held off */
	uint32_t free;         /* blocks until now, where they take no time */
};

#ifdef __clang__
#define SIM_UNCHARGED __attribute__((no_sanitize("coverage")))
#else
#define SIM_UNCHARGED __attribute__((no_sanitize_coverage))
#endif

#define SIM_FREE (1u << 24) /* blocks, a power of two */

/*
 * The time of one more block.  A block takes a picosecond more than its instructions, so that
 * time does not stand still.  If software is free, blocks take no time, and after each
 * SIM_FREE of them some time passes at once.  So figures there do not tell how many blocks
 * code has.
 */
static inline SIM_UNCHARGED __attribute__((always_inline)) uint64_t
sim_block_time(struct sim_cpu *cpu, uint32_t units)
{
	cpu->units += units;
	if (cpu->unit_time) {
		return units * cpu->unit_time + 1;
	}
	return ++cpu->free & (SIM_FREE - 1) ? 0 : SIM_FREE;
}

/*
 * What the port charges by itself, beside what the operations charge: times,
 * and its own instructions on the chip.
 */
struct sim_costs {
	uint64_t put_mpb, get_mpb; /* a copy between windows */
	uint64_t put_mem, get_mem; /* a copy from, to private DRAM */
	uint64_t copy_word;        /* memcpy: four bytes */
	uint64_t flag_wait;        /* a wait that has ended */
	uint64_t flag_put;         /* a flag written */
	uint64_t quiet;            /* asking whether writes have landed */
	uint64_t quiet_each;       /* .. one target more */
	uint64_t quiet_core;       /* .. looking whom to ask, for each core */
	uint32_t put, get, copy, flag_write, flag_tell, flag_read, place, await,
		await_all, await_each, raise, call, irq_entry, soon;
};

/* How cores interrupt each other. */
enum sim_interrupts {
	SIM_DIRECT,     /* by a bit of the target's configuration register */
	SIM_GIC,        /* by the interrupt controller */
	SIM_GIC_UNREAD, /* the same, and receivers leave it alone */
};

/*
 * Registers, of 32 cores a word, by the chip's numbers: REQUEST has a bit for
 * each target, the others are the core's own, with a bit for each sender.
 */
enum sim_register {
	SIM_GIC_REQUEST,
	SIM_GIC_STATUS,
	SIM_GIC_RESET,
	SIM_GIC_MASK,
	SIM_INTR, /* not the controller's: the bit in a configuration register */
};
#define SIM_GIC_CORES 64u

/* A cause of interrupts that is the link's alone, beside those of enum arch_irq. */
#define SIM_IRQ_LINK 3

/* What an atomic operation does with the word. */
enum sim_atomic {
	SIM_SWAP,
	SIM_COMPARE_SWAP,
	SIM_FETCH_ADD,
	SIM_ATOMICS
};

struct sim_await {
	uint32_t rank, offset;
	uint32_t value, seen; /* wanted; last read */
	uint64_t deadline;
	bool brief; /* it looks on, and does not go to sleep */
};

struct sim_host {
	uint32_t abi;
	uint32_t rank, count;
	uint32_t window_bytes;
	uint32_t core_mhz;
	struct sim_costs costs;
	enum sim_interrupts interrupts;
	const struct arch_coords *coords; /* of each rank */
	const struct arch_boot *boot;
	void *dram;
	uint64_t dram_bytes;
	void *common; /* of all cores; null with several chips */
	uint64_t common_bytes;

	/* Windows.  A range stays within one line. */
	void (*read)(uint32_t rank, uint32_t offset, void *to, uint32_t n);
	void (*write)(uint32_t rank, uint32_t offset, const void *from,
		      uint32_t n);
	void (*read_flags)(uint32_t rank, uint32_t offset, uint32_t *words,
			   uint32_t n); /* as they are at one moment */
	void (*write_flag)(uint32_t rank, uint32_t offset,
			   const uint32_t *value);
	void (*invalidate)(void);           /* CL1INVMB */
	void (*flush)(void);                /* the combining buffer leaves */
	void (*drain)(void);                /* what has left, has landed */
	void (*drain_to)(uint32_t rank);    /* the same, for one target */
	void (*drain_flags)(uint32_t rank); /* .. up to the last flush */

	/* Private DRAM, at most a line: only the time it takes. */
	void (*dram_read)(const void *from, uint32_t n);
	void (*dram_write)(void *to, uint32_t n);

	/* Return when the line was written since the last read, or may have
	 * been, when an interrupt was taken, or at the deadline. */
	void (*await)(const struct sim_await *what);

	/* Where the chip has them: atomic operations, which return what the word
	 * was; message FIFOs, as arch/fifo.h. */
	uint32_t (*atomic)(enum sim_atomic what, uint32_t rank, uint32_t offset,
			   uint32_t expected, uint32_t value);
	void (*fifo_send)(uint32_t rank, uint32_t fifo, const uint32_t *words,
			  uint32_t n);
	uint32_t (*fifo_there)(uint32_t fifo);
	void (*fifo_receive)(uint32_t fifo, uint32_t *words, uint32_t n);

	/* Interrupts. */
	void (*tick)(void); /* an interrupt may be taken here */
	void (*interrupt)(uint32_t rank);
	void (*interrupt_clear)(void); /* my own */
	uint32_t (*gic_read)(enum sim_register reg, uint32_t word);
	void (*gic_write)(enum sim_register reg, uint32_t word, uint32_t bits);
	void (*gic_landed)(void); /* wait until my last write has */
	void (*timer)(uint64_t at);
	void (*sleep)(void);

	/*
	 * With several chips: the first rank of each, and how many links all of them have.
	 * Only the first core of a chip sends and receives frames.  link_send returns false
	 * if the device takes none now; link_receive returns the bytes of a frame, 0: there
	 * is none.  A frame interrupts that core, and so does its alarm, or another core that
	 * rings.
	 */
	uint32_t chips, lanes;
	const uint32_t *firsts;
	uint32_t first, near; /* ranks of this chip: the first, and how many */
	uint32_t shift; /* what to add to these for the functions above (link_leave) */
	uint32_t link_bytes; /* of a frame, at most; 0: one chip is all there is */
	bool (*link_send)(uint32_t lane, uint32_t chip, const void *bytes,
			  uint32_t n);
	uint32_t (*link_receive)(uint32_t lane, void *bytes);
	void (*link_alarm)(uint64_t at);
	void (*link_ring)(uint32_t rank);
	void (*link_hold)(uint64_t until); /* not sooner, but where it waits */
	bool (*link_take)(void); /* while masked: such an interrupt that is due */
	void (*link_leave)(const uint32_t *chips); /* numbers: of this set */

	/* For detectors; null where none is on. */
	void (*mask)(bool held); /* interrupts are held off from now; or not */
	void (*hint)(enum arch_hint what, const void *place, uint32_t offset,
		     uint64_t n);

	/* For the explorer of schedules; null elsewhere.  Before the first look
	 * of a wait; between two attempts at what no flag announces. */
	void (*foresee)(const struct sim_await *what);
	void (*relax)(void);

	bool (*tas)(uint32_t rank);
	void (*tas_clear)(uint32_t rank);

	void (*mark)(uintptr_t address); /* a block of SIM_MARK units */
	void (*console)(const char *text, uint64_t n);
	void (*stop)(enum arch_verdict verdict) __attribute__((noreturn));
};

struct sim_image {
	uint32_t line_bytes; /* what the port takes for a line */
	struct sim_cpu *cpu;
	void (*start)(void) __attribute__((noreturn));
	void (*irq)(enum arch_irq cause);
	void (*fault)(const struct arch_fault *fault) __attribute__((noreturn));
};

/* What the image exports; NULL if it was built for another engine. */
typedef const struct sim_image *sim_entry_fn(const struct sim_host *host);

#endif
