/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SAMPLE: sample sort (S. Lumetta, "Multi-Protocol Communication", Berkeley 1998, section
 * 5.3.3; R. Dusseau and others, "Fast Parallel Sorting under LogP", 1996).  Each core sends
 * some of its keys to rank 0, which sorts them and tells all the splitters.  Each
 * key is then sent to the core of its bucket, six in a message, whose handler appends
 * them; at last each core sorts its bucket.
 */
#ifndef EXAMPLES_AM_SAMPLE_H
#define EXAMPLES_AM_SAMPLE_H

#include "examples/amkernel.h"

enum {
	SAMPLE_EACH = 16, /* samples of a core */
	SAMPLE_KEYS = 6,  /* of a message */
	SAMPLE_TAKE = 1,  /* a handler */
	SAMPLE_TAG = 0x5a3b,
};

struct sample {
	uint32_t n, mine, had; /* keys; of this core; that stay here */
	uint32_t *key;
	uint32_t *bucket, room;
	volatile uint32_t came;
	uint32_t *splitter; /* amk_cores - 1 .. */
	uint32_t *samples;  /* .. and, at rank 0, these of all */
	uint32_t (*batch)[SAMPLE_KEYS], *filled; /* for each core */
	struct weft_am_segment segment;
	struct weft_am_remote *there;
};

static inline int sample_order(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

static inline void sample_sort(uint32_t *keys, uint32_t n)
{
	qsort(keys, n, sizeof(*keys), sample_order);
}

static inline void sample_add(struct sample *s, const uint32_t *keys,
			      uint32_t n)
{
	if (s->room - s->came < n) {
		weft_panic("amsample: the samples were too few for the keys");
	}
	memcpy(s->bucket + s->came, keys, n * sizeof(*keys));
	s->came += n;
}

static inline void sample_take(struct weft_am_message *m)
{
	sample_add((struct sample *)m->arg, m->word, m->count);
}

/* Before amk_begin. */
static inline void sample_endpoint(struct sample *s)
{
	static weft_am_handler *const table[] = {NULL, sample_take};
	static struct weft_am_endpoint endpoint = {SAMPLE_TAG, table, 2, NULL};

	endpoint.arg = s;
	need(weft_am_open(AMK_OWN, &endpoint));
}

/* A bucket may be four times the mean, and more where there are few keys. */
static inline void sample_open(struct sample *s, uint32_t n)
{
	uint32_t first = first_of(amk_me, amk_cores, n);
	uint32_t samples = amk_me == 0 ? amk_cores * SAMPLE_EACH : 0;

	s->n = n;
	s->mine = first_of(amk_me + 1, amk_cores, n) - first;
	s->key = room(s->mine * sizeof(*s->key));
	for (uint32_t i = 0; i < s->mine; i++) {
		s->key[i] = random_at(first + i);
	}
	s->room = n / amk_cores * 4 + 256;
	s->room = s->room < n ? s->room : n;
	s->bucket = room(s->room * sizeof(*s->bucket));
	s->came = s->had = 0;
	s->segment.bytes =
		(amk_cores + samples) * (uint32_t)sizeof(*s->splitter);
	s->segment.memory = room(s->segment.bytes);
	s->splitter = s->segment.memory;
	s->samples = s->splitter + amk_cores;
	s->batch = room(amk_cores * sizeof(*s->batch));
	s->filled = room(amk_cores * sizeof(*s->filled));
	memset(s->filled, 0, amk_cores * sizeof(*s->filled));
	s->there = amk_open(0, &s->segment);
}

static inline void sample_close(struct sample *s)
{
	amk_close(0, s->there);
	free(s->filled);
	free(s->batch);
	free(s->segment.memory);
	free(s->bucket);
	free(s->key);
}

/* Who has no keys sends the largest ones. */
static inline void sample_splitters(struct sample *s)
{
	uint32_t own[SAMPLE_EACH];

	for (uint32_t i = 0; i < SAMPLE_EACH; i++) {
		own[i] = s->mine ? s->key[first_of(i, SAMPLE_EACH, s->mine)]
				 : UINT32_MAX;
	}
	amk_store(&s->there[0],
		  (amk_cores + amk_me * SAMPLE_EACH) * sizeof(*own), own,
		  sizeof(own));
	amk_all_store_sync();
	if (amk_me == 0) {
		uint32_t *chosen = room(amk_cores * sizeof(*chosen));

		sample_sort(s->samples, amk_cores * SAMPLE_EACH);
		for (uint32_t i = 1; i < amk_cores; i++) {
			chosen[i - 1] = s->samples[i * SAMPLE_EACH];
		}
		for (uint32_t i = 0; i < amk_cores && amk_cores > 1; i++) {
			amk_store(&s->there[i], 0, chosen,
				  (amk_cores - 1) * sizeof(*chosen));
		}
		free(chosen);
	}
	amk_all_store_sync();
}

/* How many splitters are not above that key. */
static inline uint32_t sample_bucket(const struct sample *s, uint32_t key)
{
	uint32_t low = 0, high = amk_cores - 1;

	while (low < high) {
		uint32_t middle = (low + high) / 2;

		if (s->splitter[middle] <= key) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}

static inline void sample_send(struct sample *s, uint32_t to)
{
	struct weft_am_dest there = {to, AMK_OWN, SAMPLE_TAG, AMK_OWN};

	amk_traffic.shorts++;
	need(weft_am_request(&there, SAMPLE_TAKE, s->batch[to], s->filled[to],
			     WEFT_FOREVER));
	s->filled[to] = 0;
}

static inline void sample_distribute(struct sample *s)
{
	for (uint32_t i = 0; i < s->mine; i++) {
		uint32_t to = sample_bucket(s, s->key[i]);

		if (to == amk_me) {
			s->key[s->had++] = s->key[i];
			continue;
		}
		s->batch[to][s->filled[to]++] = s->key[i];
		if (s->filled[to] == SAMPLE_KEYS) {
			sample_send(s, to);
		}
	}
	for (uint32_t n = 1; n < amk_cores; n++) {
		uint32_t to = (amk_me + n) % amk_cores;

		if (s->filled[to]) {
			sample_send(s, to);
		}
	}
	amk_all_store_sync();
	sample_add(s, s->key, s->had);
}

static inline void sample_run(struct sample *s)
{
	sample_splitters(s);
	sample_distribute(s);
	sample_sort(s->bucket, s->came);
}

/* What keys have together, in whatever order; and the ends of those in order. */
struct sample_sums {
	uint32_t count, sum, mixed, least, most;
};

static inline void sample_sum(struct sample_sums *s, uint32_t key)
{
	s->count++;
	s->sum += key;
	s->mixed += random_at(key);
	s->least = key < s->least ? key : s->least;
	s->most = key > s->most ? key : s->most;
}

/*
 * All cores.  The keys of all buckets are together those that there were, in order here,
 * and no bucket's first is below one of a core before.
 */
static inline uint32_t sample_wrong(const struct sample *s)
{
	struct sample_sums mine = {0, 0, 0, UINT32_MAX, 0}, left = mine;
	struct sample_sums *all = room(amk_cores * sizeof(*all));
	uint32_t wrong = 0;

	for (uint32_t i = 0; i < s->came; i++) {
		wrong += i > 0 && s->bucket[i - 1] > s->bucket[i];
		sample_sum(&mine, s->bucket[i]);
	}
	amk_barrier();
	need(weft_allgather(&mine, all, sizeof(*all), WEFT_WORLD,
			    WEFT_FOREVER));
	for (uint32_t i = 0; i < s->n; i++) {
		sample_sum(&left, random_at(i));
	}
	for (uint32_t i = 0; i < amk_cores; i++) {
		left.count -= all[i].count;
		left.sum -= all[i].sum;
		left.mixed -= all[i].mixed;
		wrong += i < amk_me && all[i].most > mine.least;
	}
	free(all);
	return wrong + ((left.count | left.sum | left.mixed) != 0);
}

#endif
