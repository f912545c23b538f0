/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers to another core's segment, in packets. */
#include <string.h>

#include "arch/arch.h"
#include "arch/fence.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"
#include "runtime/why.h"

enum {
	/*
	 * More bytes than this go by blocks, where reading what another core has
	 * in its MPB does not cost much more than writing there.
	 */
	BY_WORDS = ARCH_GET_COST > 200 ? INT32_MAX : 2 * AM_SHORT_BYTES,
};

/* One packet, as it is to be sent. */
struct packet {
	struct weft_am_remote *remote;
	uint32_t offset;
	const char *data;
	uint32_t bytes, operation;
};

static int send_words(const struct packet *p, uint64_t deadline)
{
	uint32_t words[WEFT_AM_WORDS] = {
		p->offset, am_head(p->remote->segment, p->operation, p->bytes)};

	memcpy(words + AM_WORD_MORE, p->data, p->bytes);
	return am_post(p->remote->rank, AM_ON_WORDS, words,
		       AM_WORD_MORE + ((p->bytes + 3) >> 2), deadline);
}

/* The owner copies it from my MPB; the block is free when it has handled that. */
static int send_block(const struct packet *p, uint64_t deadline)
{
	uint32_t rank = p->remote->rank, block = 0;
	uint32_t words[AM_WORD_MORE + 1] = {
		p->offset, am_head(p->remote->segment, p->operation, p->bytes)};
	int error = am_block_take(deadline, &block);

	if (error) {
		return error;
	}
	words[AM_WORD_MORE] = am_block_offset(block);
	arch_put(am.me, ARCH_WINDOW_MPB, words[AM_WORD_MORE], p->data,
		 p->bytes);
	/*
	 * It is in my window, and told of in another one.  Pairs with
	 * am_on_block there, which reads the block after my message.
	 */
	FENCE(am_block, arch_settle(am.me));
	error = am_post(rank, AM_ON_BLOCK, words, AM_WORD_MORE + 1, deadline);
	if (error) {
		am_block_free(block);
	} else {
		am_block_sent(block, rank, am.peer[rank].sent[AM_REQUEST]);
	}
	return error;
}

/* It is put where it belongs, and told of after that. */
static int send_placed(const struct packet *p, uint64_t deadline)
{
	const struct weft_am_remote *r = p->remote;
	uint32_t words[AM_WORD_MORE + 1] = {
		p->offset, am_head(r->segment, p->operation, 0), p->bytes};

	arch_put(r->rank, ARCH_WINDOW_MPB, r->offset + p->offset, p->data,
		 p->bytes);
	return am_post(r->rank, AM_ON_PLACED, words, AM_WORD_MORE + 1,
		       deadline);
}

int am_send_packets(struct weft_am_remote *r, uint32_t offset, const void *data,
		    uint32_t bytes, uint32_t operation, uint64_t deadline)
{
	int error = WEFT_OK;

	r->sent = 0;
	while (!error && r->sent < bytes) {
		uint32_t left = bytes - r->sent;
		struct packet p = {r, offset + r->sent,
				   (const char *)data + r->sent, left, 0};
		bool by_block = !r->near && left > BY_WORDS;

		if (by_block) {
			p.bytes = am_min(left, am_block_bytes());
		} else if (!r->near) {
			p.bytes = am_min(left, AM_SHORT_BYTES);
		}
		p.operation = p.bytes == left ? operation : 0;
		error = r->near    ? send_placed(&p, deadline)
			: by_block ? send_block(&p, deadline)
				   : send_words(&p, deadline);
		r->sent += error ? 0 : p.bytes;
	}
	return error;
}

int am_check_remote(struct weft_am_remote *r, uint32_t offset, const void *data,
		    size_t bytes)
{
	int error = am_library();

	if (error) {
		return error;
	}
	if (!r || (bytes > 0 && !data)) {
		return RT_WHY(WEFT_ERR_NULL, "the remote segment or data");
	}
	if (!r->mapped) {
		return RT_WHY(WEFT_ERR_STATE, "it is not mapped");
	}
	error = r->error;
	if (error) {
		r->error = WEFT_OK;
		return error;
	}
	return am_fits(offset, bytes, r->bytes)
		       ? WEFT_OK
		       : RT_WHY(WEFT_ERR_RANGE, "offset and bytes: beyond the "
						"end of the segment");
}

int weft_am_store(struct weft_am_remote *r, uint32_t offset, const void *data,
		  size_t bytes, weft_us_t within)
{
	int error = am_check_remote(r, offset, data, bytes);

	return error ? error
		     : am_send_packets(r, offset, data, (uint32_t)bytes, 0,
				       rt_deadline(within));
}
