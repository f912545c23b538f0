/* SPDX-License-Identifier: Apache-2.0 */
/* Others' private memory: alone in its file, since it costs something at start (arch/mpi). */
#include "arch/own.h"

#include <weft/core.h>

ARCH_COLD void *weft_private_of(weft_rank_t rank, const void *at)
{
#if ARCH_PRIVATE_OF
	return arch_private_of(rank, at);
#else
	(void)rank;
	(void)at;
	return NULL;
#endif
}
