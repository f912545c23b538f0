/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=4 args=notify tap=no time-out=30 */
/*
 * A core that is parked, until rank 0 notifies it; or planted: for
 * ever, or late: for 90 seconds.
 * tests/hangs.t demands that the report says what it sleeps for.
 */
#include <string.h>

#include <weft/event.h>
#include <weft/weft.h>

int main(int argc, char **argv)
{
	weft_event_t event;

	if (argc != 2) {
		return 2;
	}
	if (weft_rank() == 2 && strcmp(argv[1], "late") == 0) {
		return weft_event_open(0, &event) ||
		       weft_event_wait(event, 0, 90000000) != WEFT_ERR_TIMEOUT;
	}
	if (weft_rank() == 2) {
		return weft_event_open(0, &event) ||
		       weft_event_wait(event, 0, WEFT_FOREVER);
	}
	if (weft_rank() == 0 && strcmp(argv[1], "notify") == 0) {
		return weft_notify(2);
	}
	return 0;
}
