/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions are weft's. */
#include <weft/reduce.h>

#include "compat/rcce/rcce.h"

/* `long` has another size on each board. */
#define LONG(op) (sizeof(long) == 4 ? &weft_##op##_int32 : &weft_##op##_int64)

#define FOUR(op)                                                               \
	{                                                                      \
		&weft_##op##_int32, NULL, &weft_##op##_float,                  \
			&weft_##op##_double                                    \
	}

static const struct weft_op *operation(int type, int op)
{
	static const struct weft_op *const table[4][4] = {
		FOUR(sum), FOUR(min), FOUR(max), FOUR(prod)};

	if (type != RCCE_LONG) {
		return table[op - RCCE_SUM][type - RCCE_INT];
	}
	return op == RCCE_SUM   ? LONG(sum)
	       : op == RCCE_MIN ? LONG(min)
	       : op == RCCE_MAX ? LONG(max)
				: LONG(prod);
}

static int check(int n, int type, int op, int root, const RCCE_COMM *comm)
{
	int error = rcce_check_comm(comm, root);

	if (error) {
		return error;
	}
	if (op < RCCE_SUM || op > RCCE_PROD) {
		return rcce_error(RCCE_ERROR_ILLEGAL_OP);
	}
	if (type < RCCE_INT || type > RCCE_DOUBLE) {
		return rcce_error(RCCE_ERROR_ILLEGAL_TYPE);
	}
	return n < 0 ? rcce_error(RCCE_ERROR_MESSAGE_LENGTH) : RCCE_SUCCESS;
}

int RCCE_reduce(char *in, char *out, int n, int type, int op, int root,
		RCCE_COMM comm)
{
	int error = check(n, type, op, root, &comm);

	if (error) {
		return error;
	}
	return rcce_from(weft_reduce(in, out, (size_t)n, operation(type, op),
				     (weft_rank_t)root, rcce_team(&comm),
				     WEFT_FOREVER),
			 RCCE_ERROR_TARGET, "RCCE_reduce");
}

int RCCE_allreduce(char *in, char *out, int n, int type, int op, RCCE_COMM comm)
{
	int error = check(n, type, op, 0, &comm);

	if (error) {
		return error;
	}
	return rcce_from(weft_allreduce(in, out, (size_t)n, operation(type, op),
					rcce_team(&comm), WEFT_FOREVER),
			 RCCE_ERROR_TARGET, "RCCE_allreduce");
}
