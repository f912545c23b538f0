/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A run of a chip: what is due happens, then the cores run until the next thing is due,
 * and so on.  Each emulator says what these are.
 */
#ifndef EMU_COMMON_TURNS_H
#define EMU_COMMON_TURNS_H

#include <stdint.h>

struct turns {
	/* Of the chip: the time, set here, and the clock at which to stop. */
	uint64_t *now;
	const uint64_t *limit;

	/* When the next event is due; the least clock of a core that runs; or UINT64_MAX. */
	uint64_t (*event_next)(void);
	uint64_t (*core_next)(void);

	/* Take the next event, and make it happen. */
	void (*happen)(void);

	/* Let the cores run, up to the next event at most. */
	void (*run)(void);

	/* End with this status. */
	void (*stop)(int status, const char *why);
};

/*
 * From now on SIGTERM and SIGINT end a run at its next turn, STATUS_LIMIT, with all that
 * a run's end reports.
 */
void turns_catch_signals(void);

/*
 * Until nothing can happen any more (STATUS_DEADLOCK), the limit or a signal has come
 * (STATUS_LIMIT), or an event or a core ends the program.
 */
_Noreturn void turns_loop(const struct turns *turns);

#endif
