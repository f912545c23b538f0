/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/chip/fifo_links.h"
#include "sim/chip/host.h"
#include "sim/chip/mesh.h"

/* Who stands on a link, and who waits for it. */
static struct link {
	struct message *holder;
	struct fifo_queue waiting;
} * links; /* as those of mesh.c */

void fifo_links_create(void)
{
	links = host_alloc(engine.profile.mesh_x * engine.profile.mesh_y *
			   MESH_PORTS * sizeof(*links));
}

void fifo_append(struct fifo_queue *queue, struct message *m)
{
	m->next = NULL;
	*(queue->first ? queue->last : &queue->first) = m;
	queue->last = &m->next;
}

/* All of one queue behind another one. */
static void join(struct fifo_queue *queue, struct fifo_queue *more)
{
	if (more->first) {
		*(queue->first ? queue->last : &queue->first) = more->first;
		queue->last = more->last;
		more->first = NULL;
	}
}

static uint32_t apart(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

static uint32_t towards(uint32_t from, uint32_t to, uint32_t steps)
{
	return from < to ? from + steps : from - steps;
}

/* The i-th link of its way, first along x. */
static struct link *link_at(const struct message *m, uint32_t i)
{
	struct place at = m->from->at, to = m->to->at;
	uint32_t along = apart(at.x, to.x);

	if (i < along) {
		at.x = towards(at.x, to.x, i);
		to.y = at.y;
	} else {
		at.x = to.x;
		at.y = towards(at.y, to.y, i - along);
	}
	return &links[(at.y * engine.profile.mesh_x + at.x) * MESH_PORTS +
		      mesh_port(at, to)];
}

struct fifo_queue *fifo_walk(struct message *m)
{
	uint32_t way = profile_hops(m->from->at, m->to->at) - 1;

	for (; m->passed < way; m->passed++) {
		struct link *link = link_at(m, m->passed);

		if (link->holder) {
			return &link->waiting;
		}
	}
	return NULL;
}

void fifo_stand(struct message *m)
{
	m->held = m->n < m->passed ? m->n : m->passed;
	for (uint32_t i = 1; i <= m->held; i++) {
		link_at(m, m->passed - i)->holder = m;
	}
}

struct fifo_queue fifo_leave(struct message *m)
{
	struct fifo_queue waited = {NULL, NULL};

	for (; m->held > 0; m->held--) {
		struct link *link = link_at(m, m->passed - m->held);

		link->holder = NULL;
		join(&waited, &link->waiting);
	}
	return waited;
}
