/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/fifo.h"
#include "sync/delegate.h"

/*
 * Where the chip has message FIFOs of its own, the published kinds that go by them are the
 * fastest; docs/locks.md has the figures.  Declared here: nothing else of weft takes a kind
 * from published/.
 */
extern const struct weft_delegation weft_mp_server, weft_hybcomb;

/* A server reads a group's row at once where that is a line. */
#define ROW_IS_A_LINE (ARCH_LINE >= 32)

const struct weft_delegation *weft_delegation_for(enum weft_service service)
{
	switch (service) {
	case WEFT_BY_A_CORE:
		return ARCH_FIFO       ? &weft_mp_server
		       : ROW_IS_A_LINE ? &weft_group_server
				       : &weft_shm_server;
	case WEFT_BY_A_HANDLER:
		return &weft_handler_server;
	default:
		return ARCH_FIFO ? &weft_hybcomb : &weft_dsm_synch;
	}
}
