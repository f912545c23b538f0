/* SPDX-License-Identifier: Apache-2.0 */
/* put, get, flags, barrier, console: make size. */
#include "tests/size/use.h"

WEFT_COLD int main(void)
{
	uint32_t word = 0;

	use_base(&word);
	return weft_barrier(WEFT_WORLD, WEFT_FOREVER);
}
