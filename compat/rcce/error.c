/* SPDX-License-Identifier: Apache-2.0 */
/* Errors: their texts, and how they are printed where they happen. */
#include <stdio.h>
#include <string.h>

#include <weft/core.h>

#include "compat/rcce/rcce.h"

static const char *const texts[] = {
	"Success",
	"Target is no place of the buffer",
	"Source is no place it may be copied from",
	"No such UE",
	"Message length is not right",
	"Flag is not defined",
	"Number of UEs is out of range",
	"Source and target overlap",
	"Place or size is no multiple of a line",
	"No such debug flag",
	"Flag is not in the communication buffer",
	"A flag is SET or UNSET, nothing else",
	"Flag is not allocated",
	"Value is not defined",
	"No such error code",
	"RPC is not allocated",
	"RPC failed within",
	"One RPC request at a time",
	"Frequency divider is out of range",
	"Frequency is too high for that voltage",
	"No RPC request is under way",
	"RPC request is an old one",
	"Communicator is not defined",
	"No such operation",
	"No such type",
	"There is no memory left for that",
	"Communicator is made already",
	"This core is not in the host file",
};

int RCCE_error_string(int error, char *text, int *length)
{
	unsigned which = error == RCCE_SUCCESS
				 ? 0
				 : (unsigned)error - (unsigned)RCCE_ERROR_BASE;
	bool known = error == RCCE_SUCCESS ||
		     (which > 0 && which < sizeof(texts) / sizeof(texts[0]));

	strcpy(text, known ? texts[which] : "");
	*length = (int)strlen(text);
	return known ? RCCE_SUCCESS : RCCE_ERROR_INVALID_ERROR_CODE;
}

static void print(int error)
{
	char text[RCCE_MAX_ERROR_STRING];
	int length;

	RCCE_error_string(error, text, &length);
	printf("Error on UE %d: %s\n", RCCE_IAM, text);
}

static int set(int what, bool on)
{
	if (what != RCCE_DEBUG_ALL && what != RCCE_DEBUG_SYNCH &&
	    what != RCCE_DEBUG_COMM && what != RCCE_DEBUG_RPC &&
	    what != RCCE_DEBUG_DEBUG) {
		return rcce_error(RCCE_ERROR_DEBUG_FLAG);
	}
	rcce_print = on ? print : NULL;
	return RCCE_SUCCESS;
}

int RCCE_debug_set(int what)
{
	return set(what, true);
}

int RCCE_debug_unset(int what)
{
	return set(what, false);
}
