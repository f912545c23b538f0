/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a process keeps of BSPlib.
 *
 * A superstep's requests lie in private memory, a list for each target.  bsp_sync
 * (sync.c) tells each target how much there is for it, by words that ride on the one
 * barrier of the superstep (meet.c), and then the lists go through the MPBs, chunk by
 * chunk (exchange.c): a source (source.c) yields what goes to one process, a sink
 * (sink.c) takes what comes from one.
 *
 * What goes from one process to another in a superstep are up to two streams:
 *   requests  struct stream_head, then a struct piece of each get
 *   data      records of puts and messages, then what the other process asked for
 * There are requests only if anybody has a get in that superstep.
 */
#ifndef BSP_STATE_H
#define BSP_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arch/arch.h"
#include "bsp/chain.h"

#define BSP_NO_CALLERS
#include <bsp.h>

#include "bsp/register.h"

enum {
	/* The words of so many pairs: no more than half an MPB. */
	BSP_PROCS_MOST = ARCH_CORES_MAX < 256 ? ARCH_CORES_MAX : 256,
	BSP_BYTES_MOST = 0x7ffffff0, /* from one process to another */
};

/* Words move one by one: most puts are short.  Their addresses may be odd. */
static inline void copy_short(char *to, const char *from, uint32_t n)
{
	if (n == sizeof(uint32_t)) {
		__builtin_memcpy(to, from, sizeof(uint32_t));
	} else if (n > 0) {
		memcpy(to, from, n);
	}
}

enum bsp_op {
	BSP_PUT,
	BSP_GET,
	BSP_HPGET, /* need not be read before all is written */
	BSP_SEND,
	BSP_HPPUT, /* as a put, for what wants to tell which it was */
};

/*
 * In front of what is put or sent, as words in this order.  A record that is as the one
 * before it in its stream, but for the offset, begins with that alone.
 */
struct record {
	uint32_t
		offset; /* in what is registered; RECORD_WHOLE: more words follow */
	uint32_t what; /* the entry, the operation, the line of the call */
	uint32_t bytes;
};

#define RECORD_WHOLE (UINT32_C(1) << 31)

enum {
	RECORD_ALIGN = sizeof(uint32_t), /* what is in a stream is padded to */
	RECORD_WORDS = 3,
	RECORD_BYTES =
		RECORD_WORDS * sizeof(uint32_t), /* structs may be wider */
	ENTRY_BITS = 14,                         /* of what is registered */
	OP_BITS = 3,
	LINE_SHIFT = ENTRY_BITS + OP_BITS,
};

/* `what` of none: gets have no records among puts and messages. */
#define RECORD_NONE ((uint32_t)BSP_GET << ENTRY_BITS)

static inline uint32_t record_entry(const struct record *r)
{
	return r->what & ((1u << ENTRY_BITS) - 1);
}

static inline enum bsp_op record_op(const struct record *r)
{
	return (enum bsp_op)(r->what >> ENTRY_BITS & ((1u << OP_BITS) - 1));
}

/*
 * A record whose data are elsewhere: what bsp_hpput will put, where a get puts; and at
 * its target, which has received it from who gets, where the data are read.
 */
struct piece {
	struct record record;
	char *at;
};

/* At the start of the requests, as they may keep the count word from saying it. */
struct stream_head {
	uint32_t data, unused;
};

/* What a process sends to one other in this stream: runs of memory one by one. */
struct source {
	const char *at;
	uint32_t left, pad;
	enum {
		SOURCE_HEAD,
		SOURCE_GETS,
		SOURCE_RAW,
		SOURCE_HP,
		SOURCE_HP_DATA,
		SOURCE_REPLIES,
		SOURCE_END
	} next;
	struct chain_walk walk;
	struct stream_head head;
};

/* What a process takes from one other: where the next bytes go. */
struct sink {
	char *to;
	uint32_t left, pad;
	uint32_t data;  /* bytes of records to come */
	uint32_t have;  /* words of a record's head that have come */
	uint32_t stage; /* bytes to read at once */
	struct record record;
	struct chain_walk walk; /* of my gets */
	bool keeps;             /* bytes as they come, for sink_write_kept() */
};

struct partner {
	uint32_t pid;
	struct chain raw;   /* records, each with its data: puts, messages */
	struct record last; /* of them */
	struct chain hp;    /* struct piece: puts whose data are elsewhere */
	struct chain gets;  /* struct piece */
	struct chain asked; /* the partner's stream of requests, one record */
	struct chain kept;  /* its stream of data, where that is written later */
	uint32_t hp_bytes, get_bytes;  /* of their data, as they will go */
	uint32_t data_in, reply_bytes; /* what comes beside; what it gets */
	/* The present stream, both ways, and what has been said so far. */
	uint32_t to_send, to_take;
	uint32_t sent, taken;
	uint32_t to_give, given; /* pushed: buffers, as bytes; so far */
	uint32_t rooms;          /* .. that I have had */
	/* slots.c: how many it has, when mine comes, how many have come. */
	uint32_t slots, cycle;
	uint64_t next_cycle, due;
	struct source source;
	struct sink sink;
	/* neighbours.c: calls in common, what I have told of them, and it. */
	uint32_t calls, notes, noted;
	bool named; /* in the present one */
};

/* Where a process is: a core, and which of its processes. */
struct place {
	uint16_t core, local;
};

/*
 * What is said here of processes is true of cores where a core has several, which then send
 * and take together (virtual.c): all that goes from one core to another is one stream,
 * and an entry of what is registered is a row of entries, one of each process of a core.
 */
extern struct bsp {
	uint32_t me, procs;
	uint32_t number;           /* of processes: procs, or more */
	uint32_t base;             /* the number of this core's first one */
	const struct place *place; /* of each; null: each has a core */
	enum {
		BSP_BEFORE,
		BSP_INSIDE,
		BSP_AFTER
	} phase;
	uint32_t superstep;
	uint32_t open; /* procs while BSP_INSIDE and each has a core, else 0 */
	struct partner *partner; /* of all processes, me too */
	struct chain copies;     /* what bsp_get asked me for, as it was */
	bool any;                /* somebody has something for me, or I have */
	uint32_t *told;          /* by each, before the barrier */
	uint64_t began;
} bsp;

/* sync.c -------------------------------------------------------------------- */

/* Of the streams to a partner; what it gets is not known before it has asked. */
static inline uint32_t sync_data_bytes(const struct partner *p)
{
	return p->raw.bytes + p->hp_bytes;
}

static inline uint32_t sync_request_bytes(const struct partner *p)
{
	return p->gets.bytes > 0 ? sizeof(struct stream_head) + p->gets.bytes
				 : 0;
}

/* What a partner is told before anything moves; 0: there is nothing for it. */
uint32_t sync_word(const struct partner *p);

/* When all have been told: all that is asked for is done, if bsp.any. */
void sync_move(void);

/* error.c ------------------------------------------------------------------- */

/* What a call is, and what is wrong with it; the next bsp_sync reports the first. */
ARCH_COLD void bsp_wrong(const char *call, const char *what, int number);

/* The run ends here: a pointer that may not be null is. */
ARCH_COLD _Noreturn void bsp_null(const char *call, const char *which);

/* Reports that, if there is something. */
ARCH_COLD _Noreturn void bsp_report_wrong(void);
extern bool bsp_is_wrong;

/* A record from a process that this one cannot serve. */
ARCH_COLD _Noreturn void bsp_refuse(uint32_t from, const struct record *record,
				    const char *what);

/* Panics unless the call comes between bsp_begin and bsp_end, from the thread. */
ARCH_COLD _Noreturn void bsp_outside(const char *call);

#define BSP_INSIDE_ONLY(call)                                                  \
	do {                                                                   \
		if (bsp.phase != BSP_INSIDE) {                                 \
			bsp_outside(call);                                     \
		}                                                              \
	} while (0)

/* The number of the process that calls. */
static inline uint32_t bsp_caller_pid(void)
{
	return bsp.base + registered.local;
}

/* message.c ----------------------------------------------------------------- */

/* The part of a hash that the size of tags is; 0 if nobody has set it. */
uint32_t message_change(void);

/* A new queue; room for a message's tag, padded to 8, and its payload behind. */
void message_discard(void);
char *message_room(uint32_t local, uint32_t bytes);

/*
 * So many processes of this core have queues: false if there is no memory.  Which one
 * calls.  Whether all have set the size of tags alike.
 */
ARCH_COLD bool message_boxes(uint32_t processes);
void message_caller(uint32_t local);
bool message_alike(uint32_t processes);
uint32_t message_tag_bytes(void); /* in this superstep, padded */
void message_put_tag(char *to, const void *tag);
void message_settle(void);
ARCH_COLD void message_free(void);

/* meet.c -------------------------------------------------------------------- */

enum {
	MEET_END = 2 /* a check that no other is: bsp_end */
};

/* Process 0 says how many there are, to so many cores; the others hear it. */
ARCH_COLD void meet_begin(uint32_t procs, uint32_t cores);
ARCH_COLD uint32_t meet_hear(void);
uint32_t meet_cores(void); /* that may be processes */

/* Before meet: what the partner will read after it, not 0; .. */
void meet_tell(uint32_t partner, uint32_t word);

/* .. or what it takes when it knows that it is there; then it settles. */
void meet_note(uint32_t partner, uint32_t word);
uint32_t meet_noted(uint32_t partner);
void meet_settle(void);

/*
 * The barrier.  Panics if the processes' checks differ; 0 is nothing to check.  Then
 * bsp.told is what each partner has told, or 0, and bsp.any is set if one has.
 */
ARCH_COLD void meet_place(void);
void meet(uint32_t check);

/* The words of the exchange: where partner i writes at each core; replies. */
uint32_t meet_ready(uint32_t partner);
uint32_t meet_reply(uint32_t i);

/* source.c, sink.c ---------------------------------------------------------- */

void source_requests(struct partner *p);
void source_data(struct partner *p);

/* The next run of at most n bytes. */
const char *source_next(struct partner *p, uint32_t *n);

void sink_requests(struct partner *p);
void sink_data(struct partner *p);

/* Takes n bytes from memory; or from a window, in pieces as it likes. */
void sink_take(struct partner *p, const char *from, uint32_t n);
/* All data that were kept, in the order of the processes. */
ARCH_COLD void sink_write_kept(void);
void sink_get(struct partner *p, uint32_t core, uint32_t offset, uint32_t n);

/* exchange.c ---------------------------------------------------------------- */

/* Moves to_send and to_take bytes between all partners. */
void exchange(void);
ARCH_COLD uint32_t exchange_replies(uint32_t procs); /* words of them */
ARCH_COLD uint32_t exchange_first_reply(void); /* what they say at first */
ARCH_COLD void exchange_begin(void);
ARCH_COLD void exchange_end(void);

/* begin.c ------------------------------------------------------------------- */

ARCH_COLD void bsp_finish(void); /* main has ended */

/* How many processes begin, of `most` at most; then, on so many cores. */
ARCH_COLD uint32_t begin_number(int wanted, uint32_t most);
ARCH_COLD void begin_cores(uint32_t procs);

/* level1.c ------------------------------------------------------------------ */

/* All cores, if the program has level 1: makes a team of the first ones. */
ARCH_COLD void bsp_team_begin(uint32_t procs) __attribute__((weak));

#endif
