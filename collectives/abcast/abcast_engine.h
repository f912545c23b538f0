/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the engine, and what start-up and end need of it. */
#ifndef COLLECTIVES_ABCAST_ENGINE_H
#define COLLECTIVES_ABCAST_ENGINE_H

#include "runtime/part.h"
#include "topology/bits.h"

rt_round abcast_round;

/* abcast_map.c: this run has that engine, whose part is being placed. */
ARCH_COLD void abcast_begin(const struct abcast_engine *engine);

/* That core has something for this one: its bell has rung, so often. */
rt_notified abcast_rung;

/* abcast_engine.c: the queue of chunks to be put. */
void abcast_enqueue(uint32_t id);

ARCH_COLD void abcast_scan_init(uint32_t burst);

/* More of that stream has been copied from its parent. */
void abcast_show_copied(uint32_t root, uint32_t parent);
/* That stream may have been freed further. */
static inline void abcast_touch(uint32_t root)
{
	bits_set(abcast.touched, root);
	abcast.any_touched = true;
}

/* Tell those who wait for what has been shown. */
static inline void abcast_answer(void)
{
	if (!ABCAST_FLAT || abcast.credit.any_waiting) {
		credit_answer(&abcast.credit);
	}
}

/* abcast_anew.c: what such headers of a core say of the dead. */
ARCH_COLD void abcast_hear(const struct abcast_header *h);

/* Does one of them begin anew?  This core does, if it can. */
ARCH_COLD bool abcast_begins_anew(uint32_t parent,
				  const struct abcast_header *h);

/*
 * main has ended.  Returns when all that this core has started has left;
 * what others send it is dropped from here on, but still passed on.
 */
ARCH_COLD void abcast_finish(void);

/* abcast_buffer.c ----------------------------------------------------------- */

/* Is it?  Looks at the children that had not copied at the last look. */
bool abcast_is_free(struct abcast_buffer *buffer);
/* The buffer whose turn it is, if it is free; else null. */
struct abcast_buffer *abcast_free_buffer(void);
/* Are both?  To be asked before one is needed, too. */
bool abcast_both_free(void);
/* While a buffer is not free: the child that it waits for. */
uint32_t abcast_awaited_child(const struct abcast_buffer *buffer);
/* A chunk is in it: tell the children of its stream. */
void abcast_announce(struct abcast_buffer *buffer, uint32_t root, uint32_t n);
/* Once more, to the children that it has now. */
ARCH_COLD void abcast_announce_again(uint32_t i);
/* Buffer i holds nothing more: who still reads it will notice. */
ARCH_COLD void abcast_withdraw(uint32_t i);
/*
 * The buffer whose turn it is, is about to be written.  A free one may still be looked at
 * by one of a dead core's, that is not waited for with it.  It must not take new data
 * for those of the old header.
 */
static inline void abcast_vacate(void)
{
	if (abcast_any_dead()) {
		abcast_withdraw(abcast.next);
	}
}
#if WEFT_CHECK
/* CHECK=1, at a tick: what of mine has flipped is written anew. */
void abcast_scrub(void);
/* CHECK=1, at a tick: look again, as a header may have been damaged. */
void abcast_look_again(void);
/* CHECK=1: of the chunk in that slot, its header, and these data. */
uint32_t abcast_checksum(uint32_t id, const struct inbox_slot *slot,
			 const void *data);
#endif
/* A chunk's data into it, and what else its receivers check. */
static inline void abcast_put_data(const struct abcast_buffer *buffer,
				   const struct inbox_slot *slot)
{
	if (slot->bytes > 0) {
		arch_put(abcast.me, ARCH_WINDOW_MPB, buffer->data, slot->data,
			 slot->bytes);
	}
#if WEFT_CHECK
	arch_flag_write(abcast.me, buffer->data + abcast.inbox.chunk,
			buffer->crc);
#endif
}

/* abcast_cut.c: lines of the chunk of such a message that begins there. */
uint32_t abcast_cut(uint32_t bytes, uint32_t at);

/* abcast_dead.c ------------------------------------------------------------- */

ARCH_COLD void abcast_dead_init(void);
/* That core has been given up, or this one has. */
ARCH_COLD void abcast_lost(uint32_t core);
/* The children of a buffer's chunk, with those of dead ones in their place. */
ARCH_COLD void abcast_list_children(struct abcast_buffer *buffer);
/* At a tick: who is waited for too long?  `lagging`: of this core's stream. */
ARCH_COLD void abcast_watch(uint32_t lagging);

#endif
