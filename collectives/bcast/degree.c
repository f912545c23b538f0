/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/degree.h"
#include "runtime/panic.h"
#include "runtime/variables.h"

uint32_t degree_of(uint32_t count)
{
	uint32_t most = count > 1 ? count - 1 : 1;
	uint32_t k = rt_variable_K();

	return k < most ? k : most;
}
