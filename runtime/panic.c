/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/arch.h"
#include "runtime/console.h"
#include "runtime/context.h"
#include "runtime/panic.h"
#include "runtime/start.h"
#include "runtime/wait.h"

#include <weft/core.h>

void rt_print_end(uint32_t code, uint32_t rank)
{
	rt_say("weft: end code=%d core=%u", code, rank);
}

static ARCH_COLD void print_where(const char *cause, va_list of)
{
	struct arch_coords where = arch_coords(arch_rank());
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));

	text_args(&t, cause, of);
	*t.at = 0;
	rt_say("weft: panic: %s: rank %u of %u, core %u at (%u,%u), cycle %U%s",
	       line, arch_rank(), arch_count(), where.core, where.x, where.y,
	       arch_cycles(), rt_context == RT_HANDLER ? ", in a handler" : "");
}

static ARCH_COLD void print_wait(void)
{
	const struct arch_word *word = &rt_wait.word;
	bool lock = word->offset == RT_A_LOCK;
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));

	if (!rt_wait.what || word->rank >= arch_count()) {
		return; /* none, or written over */
	}
	if (lock) {
		text_put(&t, " at core %u", word->value);
	}
	if (word->from != RT_ANYONE) {
		text_put(&t, lock ? ", held by rank %u" : " from rank %u",
			 word->from);
	}
	if (!lock && word->offset != RT_NO_WORD) {
		text_put(&t, ": %s MPB word %x to reach %u, it is %u",
			 word->rank == arch_rank() ? "own" : "its",
			 (uint64_t)word->offset, word->value,
			 arch_flag_read(word->rank, word->offset));
	}
	*t.at = 0;
	rt_say("weft: panic: it waited for %s%s, since cycle %U", rt_wait.what,
	       line, rt_wait.since);
}

static ARCH_COLD void print_again(const char *cause, va_list of)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));

	text_args(&t, cause, of);
	*t.at = 0;
	rt_say("weft: panic: the report itself failed: %s", line);
}

/*
 * What broke this core may have broken what the report reads: the record of its wait, for
 * one.  So each part of it is tried once, and a panic within it goes on with the next.
 */
_Noreturn void rt_panic(const char *cause, ...)
{
	enum {
		WHERE,
		WAIT,
		END,
		TIMES = END + 1, /* that one of them may fail */
	};
	static volatile uint32_t part, times;
	va_list of;

	arch_irq_save();
	rt_phase = "failed";
	times++;
	va_start(of, cause);
	if (times > 1 && times <= TIMES) {
		print_again(cause, of);
	}
	if (part == WHERE) {
		part = WAIT;
		print_where(cause, of);
	}
	va_end(of);
	if (part == WAIT) {
		part = END;
		print_wait();
	}
	if (part == END) {
		part = TIMES;
		rt_print_end(RT_PANIC_CODE, arch_rank());
	}
	arch_stop(ARCH_PANIC);
}

_Noreturn void rt_refuse(const char *cause, ...)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));
	va_list of;

	if (arch_rank() != 0) {
		rt_rest();
	}
	va_start(of, cause);
	text_args(&t, cause, of);
	va_end(of);
	*t.at = 0;
	rt_say("weft: this run cannot be: %s", line);
	rt_print_end(RT_REFUSED_CODE, 0);
	arch_stop(ARCH_FAILED);
}

ARCH_COLD void weft_panic(const char *why)
{
	rt_panic("%s", why ? why : "no reason given");
}

_Noreturn void weft_fault(const struct arch_fault *fault)
{
	if (!fault->regs) {
		rt_panic("%s", fault->cause);
	}
	rt_say("%s", fault->regs);
	rt_panic("%s at instruction %x, address %x", fault->cause,
		 (uint64_t)fault->pc, (uint64_t)fault->address);
}

ARCH_COLD void weft_stop(int code)
{
	arch_irq_save();
	rt_console_flush();
	arch_quiet();
	rt_print_end((uint32_t)code, arch_rank());
	arch_stop(code == 0 ? ARCH_PASSED : ARCH_FAILED);
}
