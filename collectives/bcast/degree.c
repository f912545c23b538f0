/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/degree.h"
#include "runtime/panic.h"
#include "runtime/variables.h"

uint32_t degree_of(uint32_t count)
{
	static uint32_t k; /* read once: the map asks often */
	uint32_t most = count > 1 ? count - 1 : 1;

	k = k > 0 ? k : rt_variable_K();

	return k < most ? k : most;
}
