/* SPDX-License-Identifier: Apache-2.0 */
/*
 * scc-qemu-chips: several SCCs, each a QEMU of its own, laid out as scc-qemu's.  A chip has
 * beside that QEMU's virtio-net, whose pin leads to the second I/O APIC.
 */
#ifndef SCC_CHIPS_BOARD_H
#define SCC_CHIPS_BOARD_H

#include <arch_port.h>

#define BOARD_IS_LARGE(record) ((void)(record), false)

/* QEMU gives a microvm's only device the last of its places. */
#define BOARD_VIRTIO     0xfeb02e00
#define BOARD_VIRTIO_PIN 23
#define BOARD_IO_APIC    0xfec10000

#define BOARD_FAR(rank)    ((rank)-port_first >= port_count)
#define BOARD_FAR_NEWS()   board_far_news()
#define BOARD_FAR_QUIET()  board_far_quiet()
#define BOARD_FLAG_LOOK()  vehicle_link_look()
#define BOARD_LINK_BYTES   board_link_bytes()

#include "arch/scc/board.h"

#ifndef __ASSEMBLER__

#include "arch/nodes.h"
#include "arch/qemu/link.h"

#include <far_core.h>
#include <far_port.h>

static inline uint32_t board_far_news(void)
{
	return arch_nodes() > 1 ? far_news() : 0;
}

static inline void board_far_quiet(void)
{
	if (arch_nodes() > 1) {
		far_quiet();
	}
}

static inline uint32_t board_link_bytes(void)
{
	return arch_nodes() > 1 ? FAR_CHANNEL : 0;
}

/* arch_quiet, but for other chips. */
static inline void board_near_quiet(void)
{
	cpu_fence();
}

#endif
#endif
