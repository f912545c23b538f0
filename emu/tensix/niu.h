/* SPDX-License-Identifier: Apache-2.0 */
/* A tile's door to one of the networks: its registers. */
#ifndef EMU_TENSIX_NIU_H
#define EMU_TENSIX_NIU_H

#include <stdbool.h>
#include <stdint.h>

enum {
	NIUS = 2,
	INITIATORS = 4,
	TAGS = 16,
	INITIATOR_WORDS = 32,
};

enum niu_register {
	TARG_LO = 0x00,
	TARG_MID = 0x04,
	TARG_HI = 0x08, /* Blackhole */
	RET_LO = 0x0c,
	RET_MID = 0x10,
	RET_HI = 0x14, /* Blackhole */
	PACKET_TAG = 0x18,
	CTRL = 0x1c,
	AT_LEN_BE = 0x20,
	COUNTERS = 0x200,
	COUNTERS_END = 0x2c0,
};

/* Counters, by words from COUNTERS. */
enum niu_counter {
	ATOMIC_RESPONSES = 0,
	WRITE_ACKS = 1,
	READ_RESPONSES = 2,
	POSTED_ATOMICS = 7,
	WRITES_SENT = 10,
	POSTED_WRITES_SENT = 11,
	OUTSTANDING = 16, /* one a tag, 8 bits */
	UNREAD = 32, /* the same: writes whose source is still to be read */
	NIU_COUNTERS = 48,
};

enum niu_ctrl {
	CTRL_KIND = 3,
	CTRL_ATOMIC = 1,
	CTRL_WRITE = 2,
	CTRL_BYTES = 1 << 2,
	CTRL_INLINE = 1 << 3,
	CTRL_ACK = 1 << 4,
	CTRL_MULTICAST = 1 << 5,
	CTRL_LINKED = 1 << 6,
	CTRL_STATIC = 1 << 7,
	CTRL_RESERVE = 1 << 8,
	CTRL_VC = 7 << 13,
	CTRL_VC_MULTICAST = 4 << 13,
	CTRL_Y_FIRST = 1 << 16,
	CTRL_SELF = 1 << 17,
	CTRL_PRIORITY = 15 << 27,
};

/*
 * What packets enter by, one after another.  They are planned as they start, not as they
 * come, so this is the work that lies there at the time of the last one.
 */
struct port {
	uint64_t last, work;
};

struct niu {
	uint32_t set[INITIATORS][INITIATOR_WORDS];
	uint64_t busy[INITIATORS]; /* until then it must not be set up anew */
	unsigned starting;         /* the initiator of what starts now */
	uint32_t counters[NIU_COUNTERS];
	uint64_t out_free;    /* its end of the link to the network */
	struct port in, acks; /* .. from it */
};

struct tile;
struct core;

/* Registers, by offset from the NIU's first; `who` for what is wrong. */
uint32_t niu_read(struct core *who, struct tile *tile, unsigned which,
		  uint32_t offset);
void niu_write(struct core *who, struct tile *tile, unsigned which,
	       uint32_t offset, uint32_t value);

/* A request that was set up there starts. */
void niu_go(struct core *who, struct tile *tile, unsigned which,
	    unsigned initiator);

#endif
