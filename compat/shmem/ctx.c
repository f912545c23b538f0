/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts: a team whose PEs a call means.  All share what is under way. */
#include "compat/shmem/shmem_own.h"

struct shmem_ctx {
	shmem_team_t team;
	int first, stride, size;
};

char shmemi_ctx_default;

int shmemi_pe(shmem_ctx_t ctx, int pe, const char *who)
{
	if (ctx == SHMEM_CTX_INVALID) {
		own_panic(who, "SHMEM_CTX_INVALID");
	}
	if (ctx != SHMEM_CTX_DEFAULT) {
		pe = pe < 0 || pe >= ctx->size ? -1
					       : ctx->first + pe * ctx->stride;
	}
	if (!shmem_pe_accessible(pe)) {
		own_panic(who, "no such PE");
	}
	return pe;
}

int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx)
{
	struct set set;

	(void)options;
	*ctx = SHMEM_CTX_INVALID;
	if (!team) {
		return -1;
	}
	set = set_of_team(team);
	*ctx = malloc(sizeof(**ctx));
	if (!*ctx) {
		return -1;
	}
	**ctx = (struct shmem_ctx){team, set.first, set.stride, set.size};
	return 0;
}

int shmem_ctx_create(long options, shmem_ctx_t *ctx)
{
	return shmem_team_create_ctx(SHMEM_TEAM_WORLD, options, ctx);
}

void shmem_ctx_destroy(shmem_ctx_t ctx)
{
	if (ctx != SHMEM_CTX_INVALID && ctx != SHMEM_CTX_DEFAULT) {
		agent_quiet();
		free(ctx);
	}
}

int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team)
{
	*team = ctx == SHMEM_CTX_INVALID   ? SHMEM_TEAM_INVALID
		: ctx == SHMEM_CTX_DEFAULT ? SHMEM_TEAM_WORLD
					   : ctx->team;
	return ctx == SHMEM_CTX_INVALID ? -1 : 0;
}
