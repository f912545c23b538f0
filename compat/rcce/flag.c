/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RCCE's flags are set and reset; weft's only grow, and are compared modulo 2^32.
 * UNSET is 0 and SET is 2^31: of two values that far apart neither has reached the
 * other (weft/flag.h), so that a wait for one is a wait for exactly that.
 */
#include <weft/barrier.h>
#include <weft/flag.h>
#include <weft/rma.h>

#include "compat/rcce/gory.h"

static const uint32_t SET = UINT32_C(1) << 31;

static uint32_t code(RCCE_FLAG_STATUS status)
{
	return status == RCCE_FLAG_SET ? SET : 0;
}

static int check(RCCE_FLAG flag, RCCE_FLAG_STATUS status)
{
	if (!flag) {
		return rcce_error(RCCE_ERROR_FLAG_UNDEFINED);
	}
	if (!rcce_is_place(flag)) {
		return rcce_error(RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER);
	}
	if (status != RCCE_FLAG_SET && status != RCCE_FLAG_UNSET) {
		return rcce_error(RCCE_ERROR_FLAG_STATUS_UNDEFINED);
	}
	return RCCE_SUCCESS;
}

/*
 * All start UNSET, and a flag is SET only after it is UNSET everywhere: all allocate the same,
 * so they meet here.
 */
int RCCE_flag_alloc(RCCE_FLAG *flag)
{
	t_vcharp line;

	if (!flag) {
		return rcce_error(RCCE_ERROR_FLAG_UNDEFINED);
	}
	line = RCCE_malloc(RCCE_LINE_SIZE);
	*flag = (RCCE_FLAG)line;
	if (!line) {
		return rcce_error(RCCE_ERROR_MALLOC);
	}
	weft_flag_write((weft_rank_t)RCCE_IAM, rcce_offset(line), 0);
	return rcce_from(weft_barrier(WEFT_WORLD, WEFT_FOREVER), 0,
			 "RCCE_flag_alloc");
}

int RCCE_flag_free(RCCE_FLAG *flag)
{
	if (!flag || check(*flag, RCCE_FLAG_UNSET)) {
		return rcce_error(RCCE_ERROR_FLAG_NOT_ALLOCATED);
	}
	RCCE_free((t_vcharp)*flag);
	*flag = NULL;
	return RCCE_SUCCESS;
}

int RCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS status, int ue)
{
	int error = flag ? check(*flag, status)
			 : rcce_error(RCCE_ERROR_FLAG_UNDEFINED);

	if (!error && !rcce_is_ue(ue)) {
		error = rcce_error(RCCE_ERROR_ID);
	}
	if (error) {
		return error;
	}
	/* It tells of what I have put anywhere, my own MPB included. */
	weft_quiet();
	return rcce_from(weft_flag_write((weft_rank_t)ue, rcce_offset(*flag),
					 code(status)),
			 RCCE_ERROR_FLAG_UNDEFINED, "RCCE_flag_write");
}

int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *status, int ue)
{
	int error = check(flag, RCCE_FLAG_UNSET);
	uint32_t value = 0;

	if (!error && !status) {
		error = rcce_error(RCCE_ERROR_VAL_UNDEFINED);
	}
	if (!error && !rcce_is_ue(ue)) {
		error = rcce_error(RCCE_ERROR_ID);
	}
	if (!error) {
		error = rcce_from(weft_flag_read((weft_rank_t)ue,
						 rcce_offset(flag), &value),
				  RCCE_ERROR_VAL_UNDEFINED, "RCCE_flag_read");
	}
	if (!error) {
		*status = value == SET ? RCCE_FLAG_SET : RCCE_FLAG_UNSET;
	}
	return error;
}

int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS status)
{
	int error = check(flag, status);

	if (error) {
		return error;
	}
	return rcce_from(
		weft_flag_wait(rcce_offset(flag), code(status), WEFT_FOREVER),
		0, "RCCE_wait_until");
}

/* In vain, it lets others run: a program may ask in a loop. */
int RCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS status, int *result)
{
	int error = check(flag, status);

	if (!error && !result) {
		error = rcce_error(RCCE_ERROR_VAL_UNDEFINED);
	}
	if (!error) {
		*result = weft_flag_wait(rcce_offset(flag), code(status), 0) ==
			  WEFT_OK;
	}
	return error;
}
