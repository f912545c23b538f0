/* SPDX-License-Identifier: Apache-2.0 */
/* Start, and who. */
#include <weft/barrier.h>
#include <weft/core.h>
#include <weft/rma.h>

#include "compat/rcce/rcce.h"

int RCCE_NP, RCCE_IAM;
int RC_COREID[RCCE_MAXNP];
int RC_MY_COREID;
RCCE_COMM RCCE_COMM_WORLD;

/* weft gives main its arguments as the program wants them: nothing is to be taken away. */
int RCCE_init(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	if (weft_size() > RCCE_MAXNP) {
		weft_panic("RCCE_init: more cores than RCCE_MAXNP");
	}
	RCCE_NP = (int)weft_size();
	RCCE_IAM = (int)weft_rank();
	for (int i = 0; i < RCCE_NP; i++) {
		RC_COREID[i] = (int)weft_coords((weft_rank_t)i).core;
		RCCE_COMM_WORLD.member[i] = i;
	}
	RC_MY_COREID = RC_COREID[RCCE_IAM];
	RCCE_COMM_WORLD.size = RCCE_NP;
	RCCE_COMM_WORLD.my_rank = RCCE_IAM;
	RCCE_COMM_WORLD.initialized = RCCE_COMM_IS_MADE;
	RCCE_COMM_WORLD.team = WEFT_WORLD;
	return rcce_from(weft_barrier(WEFT_WORLD, WEFT_FOREVER), 0,
			 "RCCE_init");
}

int RCCE_ue(void)
{
	return RCCE_IAM;
}

int RCCE_num_ues(void)
{
	return RCCE_NP;
}

void RCCE_fence(void)
{
	weft_quiet();
}
