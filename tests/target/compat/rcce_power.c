/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: boards=scc-sim,scc-qemu cores=1,3,48 time-out=100 */
/* weft-test: boards=mpi cores=3 time-out=100 */
/*
 * RCCE's power management as bookkeeping: domains and their masters, which dividers and
 * levels are allowed, and the errors of the rest.
 */
#include "tests/target/tap.h"

#include <RCCE.h>

static bool domains(void)
{
	int master = RCCE_power_domain_master(), size = RCCE_power_domain_size();
	bool ok = RCCE_power_domain() >= 0 && master >= 0 &&
		  master <= RCCE_ue() && size >= 1 && size <= RCCE_num_ues();

	/* 4 tiles of 2 cores, on the chip's own mesh */
	return ok && (RCCE_num_ues() < 48 || size == 8);
}

static bool dividers(bool master)
{
	RCCE_REQUEST req, other;
	int divider = 0, level = -1;
	bool ok = RCCE_set_frequency_divider(1, &divider) ==
			  RCCE_ERROR_FDIVIDER &&
		  RCCE_set_frequency_divider(17, &divider) ==
			  RCCE_ERROR_FDIVIDER &&
		  RCCE_iset_power(1, &req, &divider, &level) ==
			  RCCE_ERROR_FDIVIDER;

	ok = ok && RCCE_set_frequency_divider(8, &divider) == RCCE_SUCCESS &&
	     divider == 8;
	/* 200 MHz go with the lowest level, which then allows no 533. */
	ok = ok && RCCE_iset_power(8, &req, &divider, &level) == RCCE_SUCCESS &&
	     level == 0;
	ok = ok && RCCE_iset_power(8, &other, &divider, &level) ==
			   (master ? RCCE_ERROR_MULTIPLE_RPC_REQUESTS
				   : RCCE_SUCCESS);
	ok = ok && RCCE_wait_power(&other) ==
			   (master ? RCCE_ERROR_STALE_RPC_REQUEST
				   : RCCE_SUCCESS);
	ok = ok && RCCE_wait_power(&req) == RCCE_SUCCESS &&
	     RCCE_wait_power(&req) == (master ? RCCE_ERROR_NO_ACTIVE_RPC_REQUEST
					      : RCCE_SUCCESS);
	ok = ok && RCCE_set_frequency_divider(3, &divider) ==
			   (master ? RCCE_ERROR_FREQUENCY_EXCEEDED
				   : RCCE_SUCCESS);
	/* 800 MHz want level 4. */
	return ok && RCCE_iset_power(2, &req, &divider, &level) ==
			     RCCE_SUCCESS &&
	       level == 4 && RCCE_wait_power(&req) == RCCE_SUCCESS &&
	       RCCE_set_frequency_divider(2, &divider) == RCCE_SUCCESS;
}

int RCCE_APP(int argc, char **argv)
{
	RCCE_init(&argc, &argv);
	tap_begin();
	tap_ok(domains(), "domains and their masters");
	tap_ok(dividers(RCCE_power_domain_master() == RCCE_ue()),
	       "dividers, levels, errors");
	RCCE_finalize();
	return tap_end();
}
