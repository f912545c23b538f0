/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The timeline of a run: what each core did and when, as a file of Chrome's
 * trace event format, which Perfetto and chrome://tracing show.
 *
 * A track a core.  Slices: copies between windows (the lines of one copy are one
 * slice), flags written, waits by the name that the runtime gives them (brief ones
 * by whose word it is), sleeps, handlers; gaps are computation.  Arrows lead from
 * a flag's writer to who has waited for it, and from who raised an interrupt to
 * its handler.  Console lines, and with TRACE=1 the runtime's own events, are
 * marks.
 *
 * Like the detectors it stands in front of the functions by which images reach the
 * engine, takes no virtual time, and costs nothing when it is off.
 */
#ifndef SIM_REPORT_TIMELINE_H
#define SIM_REPORT_TIMELINE_H

extern const char *timeline_path; /* null: none is written */

void timeline_create(void); /* the cores are ready to start */

#endif
