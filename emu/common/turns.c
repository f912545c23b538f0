// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <stdlib.h>

#include "emu/common/rings.h"
#include "emu/common/turns.h"
#include "host/host.h"

static volatile sig_atomic_t asked_to_stop;

static void on_signal(int number)
{
	(void)number;
	asked_to_stop = 1;
}

void turns_catch_signals(void)
{
	signal(SIGTERM, on_signal);
	signal(SIGINT, on_signal);
}

static void turn(const struct turns *turns)
{
	uint64_t event = turns->event_next(), core = turns->core_next();

	*turns->now = event < core ? event : core;
	if (*turns->now == UINT64_MAX) {
		turns->stop(STATUS_DEADLOCK,
			    "deadlock: nothing can happen any more");
	}
	if (*turns->now >= *turns->limit) {
		turns->stop(STATUS_LIMIT, "the limit of clocks");
	}
	if (asked_to_stop) {
		turns->stop(STATUS_LIMIT, "asked to stop");
	}
	while (turns->event_next() <= *turns->now) {
		turns->happen();
	}
	turns->run();
	rings_look(*turns->now);
}

void turns_loop(const struct turns *turns)
{
	for (;;) {
		turn(turns);
	}
}
