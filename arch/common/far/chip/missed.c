/* SPDX-License-Identifier: Apache-2.0 */
/* Chips that do not answer: door.h. */
#include <string.h>

#include "arch/common/far/chip/door.h"
#include "arch/nodes.h"

enum {
	CHIPS_US = 200, /* between looks whether one is silent */
	GIVES_UP =
		400, /* prods and probes, over a second at 40 us there and back */
	SIGN_US =
		1000000, /* a chip that has said nothing for so long is asked .. */
	SIGNS = 10,      /* .. and given up if it is so many times in a row */
};

static uint64_t signs_at;         /* when to ask again */
static uint8_t silent[FAR_NODES]; /* times that it has been asked for a sign */

static const char *not_answering(uint32_t chip)
{
	static char text[32] = "chip ";
	char *at = text + strlen(text);
	uint32_t tens = 0;

	for (; chip >= 10; chip -= 10) {
		tens++;
	}
	if (tens > 0) {
		*at++ = (char)('0' + tens);
	}
	*at++ = (char)('0' + chip);
	strcpy(at, " does not answer");
	return text;
}

/* Nothing may be on its way to a chip that has died, so each is heard of now and then. */
static bool ask_for_signs(void)
{
	uint32_t mine = arch_node(arch_rank());

	for (uint32_t node = 0; node < arch_nodes(); node++) {
		if (node == mine) {
			continue;
		}
		if (far_links_sign(far_door_chip(node))) {
			silent[node] = 0;
		} else if (++silent[node] > SIGNS) {
			far_links_fault(not_answering(far_door_chip(node)));
		}
	}
	return far_links_round();
}

uint64_t far_missed_at;

bool far_missed_look(uint64_t now, bool rolling)
{
	uint32_t gone = arch_link_device()->gone;
	bool more = false, asks = signs_at > 0; /* not at the start */

	if (now >= signs_at) {
		signs_at = now + arch_cycles_in_us(SIGN_US);
		if (!rolling && asks) {
			more = ask_for_signs();
		}
	}
	far_missed_at = now + arch_cycles_in_us(CHIPS_US);
	far_missed_at = far_missed_at < signs_at ? far_missed_at : signs_at;
	if (rolling) {
		return more;
	}
	for (uint32_t node = 0; node < arch_nodes(); node++) {
		if (far_door_chip(node) + 1 == gone ||
		    far_links_unanswered(far_door_chip(node)) > GIVES_UP) {
			far_links_fault(not_answering(far_door_chip(node)));
		}
	}
	return more;
}

uint64_t far_missed_due(void)
{
	return signs_at;
}
