/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Other cores' private memory.  Only an image that has this file asks its process for it: what
 * cores share is mapped in small pages, and takes a little longer at start.
 */
#include <board.h>

#include "arch/own.h"

const bool mpi_shares_private = true;

void *arch_private_of(uint32_t rank, const void *at)
{
	if (rank >= mpi_host->count) {
		return NULL;
	}
	return mpi_host->private_of(rank, (uintptr_t)at);
}
