/* SPDX-License-Identifier: Apache-2.0 */
/* Split-phase put, and waiting for what has been started. */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"
#include "runtime/why.h"

int weft_am_put(struct weft_am_remote *r, uint32_t offset, const void *data,
		size_t bytes, struct weft_am_counter *counter, weft_us_t within)
{
	struct am_operation operation = {counter, NULL, 0, NULL, 0};
	uint64_t deadline = rt_deadline(within);
	uint32_t number;
	int error = am_check_remote(r, offset, data, bytes);

	if (error || !counter || bytes == 0) {
		return error ? error : counter ? WEFT_OK : WEFT_ERR_NULL;
	}
	error = am_operation_begin(&operation, deadline, &number);
	if (error) {
		return error;
	}
	error = am_send_packets(r, offset, data, (uint32_t)bytes, number,
				deadline);
	if (error) {
		am_operation_drop(number); /* the last packet has not gone */
	}
	return error;
}

int weft_am_sync(struct weft_am_counter *counter, weft_us_t within)
{
	int error = am_library();

	if (error || !counter) {
		return error ? error : RT_WHY(WEFT_ERR_NULL, "counter");
	}
	error = am_wait_until(&counter->done, counter->issued,
			      rt_deadline(within));
	if (!error) {
		error = counter->error;
		counter->error = WEFT_OK;
	}
	return error;
}
