/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EMU_EPIPHANY_TRACE_H
#define EMU_EPIPHANY_TRACE_H

struct core;
struct insn;

/* "clock core pc: instruction" to chip.trace, before it is executed. */
void trace_insn(const struct core *core, const struct insn *in);

#endif
