/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft_send and weft_recv, as collectives call them.  Deadlines are on arch_cycles'
 * scale, and the caller has checked the arguments.  Both return WEFT_OK or the errors
 * of <weft/sendrecv.h>.  Thread.
 */
#ifndef MESSAGES_SENDRECV_H
#define MESSAGES_SENDRECV_H

#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"

enum {
	/* Each pair has flags; those of more cores would fill half an MPB. */
	SENDRECV_CORES = ARCH_CORES_MAX < 1024 ? ARCH_CORES_MAX : 1024
};

int send_until(const void *data, size_t size, uint32_t to, uint64_t deadline);
int recv_until(void *data, size_t size, uint32_t from, uint64_t deadline);

#endif
