/* SPDX-License-Identifier: Apache-2.0 */
/* How a run ends: what is said, and what is written to files. */
#ifndef EMU_EPIPHANY_REPORT_H
#define EMU_EPIPHANY_REPORT_H

struct core;

/* What --dump and --stats ask for; NULL: not asked. */
extern const char *report_dump_path, *report_stats_path;

/* The run ends as its program wants: write the statistics. */
_Noreturn void report_end(int status);

/* It ends against its will: say why, show all cores, write the dump too. */
_Noreturn void report_stop(int status, const char *why);

/* `trap 5`: the program says that it has failed; r0 may tell where. */
_Noreturn void report_failure(const struct core *core);

#endif
