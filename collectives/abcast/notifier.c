/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/abcast/notifier.h"

void notifier_tell_each(const struct notifier *notifier, const uint16_t *list,
			uint32_t n)
{
	if (notifier_has_board(notifier)) {
		board_count(notifier->board);
	}
	for (uint32_t i = 0; i < n; i++) {
		if (notifier_has_board(notifier)) {
			notify_interrupt(list[i], 1);
		} else {
			notify_ring(list[i], 1, notifier->channel);
		}
	}
}
