/* SPDX-License-Identifier: Apache-2.0 */
/*
 * virtio-net behind memory-mapped registers, as a device of arch/links.h.
 *
 * The registers are those of version 1, the legacy layout: OASIS, "Virtual I/O Device
 * (VIRTIO) Version 1.0", sections 4.2.4 and 5.1.  QEMU's boards have that version.  The
 * device uses no feature but none: a frame has ten bytes in front, all zero, and then an
 * Ethernet frame of a local experiment's type (IEEE 802, 0x88b5).  These 24 bytes lie in the
 * link frame's headroom, so no frame is copied.
 *
 * A chip's address on the wire ends in its number.
 *
 * Context: as arch/links.h says of a device; virtio_net_acknowledge: the handler.
 */
#ifndef DRIVERS_VIRTIO_NET_H
#define DRIVERS_VIRTIO_NET_H

#include "arch/links.h"

enum {
	VIRTIO_PAGE = 4096,
	VIRTIO_QUEUE =
		64, /* frames that each direction may have with the device */
};

struct virtio_descriptor {
	uint64_t at; /* a physical address */
	uint32_t bytes;
	uint16_t flags, next;
};

/* A queue as the device sees it: two pages, the second of which the device writes. */
struct virtio_queue {
	struct virtio_descriptor descriptors[VIRTIO_QUEUE];
	uint16_t given_flags, given, ring[VIRTIO_QUEUE];
	uint16_t unused;
	uint16_t used_flags __attribute__((aligned(VIRTIO_PAGE)));
	uint16_t used;
	struct {
		uint32_t id, bytes;
	} done[VIRTIO_QUEUE];
} __attribute__((aligned(VIRTIO_PAGE)));

struct virtio_net {
	struct link_device device;
	volatile struct virtio_queue queue[2]; /* what comes; what goes */

	/* Only the driver uses these. */
	struct link_frame *frames[2][VIRTIO_QUEUE];
	uint16_t seen[2];
	uintptr_t registers;
	uint32_t me;
	uint32_t (*physical)(const volatile void *at);
};

/*
 * Begins: chip `me`, whose device has its registers there.  `physical` gives the physical
 * address of memory that holds the struct and all frames.  `most` is that of the device.
 * False: there is no such device, or it has too short a queue.
 */
bool virtio_net_open(struct virtio_net *net, uintptr_t registers, uint32_t me,
		     uint32_t most,
		     uint32_t (*physical)(const volatile void *at));

/* Withdraws the interrupt. */
void virtio_net_acknowledge(struct virtio_net *net);

#endif
