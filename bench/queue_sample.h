/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How SAMPLE (examples/am_sample.h) sends its keys if messages go by a queue of
 * queue_claim.h: six keys in each, and who is done tells each other core how many messages
 * there were for it.
 */
#ifndef BENCH_QUEUE_SAMPLE_H
#define BENCH_QUEUE_SAMPLE_H

#include "examples/am_sample.h"

#include "queue_claim.h"

static struct sample sorted;
static uint32_t sent[QUEUE_TURNS], came, announced, ends;

/* A message of one word is an end. */
static void queue_take_keys(const uint32_t *words, uint32_t n)
{
	if (n == QUEUE_WORDS) {
		sample_add(&sorted, words + 1, words[0]);
		came++;
	} else {
		announced += words[0];
		ends++;
	}
}

static void queue_send_keys(uint32_t to)
{
	uint32_t words[QUEUE_WORDS] = {sorted.filled[to]};

	memcpy(words + 1, sorted.batch[to], sizeof(sorted.batch[to]));
	queue_send(to, words, QUEUE_WORDS);
	sent[to]++;
	sorted.filled[to] = 0;
}

static void queue_distribute(void)
{
	for (uint32_t i = 0; i < sorted.mine; i++) {
		uint32_t to = sample_bucket(&sorted, sorted.key[i]);

		queue_poll();
		if (to == amk_me) {
			sorted.key[sorted.had++] = sorted.key[i];
			continue;
		}
		sorted.batch[to][sorted.filled[to]++] = sorted.key[i];
		if (sorted.filled[to] == SAMPLE_KEYS) {
			queue_send_keys(to);
		}
	}
	for (uint32_t n = 1; n < amk_cores; n++) {
		uint32_t to = (amk_me + n) % amk_cores;

		if (sorted.filled[to]) {
			queue_send_keys(to);
		}
		queue_send(to, &sent[to], 1);
	}
	while (ends < amk_cores - 1 || came < announced) {
		queue_poll();
	}
	sample_add(&sorted, sorted.key, sorted.had);
}

#endif
