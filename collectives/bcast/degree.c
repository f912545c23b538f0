/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/degree.h"
#include "runtime/boot.h"
#include "runtime/panic.h"

enum {
	USUAL = 7
};

uint32_t degree_of(uint32_t count)
{
	uint32_t most = count > 1 ? count - 1 : 1;
	uint32_t k = rt_env_u32("WEFT_K", USUAL);

	if (k == 0) {
		rt_refuse("WEFT_K is 0");
	}
	return k < most ? k : most;
}
