/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages are received into buffers that wait in a row, and taken in that order: MPI
 * matches those of one sender so.
 *
 * Who sends too fast is held up: of some messages in a row one is sent synchronously,
 * and is done only when the other side has taken it; and only so many may be under way.
 * Answers go in any case: each core waits for a few at most.
 */
#include <string.h>

#include "host/host.h"
#include "host/mpi/bulk.h"
#include "host/mpi/server.h"
#include "host/mpi/wire.h"

#include "arch/mpi/far_port.h"

enum {
	MESSAGE = 40960, /* below what MPI sends in one go */
	BUFFERS = 8,
	UNDER_WAY = 8,
	CONFIRMED = 8, /* one message of so many */
};

_Static_assert(MESSAGE >= FAR_ALIGN + FAR_PIECE, "a message takes any record");

struct message {
	struct message *next;
	MPI_Request request;
	uint32_t bytes;
	uint8_t data[MESSAGE] __attribute__((aligned(FAR_ALIGN)));
};

struct line {
	struct message *open;            /* being filled */
	struct message *oldest, *newest; /* under way */
	uint32_t under_way, sent;
};

MPI_Comm servers;          /* a process of each node, or none */
static struct line *lines; /* to each node */
static uint32_t nodes;
static struct message *spare, *buffers, *first;

static struct message *new_message(void)
{
	struct message *message = spare;

	if (message) {
		spare = message->next;
	} else {
		message = host_alloc(sizeof(*message));
	}
	message->next = NULL;
	message->bytes = 0;
	return message;
}

static void listen(struct message *message)
{
	MPI_Irecv(message->data, MESSAGE, MPI_BYTE, MPI_ANY_SOURCE, 0, servers,
		  &message->request);
}

static void open_wire(void)
{
	int size;

	MPI_Comm_size(servers, &size);
	nodes = (uint32_t)size;
	lines = host_alloc(nodes * sizeof(*lines));
	buffers = host_alloc(BUFFERS * sizeof(*buffers));
	first = buffers;
	for (int i = 0; i < BUFFERS; i++) {
		listen(&buffers[i]);
	}
}

static void send(uint32_t node)
{
	struct line *line = &lines[node];
	struct message *message = line->open;
	int bytes = (int)message->bytes;

	if (line->sent++ % CONFIRMED) {
		MPI_Isend(message->data, bytes, MPI_BYTE, (int)node, 0, servers,
			  &message->request);
	} else {
		MPI_Issend(message->data, bytes, MPI_BYTE, (int)node, 0,
			   servers, &message->request);
	}
	line->open = NULL;
	line->under_way++;
	if (line->oldest) {
		line->newest->next = message;
	} else {
		line->oldest = message;
	}
	line->newest = message;
}

/* Not sooner than there has to be room: to ask for one that has not gone is to poll. */
static void reap(struct line *line)
{
	int done = 1;

	while (line->oldest && done) {
		struct message *message = line->oldest;

		MPI_Test(&message->request, &done, MPI_STATUS_IGNORE);
		if (done) {
			line->oldest = message->next;
			line->under_way--;
			message->next = spare;
			spare = message;
		}
	}
}

static bool add(uint32_t node, const struct far_record *record,
		const void *bytes, bool must)
{
	struct line *line = &lines[node];
	uint32_t following = far_following(record);
	uint32_t room = far_room(following);

	if (line->open && line->open->bytes + room > MESSAGE) {
		send(node);
	}
	if (!line->open) {
		if (line->under_way >= UNDER_WAY) {
			reap(line);
		}
		if (!must && line->under_way >= UNDER_WAY) {
			return false;
		}
		line->open = new_message();
	}
	memcpy(line->open->data + line->open->bytes, record, sizeof(*record));
	if (following) {
		memcpy(line->open->data + line->open->bytes + sizeof(*record),
		       bytes, following);
	}
	line->open->bytes += room;
	return true;
}

static bool send_all(void)
{
	bool any = false;

	for (uint32_t node = 0; node < nodes; node++) {
		if (lines[node].open) {
			send(node);
			any = true;
		}
	}
	return any;
}

static bool is_empty(void)
{
	for (uint32_t node = 0; node < nodes; node++) {
		reap(&lines[node]);
		if (lines[node].open || lines[node].oldest) {
			return false;
		}
	}
	return true;
}

/* A piece that has gone or come is no less than a message. */
static bool receive(wire_take *take)
{
	MPI_Status status;
	bool any = false;
	int come, bytes;

	if (bulk_is_busy()) {
		come = bulk_test(&first->request, &status, &any);
	} else {
		MPI_Test(&first->request, &come, &status);
	}
	if (!come) {
		return any;
	}
	MPI_Get_count(&status, MPI_BYTE, &bytes);
	for (uint32_t at = 0; at < (uint32_t)bytes;) {
		const struct far_record *record =
			(const void *)(first->data + at);
		uint32_t room = far_room(far_following(record));

		if (room > (uint32_t)bytes - at) {
			die(STATUS_FAULT, "a message of another node is cut");
		}
		take((uint32_t)status.MPI_SOURCE, record,
		     first->data + at + sizeof(*record));
		at += room;
	}
	listen(first);
	first = first + 1 < buffers + BUFFERS ? first + 1 : buffers;
	return true;
}

static void close_wire(void)
{
	for (int i = 0; i < BUFFERS; i++) {
		MPI_Cancel(&buffers[i].request);
		MPI_Wait(&buffers[i].request, MPI_STATUS_IGNORE);
	}
}

const struct wire wire_mpi = {
	open_wire, add, send_all, receive, is_empty, close_wire,
};
