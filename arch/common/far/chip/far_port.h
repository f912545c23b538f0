/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sizes and places of a channel (door.h), for windows of 8 KB and more.  A port may have other
 * numbers of chips, of cores of a chip, and of links.
 */
#ifndef ARCH_COMMON_FAR_CHIP_PORT_H
#define ARCH_COMMON_FAR_CHIP_PORT_H

#ifndef FAR_PORT_NEAR
#define FAR_PORT_CHIPS 32
#define FAR_PORT_NEAR  64
#define FAR_PORT_LANES 2
#endif

#define FAR_SERVES 1 /* the door */

enum {
	FAR_NODES = (FAR_PORT_CHIPS + 31) & ~31,
	FAR_CHIP_WORDS = 2, /* of a set of chips */
	FAR_PIECE = 224,
	FAR_ANSWER = 224,
	FAR_RING = 512,
	FAR_FRAME = 1200,
	FAR_LANES = FAR_PORT_LANES,
	FAR_NEAR = FAR_PORT_NEAR, /* the most cores of a chip */
	FAR_CORES = FAR_PORT_CHIPS * FAR_NEAR,

	FAR_TAKEN_AT = 0,
	FAR_NEWS_AT = 4,
	FAR_ANSWERS_AT = 8,
	FAR_VALUE_AT = 12,
	FAR_ROLL_AT = 16,    /* it is over, .. */
	FAR_CHIPS_AT = 20,   /* .. and these take part */
	FAR_TIDINGS_AT = 28, /* the door's: a core has posted */
	FAR_ANSWER_AT = 32,
	FAR_RING_AT = FAR_ANSWER_AT + FAR_ANSWER,
	FAR_POSTED_AT = FAR_RING_AT + FAR_RING,
	FAR_CHANNEL = FAR_POSTED_AT + FAR_NEAR * 4,
};

#endif
