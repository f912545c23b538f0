/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Send and receive by a buffer and two flags of the program's: the sender puts a chunk
 * into its own MPB and sets `sent` at the receiver, which gets it and sets `ready` at
 * the sender.  Who has waited for a flag resets it.  What is left at the end and is no
 * whole number of lines goes in a line of its own, as in the reference.
 */
#include <string.h>

#include "compat/rcce/gory.h"

static int check(t_vcharp buffer, size_t chunk, int ue)
{
	if (!rcce_is_ue(ue)) {
		return rcce_error(RCCE_ERROR_ID);
	}
	if (!rcce_is_place(buffer)) {
		return rcce_error(RCCE_ERROR_TARGET);
	}
	return chunk == 0 || chunk % RCCE_LINE_SIZE != 0
		       ? rcce_error(RCCE_ERROR_MESSAGE_LENGTH)
		       : RCCE_SUCCESS;
}

/* Waits for my flag, and resets it. */
static int take(RCCE_FLAG *flag)
{
	int error = RCCE_wait_until(*flag, RCCE_FLAG_SET);

	return error ? error : RCCE_flag_write(flag, RCCE_FLAG_UNSET, RCCE_IAM);
}

/* The next piece: whole lines, or the rest that is less than one. */
static size_t piece(size_t left, size_t chunk)
{
	size_t whole = left & ~(size_t)(RCCE_LINE_SIZE - 1);

	return left >= chunk ? chunk : whole > 0 ? whole : left;
}

int RCCE_send(char *data, t_vcharp buffer, size_t chunk, RCCE_FLAG *ready,
	      RCCE_FLAG *sent, size_t bytes, int dest)
{
	int error = check(buffer, chunk, dest);

	for (size_t n; !error && bytes > 0; data += n, bytes -= n) {
		char line[RCCE_LINE_SIZE];
		char *from = data;

		n = piece(bytes, chunk);
		if (n < RCCE_LINE_SIZE) {
			from = (char *)memcpy(line, data, n);
		}
		error = RCCE_put(buffer, (t_vcharp)from,
				 n < RCCE_LINE_SIZE ? RCCE_LINE_SIZE : (int)n,
				 RCCE_IAM);
		error = error ? error
			      : RCCE_flag_write(sent, RCCE_FLAG_SET, dest);
		error = error ? error : take(ready);
	}
	return error;
}

/* One piece, which has been announced. */
static int receive(char *data, t_vcharp buffer, RCCE_FLAG *ready, size_t n,
		   int source)
{
	char line[RCCE_LINE_SIZE];
	bool less = n < RCCE_LINE_SIZE;
	int error = RCCE_get((t_vcharp)(less ? line : data), buffer,
			     less ? RCCE_LINE_SIZE : (int)n, source);

	if (!error && less) {
		memcpy(data, line, n);
	}
	return error ? error : RCCE_flag_write(ready, RCCE_FLAG_SET, source);
}

int RCCE_recv(char *data, t_vcharp buffer, size_t chunk, RCCE_FLAG *ready,
	      RCCE_FLAG *sent, size_t bytes, int source)
{
	int error = check(buffer, chunk, source);

	for (size_t n; !error && bytes > 0; data += n, bytes -= n) {
		n = piece(bytes, chunk);
		error = take(sent);
		error = error ? error : receive(data, buffer, ready, n, source);
	}
	return error;
}

int RCCE_recv_test(char *data, t_vcharp buffer, size_t chunk, RCCE_FLAG *ready,
		   RCCE_FLAG *sent, size_t bytes, int source, int *test)
{
	int error = check(buffer, chunk, source);

	if (!error) {
		error = RCCE_test_flag(*sent, RCCE_FLAG_SET, test);
	}
	if (error || !*test) {
		return error;
	}
	return RCCE_recv(data, buffer, chunk, ready, sent, bytes, source);
}
