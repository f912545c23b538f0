/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What carries records between servers of nodes (arch/common/far/far_wire.h), as far as a
 * run's nodes were started by MPI or from here.  Used by one thread.
 */
#ifndef HOST_MPI_WIRE_H
#define HOST_MPI_WIRE_H

#include "arch/common/far/far_wire.h"

struct wire {
	void (*open)(void);
	/* As wire_add, wire_send, wire_receive, wire_is_empty. */
	bool (*add)(uint32_t node, const struct far_record *record,
		    const void *bytes, bool must);
	bool (*send)(void);
	bool (*receive)(wire_take *take);
	bool (*is_empty)(void);
	/* When nobody sends us any more. */
	void (*close)(void);
};

/* wire.c, by MPI; wire_udp.c, by datagrams of UDP, which links/ makes streams of. */
extern const struct wire wire_mpi, wire_udp;

/* This run's. */
extern const struct wire *wire;

/*
 * Before any process of a node is started: a socket for each of so many nodes.  Or, where
 * nodes are machines, their addresses, "host:port,..": this one's, and no other's, gets a
 * socket.  Returns how many nodes there are.
 */
uint32_t wire_udp_here(uint32_t nodes);
uint32_t wire_udp_machines(const char *addresses, uint32_t node);

/* For tests: of a million datagrams so many are lost. */
extern uint32_t wire_udp_loss;
/* For tests: us in which a receiver gets no processor, again and again. */
extern uint32_t wire_udp_late;

#endif
