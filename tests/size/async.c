/* SPDX-License-Identifier: Apache-2.0 */
/* Those of sync.c, and the asynchronous broadcast: make size. */
#include "tests/size/use.h"

#include <weft/published/bcast.h>

WEFT_COLD int main(void)
{
	uint32_t word = 0;

	use_base(&word);
	weft_bcast_ocbcast(&word, sizeof(word), 0, 1, WEFT_FOREVER);
	weft_abcast(&word, sizeof(word), WEFT_FOREVER);
	weft_abcast_recv(&word, sizeof(word), NULL, WEFT_FOREVER);
	return weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}
