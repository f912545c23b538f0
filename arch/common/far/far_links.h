/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The streams of far_wire.h over links/link.h, for a server that has a device of
 * arch/links.h, or several (links/bundle.h).  links/far/far_links.c makes them.
 * <far_port.h> has FAR_FRAME, the most bytes of a frame of a device; FAR_LANES, the most
 * devices; FAR_ROUND_TRIP_US if that is not the usual 30: what a round trip takes, until
 * one has been measured; and FAR_BUFFERS, if there may be more than 32 chips: frames of a
 * pool then.
 */
#ifndef ARCH_COMMON_FAR_LINKS_H
#define ARCH_COMMON_FAR_LINKS_H

#include "arch/common/far/far_wire.h"
#include "arch/links.h"

struct link_counts;

/*
 * Opens the streams of node `me` to all others, by n devices.  False: FAR_NODES, FAR_LANES or
 * a device does not allow so many nodes or devices.
 */
bool far_links_open(struct link_device *const *devices, uint32_t n, uint32_t me,
		    uint32_t nodes);

/*
 * far_links_receive takes messages of that node only; FAR_LINKS_ALL, FAR_LINKS_NONE: of all,
 * of none.
 */
enum {
	FAR_LINKS_ALL = UINT32_MAX,
	FAR_LINKS_NONE = UINT32_MAX - 1,
};
void far_links_only(uint32_t node);

/* As wire_add, wire_send, wire_receive, wire_is_empty. */
bool far_links_add(uint32_t node, const struct far_record *record,
		   const void *bytes, bool must);
bool far_links_send(void);

/*
 * As wire_add, but returns where the caller writes the bytes that follow, before it calls
 * anything else; null: no room.  far_links_room is how many bytes should follow the next
 * record for that node, so that it fills a message.
 */
uint8_t *far_links_begin(uint32_t node, const struct far_record *record);
uint32_t far_links_room(uint32_t node);
bool far_links_receive(wire_take *take);
bool far_links_is_empty(void);

/*
 * far_links_round makes a round of the link (link_round); true: there is more to do at once.
 * far_links_due tells when to make the next one if nothing comes; false: never.
 */
bool far_links_round(void);
bool far_links_due(uint64_t *at);

/* Has anything come from that node since the last call?  If not, it is asked (link_sign). */
bool far_links_sign(uint32_t node);

/* How many prods and probes to that node have had no answer. */
uint32_t far_links_unanswered(uint32_t node);
/* What the link has counted. */
const struct link_counts *far_links_counts(void);

/* The server has these: a clock, microseconds in its ticks, and the end of the run. */
uint64_t far_links_clock(void);
uint64_t far_links_us(uint32_t us);
_Noreturn void far_links_fault(const char *what);

#endif
