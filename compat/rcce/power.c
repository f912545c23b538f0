/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Power management, as bookkeeping: dividers and levels are checked and remembered as on the
 * SCC, and no clock changes.  A domain is 2 x 2 tiles; its master, the lowest rank in it,
 * acts for it, and calls of the others succeed without effect.
 */
#include <weft/core.h>

#include "compat/rcce/rcce.h"

enum {
	DOMAIN = 2, /* tiles, either way */
	DOMAINS_IN_ROW = 3,
	LEAST = 2, /* dividers */
	MOST = 16,
	GLOBAL_MHZ = 1600,
	LEVELS = 7
};

/* What each level allows. */
static const int top_mhz[LEVELS] = {460, 598, 644, 748, 875, 1024, 1198};

static int divider = 3, level = 4; /* as the chip starts */
static RCCE_REQUEST *active;

static int domain_of(int ue)
{
	struct weft_coords at = weft_coords((weft_rank_t)ue);

	return (int)(at.y / DOMAIN * DOMAINS_IN_ROW + at.x / DOMAIN);
}

int RCCE_power_domain(void)
{
	return domain_of(RCCE_IAM);
}

int RCCE_power_domain_master(void)
{
	int ue = 0;

	while (domain_of(ue) != domain_of(RCCE_IAM)) {
		ue++;
	}
	return ue;
}

int RCCE_power_domain_size(void)
{
	int size = 0;

	for (int ue = 0; ue < RCCE_NP; ue++) {
		size += domain_of(ue) == domain_of(RCCE_IAM);
	}
	return size;
}

static bool is_divider(int n)
{
	return n >= LEAST && n <= MOST;
}

static int level_for(int n)
{
	int needed = 0;

	while (needed < LEVELS - 1 && GLOBAL_MHZ / n > top_mhz[needed]) {
		needed++;
	}
	return needed;
}

int RCCE_iset_power(int wanted, RCCE_REQUEST *req, int *new_divider,
		    int *new_level)
{
	if (!is_divider(wanted)) {
		return rcce_error(RCCE_ERROR_FDIVIDER);
	}
	if (active) {
		return rcce_error(RCCE_ERROR_MULTIPLE_RPC_REQUESTS);
	}
	*req = (RCCE_REQUEST){
		.old_voltage_level = level,
		.new_voltage_level = level_for(wanted),
		.old_frequency_divider = divider,
		.new_frequency_divider = wanted,
		.start_cycle = (long long)weft_cycles(),
	};
	*new_divider = wanted;
	*new_level = req->new_voltage_level;
	if (RCCE_power_domain_master() == RCCE_IAM) {
		active = req;
	}
	return RCCE_SUCCESS;
}

int RCCE_wait_power(RCCE_REQUEST *req)
{
	if (RCCE_power_domain_master() != RCCE_IAM) {
		return RCCE_SUCCESS;
	}
	if (!active) {
		return rcce_error(RCCE_ERROR_NO_ACTIVE_RPC_REQUEST);
	}
	if (req != active) {
		return rcce_error(RCCE_ERROR_STALE_RPC_REQUEST);
	}
	divider = req->new_frequency_divider;
	level = req->new_voltage_level;
	active = NULL;
	return RCCE_SUCCESS;
}

int RCCE_set_frequency_divider(int wanted, int *new_divider)
{
	if (!is_divider(wanted)) {
		return rcce_error(RCCE_ERROR_FDIVIDER);
	}
	if (GLOBAL_MHZ / wanted > top_mhz[level]) {
		return rcce_error(RCCE_ERROR_FREQUENCY_EXCEEDED);
	}
	divider = wanted;
	*new_divider = wanted;
	return RCCE_SUCCESS;
}

/* Of this core; each keeps its own. */
void print_dividers(void)
{
	printf("UE %d: divider %d, level %d\n", RCCE_IAM, divider, level);
}
