/* SPDX-License-Identifier: Apache-2.0 */
/* What iRCCE has of RCCE's calls under names of its own. */
#include <string.h>

#include "compat/rcce/gory.h"

#include <iRCCE.h>

int iRCCE_barrier(RCCE_COMM *comm)
{
	return RCCE_barrier(comm ? comm : &RCCE_COMM_WORLD);
}

int iRCCE_bcast(char *data, size_t bytes, int root, RCCE_COMM comm)
{
	return RCCE_bcast(data, bytes, root, comm);
}

t_vcharp iRCCE_malloc(size_t bytes)
{
	return RCCE_malloc(bytes);
}

int iRCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue)
{
	return RCCE_put(target, source, bytes, ue);
}

int iRCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue)
{
	return RCCE_get(target, source, bytes, ue);
}

void *iRCCE_memcpy_put(void *to, const void *from, size_t bytes)
{
	return memcpy(to, from, bytes);
}

void *iRCCE_memcpy_get(void *to, const void *from, size_t bytes)
{
	return memcpy(to, from, bytes);
}

int iRCCE_flag_alloc(RCCE_FLAG *flag)
{
	return RCCE_flag_alloc(flag);
}

int iRCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS status, int ue)
{
	return RCCE_flag_write(flag, status, ue);
}

int iRCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *status, int ue)
{
	return RCCE_flag_read(flag, status, ue);
}

int iRCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS status)
{
	return RCCE_wait_until(flag, status);
}
