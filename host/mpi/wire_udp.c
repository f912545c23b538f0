/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Nodes joined by datagrams of UDP: a device of arch/links.h, over which links/link.h makes
 * streams.  A datagram may be lost, come twice or late; here they are lost when a socket's
 * buffer is full.  On one machine nobody is taken for dead because it is silent, as there may
 * be other work: that a process has ended its parent tells (start_here.c).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "arch/common/far/far_links.h"
#include "host/host.h"
#include "host/mpi/core.h"
#include "host/mpi/wire.h"
#include "links/link.h"

enum {
	ROOM = 4 << 20,      /* of a socket */
	LEAVES_NS = 500000000, /* at the end, for the last acknowledgement */
	ASKED = 16, /* prods and probes */
	NS_A_US = 1000,
	LATE_EACH = 256, /* looks */
};

#define SILENCE_NS UINT64_C(30000000000)

static struct sockaddr_in *peers; /* of each node */
static int *sockets;
static struct link_frame *given, *sent;
static uint64_t leaves_at; /* since when only the last one is missing */
static bool machines;      /* nobody else can tell that one is lost */
static uint64_t silent_since;
uint32_t wire_udp_loss, wire_udp_late;

static int open_socket(struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	socklen_t bytes = sizeof(*at);
	int room = ROOM;

	if (fd < 0 || bind(fd, (struct sockaddr *)at, bytes) ||
	    getsockname(fd, (struct sockaddr *)at, &bytes)) {
		die(STATUS_HOST, "no socket: %s", strerror(errno));
	}
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof(room));
	return fd;
}

static void make_room(uint32_t nodes)
{
	peers = host_alloc(nodes * sizeof(*peers));
	sockets = host_alloc(nodes * sizeof(*sockets));
}

uint32_t wire_udp_here(uint32_t nodes)
{
	make_room(nodes);
	for (uint32_t i = 0; i < nodes; i++) {
		peers[i].sin_family = AF_INET;
		peers[i].sin_addr.s_addr = htonl(INADDR_LOOPBACK);
		sockets[i] = open_socket(&peers[i]);
	}
	return nodes;
}

/* host:port */
static struct sockaddr_in address_of(char *text)
{
	struct addrinfo hints = {.ai_family = AF_INET,
				 .ai_socktype = SOCK_DGRAM};
	struct addrinfo *found;
	struct sockaddr_in at;
	char *port = strrchr(text, ':');

	if (!port) {
		die(STATUS_USAGE, "%s: not HOST:PORT", text);
	}
	*port++ = 0;
	if (getaddrinfo(text, port, &hints, &found)) {
		die(STATUS_USAGE, "%s: no such host, or no port %s", text, port);
	}
	memcpy(&at, found->ai_addr, sizeof(at));
	freeaddrinfo(found);
	return at;
}

uint32_t wire_udp_machines(const char *addresses, uint32_t node)
{
	char *texts = strdup(addresses), *text;
	uint32_t nodes = 0;

	make_room(LINK_CHIPS);
	while ((text = strsep(&texts, ",")) && nodes < LINK_CHIPS) {
		peers[nodes++] = address_of(text);
	}
	if (nodes < 2 || node >= nodes) {
		die(STATUS_USAGE, "node %u of %u machines", node, nodes);
	}
	sockets[node] = open_socket(&peers[node]);
	machines = true;
	return nodes;
}

/* Xorshift, as links/wire.c has it. */
static bool loses(void)
{
	static uint32_t random;

	random = random ? random : 0x9e3779b9 + core.node;
	random ^= random << 13;
	random ^= random >> 17;
	random ^= random << 5;
	return random < (uint64_t)wire_udp_loss * UINT32_MAX / 1000000;
}

/* What cannot be sent but for want of room is lost. */
static bool udp_send(struct link_device *device, uint32_t to,
		     struct link_frame *frame)
{
	ssize_t n = 0;

	(void)device;
	if (!loses()) {
		n = sendto(sockets[core.node], &frame->header, frame->bytes, 0,
			   (const struct sockaddr *)&peers[to],
			   sizeof(peers[to]));
	}
	if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
		return false;
	}
	frame->of_device = sent;
	sent = frame;
	return true;
}

static struct link_frame *udp_done(struct link_device *device)
{
	struct link_frame *frame = sent;

	(void)device;
	sent = frame ? frame->of_device : NULL;
	return frame;
}

static struct link_frame *udp_next(struct link_device *device)
{
	struct link_frame *frame = given;
	ssize_t n;

	if (!frame) {
		return NULL;
	}
	n = recv(sockets[core.node], &frame->header, device->most, 0);
	if (n <= 0) {
		return NULL;
	}
	given = frame->of_device;
	frame->bytes = (uint32_t)n;
	return frame;
}

static void udp_give(struct link_device *device, struct link_frame *frame)
{
	(void)device;
	frame->of_device = given;
	given = frame;
}

uint64_t far_links_clock(void)
{
	return calls_now() / NS_A_US;
}

uint64_t far_links_us(uint32_t us)
{
	return us;
}

void far_links_fault(const char *what)
{
	die(STATUS_FAULT, "node %u: %s", core.node, what);
}

static void udp_open(void)
{
	static struct link_device device = {
		.send = udp_send,
		.done = udp_done,
		.next = udp_next,
		.give = udp_give,
		.most = FAR_FRAME - 128, /* a buffer has more than a frame */
	};
	struct link_device *devices[] = {&device};

	if (!far_links_open(devices, 1, core.node, core.nodes)) {
		die(STATUS_USAGE, "%u nodes are more than links join",
		    core.nodes);
	}
}

/* A machine that has not answered for so long, while it was asked, is lost. */
static void look_for_silence(void)
{
	uint32_t node = 0;

	while (node < core.nodes && far_links_unanswered(node) < ASKED) {
		node++;
	}
	if (node == core.nodes) {
		silent_since = 0;
	} else if (!silent_since) {
		silent_since = calls_now();
	} else if (calls_now() - silent_since > SILENCE_NS) {
		die(STATUS_FAULT, "machine %u does not answer", node);
	}
}

static bool udp_flush(void)
{
	bool any = far_links_send();

	while (far_links_round()) {
	}
	if (machines) {
		look_for_silence();
	}
	return any;
}

/* Datagrams come meanwhile, and are sent anew. */
static void be_late(void)
{
	static uint32_t looks;
	const struct timespec span = {.tv_nsec = wire_udp_late * (long)NS_A_US};

	if (wire_udp_late > 0 && ++looks % LATE_EACH == 0) {
		nanosleep(&span, NULL);
	}
}

static bool udp_receive(wire_take *take)
{
	be_late();
	far_links_round();
	return far_links_receive(take);
}

/* A node that has left acknowledges nothing any more. */
static bool udp_is_empty(void)
{
	uint64_t now = calls_now();

	if (far_links_is_empty()) {
		return true;
	}
	leaves_at = leaves_at ? leaves_at : now;
	return now - leaves_at > LEAVES_NS;
}

static void udp_close(void)
{
}

const struct wire wire_udp = {
	udp_open, far_links_add, udp_flush, udp_receive, udp_is_empty,
	udp_close,
};
