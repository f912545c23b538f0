/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Packets: when they arrive, in which order, what they do there.
 *
 * A packet's 16-byte units land in two steps, each unit in one of them, as the seed has
 * it; packets may overtake each other but for the pairs that network_ordered has.
 */
#ifndef EMU_TENSIX_NETWORK_H
#define EMU_TENSIX_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

struct core;
struct tile;

enum request_kind {
	REQUEST_READ,
	REQUEST_ATOMIC,
	REQUEST_WRITE,
};

/* A request on its way; freed when nothing more of it can happen. */
struct request {
	enum request_kind kind;
	bool acked, linked, is_static, multicast, to_register, is_inline;
	uint8_t vc, niu, tag;
	struct tile *from;
	struct core *core; /* who asked, and from which instruction */
	uint32_t pc;
	uint32_t source, target, bytes; /* addresses in `from` or elsewhere */
	uint32_t rectangle;             /* of a multicast, for its order */
	uint32_t mask;                  /* bytes of an inline write, in 16 */
	uint32_t addend, word;
	uint64_t sent;  /* clock at which its source has been read */
	uint64_t split; /* chance, by which its units land in two steps */
	uint32_t left;  /* events that still use it */
	uint8_t *data;
};

/* What is on its way to a tile, for the order of what comes later. */
struct flight {
	uint64_t last; /* when all of it has landed */
	uint32_t address, bytes, rectangle;
	uint16_t from;
	uint8_t niu, vc, kind;
	bool linked, is_static, multicast, to_register, acked;
};

struct flights {
	struct flight *list;
	uint32_t count, room;
};

/* Must the second be seen after the first, by the recipient? */
bool network_ordered(const struct flight *first, const struct flight *second);

/* Start it: all its events are planned from here on. */
void network_start(struct request *request, struct tile *const *targets,
		   uint32_t count);

/* What was asked for goes back to the sender. */
void network_respond(struct request *request, struct tile *at, uint32_t bytes);

/* One less is outstanding. */
void network_answered(const struct request *request);

struct event;
void network_event(const struct event *event);

/* The run ends because of a request, told with who made it. */
_Noreturn void request_die(const struct request *request, const char *format,
			   ...) __attribute__((format(printf, 2, 3)));

#endif
