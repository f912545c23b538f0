/* SPDX-License-Identifier: Apache-2.0 */
/* The invented clients of inbox.c: how a core's chunks get to the next core. */
#ifndef TESTS_INBOX_CLIENT_H
#define TESTS_INBOX_CLIENT_H

#include "collectives/abcast/credit.h"
#include "collectives/abcast/inbox.h"

enum {
	CLIENTS = 2,
	W = 4,
	CHUNK = 64,
	EAGER = W * CHUNK,
	LONGEST = 700,
	MESSAGES = 150, /* more than a posting counts */
};

struct client {
	struct inbox inbox;
	struct inbox_posts posts;
	struct credit credit;
	uint32_t headers, data; /* offsets */
	uint32_t epoch, sent;   /* my last chunk, of my message .. */
	uint32_t message, at;   /* .. and how much of that has been sent */
	uint32_t apart;         /* before it a chunk of no message was sent */
	uint32_t expected, got; /* of prev: message, and bytes of it */
	uint32_t shown, wrong;
	bool anew; /* the last one was cut short, or not sent */
	volatile bool news;
};

extern struct client client[CLIENTS];
extern uint32_t me, next, prev;

/* Message i of that client. */
uint32_t size_of(const struct client *c, uint32_t i);
bool is_long(const struct client *c, uint32_t i);

/* So much of it is sent; of one that is not sent at all, 0. */
uint32_t end_of(const struct client *c, uint32_t i);

/* This core has something for that one. */
void ring(uint32_t core);

/* May the next chunk leave?  Let it. */
bool may_send(struct client *c);
void send(struct client *c);

#endif
