/* SPDX-License-Identifier: Apache-2.0 */
/* Start and end, who and what. */
#include <stdio.h>
#include <string.h>

#include <weft/barrier.h>
#include <weft/core.h>

#include "compat/shmem/shmem_own.h"

static int begun, thread_level = SHMEM_THREAD_SINGLE;

void own_panic(const char *who, const char *why)
{
	char text[120];

	snprintf(text, sizeof(text), "%s: %s", who, why);
	weft_panic(text);
}

static inline void meet(const char *who)
{
	own_check(weft_barrier(WEFT_WORLD, WEFT_FOREVER), who);
}

void shmem_init(void)
{
	if (begun++ > 0) {
		return;
	}
	agent_begin();
	shmemi_heap_begin();
	near_begin();
	meet("shmem_init");
}

void shmem_finalize(void)
{
	if (begun > 0 && --begun == 0) {
		agent_quiet();
		fflush(NULL);
		meet("shmem_finalize");
	}
}

int shmem_init_thread(int wanted, int *given)
{
	thread_level = wanted < SHMEM_THREAD_MULTIPLE ? wanted
						      : SHMEM_THREAD_SERIALIZED;
	*given = thread_level;
	shmem_init();
	return 0;
}

void shmem_query_thread(int *given)
{
	*given = thread_level;
}

void shmem_query_initialized(int *is)
{
	*is = begun > 0;
}

/* At once, whatever the others do. */
void shmem_global_exit(int status)
{
	fflush(NULL);
	weft_stop(status);
}

int shmem_my_pe(void)
{
	return (int)weft_rank();
}

int shmem_n_pes(void)
{
	return (int)weft_size();
}

int shmem_pe_accessible(int pe)
{
	return pe >= 0 && pe < shmem_n_pes();
}

void shmem_info_get_version(int *major, int *minor)
{
	*major = SHMEM_MAJOR_VERSION;
	*minor = SHMEM_MINOR_VERSION;
}

void shmem_info_get_name(char *name)
{
	strcpy(name, SHMEM_VENDOR_STRING);
}

void shmem_sync_all(void)
{
	meet("shmem_sync_all");
}

void shmem_barrier_all(void)
{
	agent_quiet();
	meet("shmem_barrier_all");
}
