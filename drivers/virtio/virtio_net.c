/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers/virtio/virtio_net.h"

#include <stddef.h>
#include <string.h>

enum {
	MAGIC = 0x000,
	VERSION = 0x004,
	DEVICE = 0x008,
	DRIVER_FEATURES = 0x020,
	DRIVER_FEATURES_SELECT = 0x024,
	PAGE_SIZE = 0x028,
	QUEUE_SELECT = 0x030,
	QUEUE_MOST = 0x034,
	QUEUE_SIZE = 0x038,
	QUEUE_ALIGN = 0x03c,
	QUEUE_PAGE = 0x040,
	NOTIFY = 0x050,
	INTERRUPTS = 0x060,
	ACKNOWLEDGE = 0x064,
	STATUS = 0x070,

	IS_VIRTIO = 0x74726976,
	IS_LEGACY = 1,
	IS_NET = 1,

	STATUS_SEEN = 1,
	STATUS_DRIVER = 2,
	STATUS_READY = 4,

	COMES = 0, /* the queues */
	GOES = 1,

	DEVICE_WRITES = 2, /* flag of a descriptor */
	NO_NOTIFY = 1,     /* of used_flags */
	NO_INTERRUPT = 1,  /* of given_flags */

	NET_HEADER = 10,
	ETHERNET_HEADER = 14,
	IN_FRONT = NET_HEADER + ETHERNET_HEADER,

	/* Places in an Ethernet frame, and its type. */
	FROM_CHIP = 11,
	TYPE_AT = 12,
	TYPE_HIGH = 0x88,
	TYPE_LOW = 0xb5,
	TYPE_LOW_GONE = 0xb6, /* tools/relay: its sender has ended */
};

_Static_assert((int)IN_FRONT <= (int)LINK_HEADROOM,
	       "both headers lie in the headroom");
_Static_assert(offsetof(struct virtio_queue, used_flags) == VIRTIO_PAGE &&
		       sizeof(struct virtio_queue) == 2 * VIRTIO_PAGE,
	       "as the device sees it");

static volatile uint32_t *virtio_register(const struct virtio_net *net,
					  uint32_t offset)
{
	return (volatile uint32_t *)(net->registers + offset);
}

/* Memory and the device's: what was written before is there before what follows. */
static void virtio_order(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static uint8_t *virtio_in_front(struct link_frame *frame)
{
	return (uint8_t *)&frame->header - IN_FRONT;
}

/* The queue has room: it has a place for each frame that there may be. */
static void virtio_queue_frame(struct virtio_net *net, uint32_t which,
			       struct link_frame *frame, uint32_t bytes)
{
	volatile struct virtio_queue *queue = &net->queue[which];
	uint32_t at = queue->given % VIRTIO_QUEUE;

	while (net->frames[which][at]) {
		at = (at + 1) % VIRTIO_QUEUE;
	}
	net->frames[which][at] = frame;
	queue->descriptors[at].at = net->physical(virtio_in_front(frame));
	queue->descriptors[at].bytes = IN_FRONT + bytes;
	queue->descriptors[at].flags = which == COMES ? DEVICE_WRITES : 0;
	queue->ring[queue->given % VIRTIO_QUEUE] = (uint16_t)at;
	virtio_order();
	queue->given++;
	virtio_order();
	if (!(queue->used_flags & NO_NOTIFY)) {
		*virtio_register(net, NOTIFY) = which;
	}
}

/* The next one that the device has done with; null: none. */
static struct link_frame *virtio_take(struct virtio_net *net, uint32_t which,
				      uint32_t *bytes)
{
	volatile struct virtio_queue *queue = &net->queue[which];
	struct link_frame *frame;
	uint32_t at, id;

	if (queue->used == net->seen[which]) {
		return NULL;
	}
	virtio_order();
	at = net->seen[which]++ % VIRTIO_QUEUE;
	id = queue->done[at].id % VIRTIO_QUEUE;
	*bytes = queue->done[at].bytes;
	frame = net->frames[which][id];
	net->frames[which][id] = NULL;
	return frame;
}

static void virtio_address(uint8_t *to, uint32_t chip)
{
	static const uint8_t local[] = {0x52, 0x54, 0, 0, 0};

	memcpy(to, local, sizeof(local));
	to[sizeof(local)] = (uint8_t)chip;
}

static bool virtio_send(struct link_device *device, uint32_t to,
			struct link_frame *frame)
{
	struct virtio_net *net = (struct virtio_net *)device;
	uint8_t *at = virtio_in_front(frame);

	if ((uint16_t)(net->queue[GOES].given - net->seen[GOES]) ==
	    VIRTIO_QUEUE) {
		net->queue[GOES].given_flags = 0; /* tell when there is room */
		return false;
	}
	memset(at, 0, NET_HEADER);
	virtio_address(at + NET_HEADER, to);
	virtio_address(at + NET_HEADER + 6, net->me);
	at[NET_HEADER + TYPE_AT] = TYPE_HIGH;
	at[NET_HEADER + TYPE_AT + 1] = TYPE_LOW;
	virtio_queue_frame(net, GOES, frame, frame->bytes);
	return true;
}

static struct link_frame *virtio_done(struct link_device *device)
{
	uint32_t bytes;

	return virtio_take((struct virtio_net *)device, GOES, &bytes);
}

static void virtio_give(struct link_device *device, struct link_frame *frame)
{
	virtio_queue_frame((struct virtio_net *)device, COMES, frame,
			   device->most);
}

/* Is it news of a chip that has ended? */
static bool virtio_is_news(struct link_device *device, const uint8_t *frame)
{
	const uint8_t *ethernet = frame + NET_HEADER;

	if (ethernet[TYPE_AT] != TYPE_HIGH ||
	    ethernet[TYPE_AT + 1] != TYPE_LOW_GONE) {
		return false;
	}
	device->gone = 1 + ethernet[FROM_CHIP];
	return true;
}

/* What is too short for its headers gets a length that no frame of the link's has. */
static struct link_frame *virtio_next(struct link_device *device)
{
	struct virtio_net *net = (struct virtio_net *)device;
	struct link_frame *frame;
	uint32_t bytes;

	while ((frame = virtio_take(net, COMES, &bytes))) {
		frame->bytes = bytes > IN_FRONT ? bytes - IN_FRONT : 0;
		if (!frame->bytes ||
		    !virtio_is_news(device, virtio_in_front(frame))) {
			break;
		}
		virtio_give(device, frame);
	}
	return frame;
}

static void virtio_interrupt(struct link_device *device, bool on)
{
	struct virtio_net *net = (struct virtio_net *)device;

	net->queue[COMES].given_flags = on ? 0 : NO_INTERRUPT;
	virtio_order();
}

void virtio_net_acknowledge(struct virtio_net *net)
{
	*virtio_register(net, ACKNOWLEDGE) = *virtio_register(net, INTERRUPTS);
	net->queue[GOES].given_flags = NO_INTERRUPT;
}

static bool virtio_open_queue(struct virtio_net *net, uint32_t which)
{
	*virtio_register(net, QUEUE_SELECT) = which;
	if (*virtio_register(net, QUEUE_MOST) < VIRTIO_QUEUE) {
		return false;
	}
	*virtio_register(net, QUEUE_SIZE) = VIRTIO_QUEUE;
	*virtio_register(net, QUEUE_ALIGN) = VIRTIO_PAGE;
	*virtio_register(net, QUEUE_PAGE) =
		net->physical(&net->queue[which]) / VIRTIO_PAGE;
	return true;
}

bool virtio_net_open(struct virtio_net *net, uintptr_t registers, uint32_t me,
		     uint32_t most,
		     uint32_t (*physical)(const volatile void *at))
{
	net->device = (struct link_device){
		.send = virtio_send,
		.done = virtio_done,
		.next = virtio_next,
		.give = virtio_give,
		.interrupt = virtio_interrupt,
		.most = most,
	};
	net->registers = registers;
	net->me = me;
	net->physical = physical;
	if (*virtio_register(net, MAGIC) != IS_VIRTIO ||
	    *virtio_register(net, VERSION) != IS_LEGACY ||
	    *virtio_register(net, DEVICE) != IS_NET) {
		return false;
	}
	*virtio_register(net, STATUS) = 0;
	*virtio_register(net, STATUS) = STATUS_SEEN;
	*virtio_register(net, STATUS) = STATUS_SEEN | STATUS_DRIVER;
	*virtio_register(net, DRIVER_FEATURES_SELECT) = 0;
	*virtio_register(net, DRIVER_FEATURES) = 0;
	*virtio_register(net, PAGE_SIZE) = VIRTIO_PAGE;
	if (!virtio_open_queue(net, COMES) || !virtio_open_queue(net, GOES)) {
		return false;
	}
	net->queue[GOES].given_flags = NO_INTERRUPT;
	*virtio_register(net, STATUS) =
		STATUS_SEEN | STATUS_DRIVER | STATUS_READY;
	return true;
}
