/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the engine, and what start-up and end need of it. */
#ifndef COLLECTIVES_ABCAST_ENGINE_H
#define COLLECTIVES_ABCAST_ENGINE_H

#include "runtime/part.h"
#include "runtime/unit.h"

UNIT rt_round abcast_engine;

/* That core has something for this one: its bell has rung, so often. */
UNIT rt_notified abcast_rung;

/* abcast_engine.c: the queue of chunks to be put. */
UNIT void abcast_enqueue(uint32_t id);

/*
 * abcast_receive.c: takes the chunk in buffer b of that parent, whose header has been
 * read.  False: it was no longer there.
 */
UNIT bool abcast_receive(uint32_t parent, uint32_t b,
			 const struct abcast_header *h);

/* abcast_scan.c: what others have.  True: the burst is over, and there is more. */
UNIT bool abcast_look_around(void);
UNIT ARCH_COLD void abcast_scan_init(uint32_t burst);

/* abcast_show.c: more of that stream has been copied from its parent. */
UNIT void abcast_show_copied(uint32_t root, uint32_t parent);
/* That stream may have been freed further; show what has. */
UNIT void abcast_touch(uint32_t root);
UNIT void abcast_show_freed(void);
UNIT bool abcast_is_touched(void);
/* Tell those who wait for what has been shown. */
UNIT void abcast_answer(void);

/*
 * main has ended.  Returns when all that this core has started has left;
 * what others send it is dropped from here on, but still passed on.
 */
UNIT ARCH_COLD void abcast_finish(void);

/* abcast_buffer.c ----------------------------------------------------------- */

/* Is it?  Looks at the children that had not copied at the last look. */
UNIT bool abcast_is_free(struct abcast_buffer *buffer);
/* The buffer whose turn it is, if it is free; else null. */
UNIT struct abcast_buffer *abcast_free_buffer(void);
/* Are both?  To be asked before one is needed, too. */
UNIT bool abcast_both_free(void);
/* While a buffer is not free: the child that it waits for. */
UNIT uint32_t abcast_awaited_child(const struct abcast_buffer *buffer);
/* A chunk is in it: tell the children of its stream. */
UNIT void abcast_announce(struct abcast_buffer *buffer, uint32_t root,
			  uint32_t n);
/* Once more, to the children that it has now. */
UNIT ARCH_COLD void abcast_announce_again(uint32_t i);
/* Buffer i holds nothing more: who still reads it will notice. */
UNIT ARCH_COLD void abcast_withdraw(uint32_t i);
/* The buffer whose turn it is, is about to be written. */
UNIT void abcast_vacate(void);
#if WEFT_CHECK
/* CHECK=1, at a tick: what of mine has flipped is written anew. */
UNIT void abcast_scrub(void);
/* CHECK=1, at a tick: look again, as a header may have been damaged. */
UNIT void abcast_look_again(void);
/* CHECK=1: of the chunk in that slot, its header, and these data. */
UNIT uint32_t abcast_checksum(uint32_t id, const struct inbox_slot *slot,
			      const void *data);
#endif
/* Put a chunk from its slot into it, and announce it. */
UNIT void abcast_put(struct abcast_buffer *buffer, uint32_t root, uint32_t n);

/* abcast_send.c: fill the slot of the next chunk, number n. */
UNIT void abcast_take_more(uint32_t n);

/* abcast_cut.c: lines of the chunk of such a message that begins there. */
UNIT uint32_t abcast_cut(uint32_t bytes, uint32_t at);

/* abcast_dead.c ------------------------------------------------------------- */

UNIT ARCH_COLD void abcast_dead_init(void);
/* That core has been given up, or this one has. */
UNIT ARCH_COLD void abcast_lost(uint32_t core);
/* The children of a buffer's chunk, with those of dead ones in their place. */
UNIT ARCH_COLD void abcast_list_children(struct abcast_buffer *buffer);
/* At a tick: who is waited for too long?  `lagging`: of this core's stream. */
UNIT ARCH_COLD void abcast_watch(uint32_t lagging);

#endif
