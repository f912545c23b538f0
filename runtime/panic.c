/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/console.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/wait.h"

#include <weft/core.h>

void rt_print_end(uint32_t code, uint32_t rank)
{
	char line[64];
	struct text t = text_in(line, sizeof(line) - 1);

	text_str(&t, "weft: end code=");
	if ((int32_t)code < 0) {
		text_char(&t, '-');
		code = -code;
	}
	text_u64(&t, code);
	text_str(&t, " core=");
	text_u64(&t, rank);
	*t.at = 0;
	rt_console_control(line);
}

static ARCH_COLD void print_where(const char *cause)
{
	struct arch_coords where = arch_coords(arch_rank());
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line) - 1);

	text_str(&t, "weft: panic: ");
	text_str(&t, cause);
	text_str(&t, ": rank ");
	text_u64(&t, arch_rank());
	text_str(&t, " of ");
	text_u64(&t, arch_count());
	text_str(&t, ", core ");
	text_u64(&t, where.core);
	text_str(&t, " at (");
	text_u64(&t, where.x);
	text_char(&t, ',');
	text_u64(&t, where.y);
	text_str(&t, "), cycle ");
	text_u64(&t, arch_cycles());
	text_str(&t, rt_context == RT_HANDLER ? ", in a handler" : "");
	*t.at = 0;
	rt_console_control(line);
}

static ARCH_COLD void print_wait(void)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line) - 1);
	bool lock = rt_wait.word.offset == RT_A_LOCK;

	if (!rt_wait.what) {
		return;
	}
	text_str(&t, "weft: panic: it waited for ");
	text_str(&t, rt_wait.what);
	if (lock) {
		text_str(&t, " at core ");
		text_u64(&t, rt_wait.word.value);
	}
	if (rt_wait.word.from != RT_ANYONE) {
		text_str(&t, lock ? ", held by rank " : " from rank ");
		text_u64(&t, rt_wait.word.from);
	}
	if (!lock && rt_wait.word.offset != RT_NO_WORD) {
		bool own = rt_wait.word.rank == arch_rank();

		text_str(&t, own ? ": own MPB word " : ": its MPB word ");
		text_hex(&t, rt_wait.word.offset);
		text_str(&t, " to reach ");
		text_u64(&t, rt_wait.word.value);
		text_str(&t, ", it is ");
		text_u64(&t, arch_flag_read(rt_wait.word.rank,
					    rt_wait.word.offset));
	}
	text_str(&t, ", since cycle ");
	text_u64(&t, rt_wait.since);
	*t.at = 0;
	rt_console_control(line);
}

_Noreturn void rt_panic(const char *cause)
{
	static bool again;

	arch_irq_save();
	rt_phase = "failed";
	/* A panic within a panic has no more to say than that it ended. */
	if (!again) {
		again = true;
		print_where(cause);
		print_wait();
		rt_print_end(RT_PANIC_CODE, arch_rank());
	}
	arch_stop(ARCH_PANIC);
}

ARCH_COLD void weft_panic(const char *why)
{
	rt_panic(why ? why : "no reason given");
}

_Noreturn void weft_fault(const struct arch_fault *fault)
{
	char cause[RT_CONSOLE_LINE];
	struct text t = text_in(cause, sizeof(cause) - 1);

	text_str(&t, fault->cause);
	text_str(&t, " at instruction ");
	text_hex(&t, fault->pc);
	text_str(&t, ", address ");
	text_hex(&t, fault->address);
	*t.at = 0;
	if (fault->regs) {
		rt_console_control(fault->regs);
	}
	rt_panic(cause);
}
