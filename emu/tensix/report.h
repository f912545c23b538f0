/* SPDX-License-Identifier: Apache-2.0 */
/* How a run ends: what is said, and what is written to files. */
#ifndef EMU_TENSIX_REPORT_H
#define EMU_TENSIX_REPORT_H

#include <stdint.h>

struct core;
struct tile;

/* What --dump and --stats ask for; null: not asked. */
extern const char *report_dump_path, *report_stats_path;

/* A core of the image says how the run has ended: enum arch_verdict. */
_Noreturn void report_verdict(const struct tile *tile, uint32_t verdict);

/* It ends against its will: say why, show all cores, write the dump. */
_Noreturn void report_stop(int status, const char *why);

/* Before an instruction, of cores with LOOK_STEP: its trace; code that was changed. */
void report_step(struct core *core);

#endif
