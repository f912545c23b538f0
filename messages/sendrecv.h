/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weft_send and weft_recv for other collectives: deadlines on arch_cycles'
 * scale, arguments already checked.
 */
#ifndef MESSAGES_SENDRECV_H
#define MESSAGES_SENDRECV_H

#include <stddef.h>
#include <stdint.h>

#include "arch/arch.h"

enum {
	/* flags of all pairs: no more than half an MPB */
	SENDRECV_CORES = ARCH_CORES_MAX < 1024 ? ARCH_CORES_MAX : 1024
};

int send_until(const void *data, size_t size, uint32_t to, uint64_t deadline);
int recv_until(void *data, size_t size, uint32_t from, uint64_t deadline);

#endif
