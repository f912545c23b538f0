/* SPDX-License-Identifier: Apache-2.0 */
/* Those of base.c, with a barrier that the program names: make size. */
#include "tests/size/use.h"

#include <weft/published/barrier.h>

WEFT_COLD int main(void)
{
	uint32_t word = 0;

	use_base(&word);
	return weft_barrier_dissemination(WEFT_FOREVER);
}
