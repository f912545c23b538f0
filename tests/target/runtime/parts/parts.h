/* SPDX-License-Identifier: Apache-2.0 */
/* The invented parts of the test: what each has seen. */
#ifndef TESTS_PARTS_H
#define TESTS_PARTS_H

#include <stdbool.h>
#include <stdint.h>

/* What a part has seen of its life. */
struct seen {
	uint32_t placed, offset, bytes;
	volatile uint32_t rounds, rung, from_others, interrupts;
	volatile uint32_t in_thread; /* of the interrupts */
	uint32_t channel, finished;
};

extern struct seen absent; /* of the part that takes no part */

/* It was asked for its bytes and placed with none, and nothing else. */
bool absent_has_no_part(void);

#endif
