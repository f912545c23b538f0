/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How iRCCE's messages go.  Each core has one buffer, from which its receivers get chunks,
 * and three flags for each other core: `news`, chunks that this one has sent me; `length`, of
 * the message whose first chunk that is; `taken`, of mine by that core.
 */
#ifndef COMPAT_RCCE_IRCCE_H
#define COMPAT_RCCE_IRCCE_H

#include <iRCCE.h>

#include "compat/rcce/rcce.h"

/* Requests in their order. */
struct ircce_sends {
	iRCCE_SEND_REQUEST *first, **last;
};
struct ircce_receives {
	iRCCE_RECV_REQUEST *first, **last;
};

/* Chunks so far: to each core, from each. */
struct ircce_pair {
	uint32_t to, from;
};

enum {
	IRCCE_NOBODY = -2
};

extern struct ircce {
	uint32_t news, taken;    /* flags, see above */
	struct ircce_pair *pair; /* by core; null before iRCCE_init */
	struct ircce_sends sends;
	struct ircce_receives *from; /* by source */
	struct ircce_receives any;   /* of any source, and none bound yet */
	int probed; /* the source that a probe waits for, any, or IRCCE_NOBODY */
	int turn;                    /* where the next look for any source begins */
	int last_source;
	size_t last_length;
} ircce;

/* What is there goes on; true if something did. */
bool ircce_push_sends(void);
bool ircce_push_receives(void);

/* A first chunk of that core has come, and no receive is there for it. */
bool ircce_announced(int source, size_t *length);

/* Nothing went on: waits, a little or until something can; or only lets others run. */
void ircce_idle(bool wait);

/* It waits until *over is not 0. */
void ircce_until(const volatile int *over);

void ircce_add_send(iRCCE_SEND_REQUEST *req);
void ircce_add_receive(struct ircce_receives *queue, iRCCE_RECV_REQUEST *req);

#endif
