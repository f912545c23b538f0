/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Delegation: an operation travels to the core that has the state, in place of the state
 * to the core that wants to change it.  Here rank 0 serves an account.
 *
 * With 4 cores rank 0 says: the account has 10
 */
#include <stdio.h>

#include <weft/weft.h>

static void need(int error)
{
	if (error) {
		weft_panic(weft_strerror(error));
	}
}

static uint32_t account;

static uint32_t deposit(void *state, uint32_t amount)
{
	return *(uint32_t *)state += amount;
}

static weft_operation *const operations[] = {deposit};
static const struct weft_object object = {operations, 1, &account};

int main(void)
{
	struct weft_delegate bank;
	uint32_t now;

	need(weft_delegate_create(&bank, weft_delegation_for(WEFT_BY_A_CORE), 0,
				  &object, 1));
	need(weft_barrier(WEFT_WORLD, WEFT_FOREVER));
	if (weft_rank() == 0) {
		need(weft_apply(&bank, 0, 0, 4, NULL, WEFT_FOREVER));
		need(weft_delegate_serve(
			&bank, WEFT_FOREVER)); /* until all have left */
		printf("the account has %u\n", (unsigned)account);
	} else {
		need(weft_apply(&bank, 0, 0, 2, &now, WEFT_FOREVER));
		need(weft_delegate_leave(&bank, WEFT_FOREVER));
	}
	return 0;
}
