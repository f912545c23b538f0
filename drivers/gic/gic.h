/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An interrupt controller, as a port drives it: one core interrupts others, and
 * is told that it was interrupted.
 *
 * A port has one `const struct gic *`, chosen at start.  Cores go by the
 * controller's own numbers; translating ranks is the port's work.  A set of
 * cores is an array of words: core n is bit n % 32 of word n / 32.
 *
 * What is pending is sticky and merges: two raises before the target
 * acknowledges are one interrupt, and none is lost.  So an interrupt entry
 * first acknowledges, and only then looks for what the interrupt was
 * about: a raise that comes after the acknowledgement interrupts again, one
 * that came before it was announced before the look.  One more look, before
 * the acknowledgement, saves time where that takes some.
 *
 * Raising is for any context, the others are called with interrupts masked in
 * the processor.  None waits for another core, and none orders anything: that
 * my flags have landed before I raise, rule (c) of the contract, is the port's
 * affair.
 */
#ifndef DRIVERS_GIC_GIC_H
#define DRIVERS_GIC_GIC_H

#include <stdbool.h>
#include <stdint.h>

/* What can interrupt: other cores, or a line of the controller's by number. */
#define GIC_NOTIFY   0u
#define GIC_SPURIOUS 1023u /* nothing; do not end it */

/* Words of a set of so many cores. */
#define GIC_WORDS(cores) (((cores) + 31) / 32)

struct gic {
	uint32_t cores;  /* it has numbers 0 .. cores - 1 */
	uint32_t fanout; /* cores that one store can reach, of any set */
	bool queues;     /* acknowledging waits for other cores' accesses */

	/*
	 * Once on every core before it takes interrupts: nothing pending,
	 * GIC_NOTIFY unmasked, all else masked.  `me` is this core's number,
	 * no core that takes part has a number >= `cores`.
	 * cost: a few accesses.
	 */
	void (*init)(uint32_t me, uint32_t cores);

	/*
	 * Interrupt one core, which may be me: as raise for a set of one, but
	 * without building it.
	 * cost: one store.
	 */
	void (*raise_one)(uint32_t core);

	/*
	 * Interrupt all cores of a set, me included if it is in it.
	 * GIC_WORDS(cores) words.
	 * cost: by controller, from one store for all to one for each.
	 */
	void (*raise)(const uint32_t *set);

	/*
	 * In the interrupt entry.  What it is for is GIC_ID() of the result;
	 * the whole result goes to end().  Where the controller tells who
	 * raised it and `senders` is not null, they are put into that set;
	 * where it does not, the set is left as it is.
	 * cost: none to a few accesses; more with `senders`.
	 */
	uint32_t (*acknowledge)(uint32_t *senders);

	/*
	 * Last in the entry: what is pending now interrupts again.  Before
	 * the handler it would do too, but an acknowledgement may still be
	 * on its way, and the interrupt come twice.
	 */
	void (*end)(uint32_t taken);

	/*
	 * Hold one of my interrupts off in the controller; let it come in.
	 * What has been raised meanwhile comes then.
	 */
	void (*mask)(uint32_t id);
	void (*unmask)(uint32_t id);
};

#define GIC_ID(taken) ((taken)&1023u)

/* The SCC's: the controller in its FPGA; a bit in each core's own register. */
extern const struct gic scc_gic, scc_intr;

/* The one that this run uses; null where the vehicle offers none. */
extern const struct gic *gic;

#endif
