/* SPDX-License-Identifier: Apache-2.0 */
#include <weft/barrier.h>

int weft_barrier(weft_us_t within)
{
	return weft_barrier_dissemination(within);
}
