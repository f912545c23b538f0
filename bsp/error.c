/* SPDX-License-Identifier: Apache-2.0 */
/* Reports of wrong calls; see bsp.h. */
#include "bsp/state.h"
#include "runtime/console.h"
#include "runtime/panic.h"

struct bsp_caller bsp_caller;
bool bsp_is_wrong;

static struct {
	const char *call, *what;
	struct bsp_caller caller;
	int number;
	uint32_t pid;
} wrong;

static ARCH_COLD void error_place(struct text *t,
				  const struct bsp_caller *caller)
{
	if (caller->file) {
		text_put(t, " at %s:%d", caller->file, (uint32_t)caller->line);
	}
}

ARCH_COLD void bsp_wrong(const char *call, const char *what, int number)
{
	if (!bsp_is_wrong) {
		bsp_is_wrong = true;
		wrong.call = call;
		wrong.what = what;
		wrong.caller = bsp_caller;
		wrong.number = number;
		wrong.pid = bsp_caller_pid();
	}
}

static ARCH_COLD struct text error_begin(char *line, const char *call,
					 const char *whose, uint32_t pid)
{
	struct text t = text_in(line, RT_CONSOLE_LINE);

	text_put(&t, "%s%s%u", call, whose, pid);
	return t;
}

ARCH_COLD _Noreturn void bsp_report_wrong(void)
{
	char line[RT_CONSOLE_LINE];
	struct text t =
		error_begin(line, wrong.call, " of process ", wrong.pid);

	error_place(&t, &wrong.caller);
	text_put(&t, ": %s, %d", wrong.what, (uint32_t)wrong.number);
	*t.at = 0;
	rt_panic("%s", line);
}

ARCH_COLD _Noreturn void bsp_null(const char *call, const char *which)
{
	char line[RT_CONSOLE_LINE];
	struct text t =
		error_begin(line, call, " of process ", bsp_caller_pid());

	error_place(&t, &bsp_caller);
	text_put(&t, ": %s is NULL", which);
	*t.at = 0;
	rt_panic("%s", line);
}

ARCH_COLD _Noreturn void bsp_refuse(uint32_t from, const struct record *record,
				    const char *what)
{
	static const char *const names[] = {"bsp_put", "bsp_get", "bsp_hpget",
					    "bsp_send", "bsp_hpput"};
	enum bsp_op op = record_op(record);
	char line[RT_CONSOLE_LINE];
	struct text t = error_begin(
		line, names[op],
		bsp.place ? " of a process of core " : " of process ", from);
	uint32_t local = record_entry(record);

	while (local >= registered.row) {
		local -= registered.row;
	}

	text_put(&t, ", line %u, to process %u: %u bytes at offset %u%s",
		 record->what >> LINE_SHIFT, bsp.base + local, record->bytes,
		 record->offset, what);
	*t.at = 0;
	rt_panic("%s", line);
}

ARCH_COLD _Noreturn void bsp_outside(const char *call)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));

	text_str(&t, call);
	error_place(&t, &bsp_caller);
	text_str(&t, bsp.phase == BSP_BEFORE ? ": before bsp_begin"
					     : ": after bsp_end");
	*t.at = 0;
	rt_panic("%s", line);
}
