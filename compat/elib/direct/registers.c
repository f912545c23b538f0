/* SPDX-License-Identifier: Apache-2.0 */
/* A core's own registers, at their addresses. */
#include "compat/elib/elib_own.h"

unsigned e_reg_read(e_core_reg_id_t reg)
{
	return *(volatile unsigned *)reg;
}

void e_reg_write(e_core_reg_id_t reg, unsigned value)
{
	*(volatile unsigned *)reg = value;
}
