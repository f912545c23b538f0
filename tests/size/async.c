/* SPDX-License-Identifier: Apache-2.0 */
/* Those of sync.c, and the asynchronous broadcast: make size. */
#include <weft/weft.h>

#include "runtime/console.h"

int main(void)
{
	uint32_t word = 0;

	weft_put(weft_at(0, 0), &word, sizeof(word));
	weft_get(&word, weft_at(0, 0), sizeof(word));
	weft_quiet();
	weft_flag_write(0, 0, 1);
	weft_flag_wait(0, 1, WEFT_FOREVER);
	rt_console_write("\n", 1);
	weft_bcast_ocbcast(&word, sizeof(word), 0, 1, WEFT_FOREVER);
	weft_abcast(&word, sizeof(word), WEFT_FOREVER);
	weft_abcast_recv(&word, sizeof(word), NULL, WEFT_FOREVER);
	return weft_barrier(WEFT_FOREVER);
}
