/* SPDX-License-Identifier: Apache-2.0 */
/* What happens at a time, besides cores' instructions. */
#ifndef EMU_TENSIX_EVENT_H
#define EMU_TENSIX_EVENT_H

#include <stdint.h>

struct core;
struct tile;
struct packet;
struct request;

enum event_kind {
	EVENT_DEVICE,   /* core's store of value reaches address, in tile */
	EVENT_SEND,     /* the source of a write has been read */
	EVENT_LAND,     /* units of a write land in tile */
	EVENT_ACK,      /* its acknowledgement is back */
	EVENT_SAMPLE,   /* units are read in tile, for a read */
	EVENT_RETURN,   /* .. and land in its sender */
	EVENT_ANSWERED, /* all of them have: counters */
	EVENT_ATOMIC,
	EVENT_OLD_VALUE,
	EVENT_HOST,   /* the host looks at tile */
	EVENT_RESUME, /* core's own clock has come, or its sleep is over */
	EVENT_START,  /* the loader lets tile's BRISC go */
	EVENT_STOP,   /* its cores are held for good */
	/* Ethernet: tile has sent; packet comes to tile; its bytes land there. */
	EVENT_PACKET_SEND,
	EVENT_PACKET_COME,
	EVENT_PACKET_LAND,
};

struct event {
	uint64_t time;
	uint8_t kind, step; /* step: of units, 0 or 1; STEP_ALL both */
	struct tile *tile;
	struct core *core;
	struct request *request;
	struct packet *packet;
	uint32_t address, value, pc;
};

enum {
	STEP_ALL = 2
};

/* Make it happen; no core runs past it. */
void event_add(const struct event *event);

uint64_t event_next(void);
struct event event_take(void);

#endif
