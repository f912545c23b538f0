/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/inline.h"
#include "runtime/context.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "runtime/window.h"

#include <weft/flag.h>

ARCH_SHORT WEFT_REGISTERS int weft_flag_write(weft_rank_t rank, uint32_t flag,
					      uint32_t value)
{
	int error = rt_check_flag(rank, flag);

	if (!error) {
		RT_TRACE("flag write", rank, value);
		ARCH_PLACES(1);
		arch_inline_flag_write(rank, flag, value);
	}
	return error;
}

ARCH_SHORT WEFT_REGISTERS int weft_flag_read(weft_rank_t rank, uint32_t flag,
					     uint32_t *value)
{
	int error = rt_check_flag(rank, flag);

	if (!error && !value) {
		error = RT_WHY(WEFT_ERR_NULL, "value");
	}
	if (!error) {
		ARCH_PLACES(1);
		*value = arch_inline_flag_read(rank, flag);
	}
	return error;
}

RT_SHORT ARCH_SHORT int flag_await(uint32_t from, uint32_t flag, uint32_t value,
				   weft_us_t within)
{
	int error = rt_check_flag(0, flag); /* all ranks' are alike */

	RT_THREAD_ONLY();
	if (error) {
		return error;
	}
	/* No ARCH_PLACES: where that counts, a look is charged as a call, which takes as long. */
	return rt_await_within(flag, value, within, from,
			       "a flag of the application");
}

/* No tail calls here: a record of a wait has its site in the call that it names. */
ARCH_SHORT WEFT_REGISTERS int weft_flag_wait(uint32_t flag, uint32_t value,
					     weft_us_t within)
{
	int error = flag_await(RT_ANYONE, flag, value, within);

	__asm__ volatile("");
	return error;
}

WEFT_REGISTERS int weft_flag_wait_from(weft_rank_t from, uint32_t flag,
				       uint32_t value, weft_us_t within)
{
	int error;

	if (from >= rt_run.count) {
		return RT_WHY(WEFT_ERR_RANK, "from");
	}
	error = flag_await(from, flag, value, within);
	__asm__ volatile("");
	return error;
}
