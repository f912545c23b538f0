/* SPDX-License-Identifier: Apache-2.0 */
/* bsp_put, bsp_get and the like: records of what bsp_sync will do. */
#include "bsp/state.h"

static ARCH_COLD void wrong(const char *call, int pid, int offset, int nbytes)
{
	if ((uint32_t)pid >= bsp.number) {
		bsp_wrong(call, "there is no such process", pid);
	} else if (nbytes < 0 || offset < 0) {
		bsp_wrong(call, "there are no sizes and offsets below 0",
			  nbytes < 0 ? nbytes : offset);
	} else {
		bsp_wrong(call,
			  "that address is not registered; bytes asked for",
			  nbytes);
	}
}

/* Bytes at NULL are none; on some chips that is memory, and no fault. */
#define NOT_NULL(call, pointer, bytes)                                         \
	do {                                                                   \
		if (!(pointer) && (bytes) > 0) {                               \
			bsp_null(call, #pointer);                              \
		}                                                              \
	} while (0)

static inline uint32_t what(uint32_t entry, enum bsp_op op)
{
	return entry | (uint32_t)op << ENTRY_BITS |
	       (uint32_t)bsp_caller.line << LINE_SHIFT;
}

/* Where a process is; which one of that core's. */
static inline struct partner *partner_of(int pid, uint32_t *local)
{
	*local = 0;
	if (bsp.place) {
		*local = bsp.place[pid].local;
		pid = bsp.place[pid].core;
	}
	return &bsp.partner[pid];
}

/* What a record begins with, and to whom; null if the call is wrong or does nothing. */
static inline struct partner *request_begin(struct record *r, const char *call,
					    enum bsp_op op, int pid,
					    const void *ident, int offset,
					    int nbytes)
{
	int32_t entry = register_find(ident);
	struct partner *p;
	uint32_t local;

	if ((uint32_t)pid >= bsp.number || (nbytes | offset) < 0 ||
	    entry == NO_ENTRY) {
		wrong(call, pid, offset, nbytes);
		return NULL;
	}
	p = partner_of(pid, &local);
	r->what = what((uint32_t)entry - registered.local + local, op);
	r->offset = (uint32_t)offset;
	r->bytes = (uint32_t)nbytes;
	return nbytes > 0 ? p : NULL;
}

/* Is there room for so much more to one process? */
static bool request_fits(const char *call, uint32_t n, uint32_t beside)
{
	if (beside > BSP_BYTES_MOST || n > BSP_BYTES_MOST - beside) {
		bsp_wrong(call, "2 GB for one process are too much; bytes",
			  (int)(n < INT32_MAX ? n : INT32_MAX));
		return false;
	}
	return true;
}

/* Bytes of data for a process, if its block is filled, too: bsp_put does not look. */
static uint32_t most_data(const struct partner *p)
{
	const struct chain_block *b = p->raw.last;

	return p->raw.bytes + (b ? b->size - b->used : 0) + p->hp_bytes;
}

/* Room for a record's n bytes behind its head; null: that is too much. */
static inline char *request_add(const char *call, struct partner *p,
				const struct record *r, uint32_t n)
{
	bool alike = r->what == p->last.what && r->bytes == p->last.bytes;
	uint32_t size = chain_pad(n, RECORD_ALIGN) +
			(alike ? sizeof(uint32_t) : RECORD_BYTES);
	uint32_t *at;

	if (!request_fits(call, size, most_data(p))) {
		return NULL;
	}
	at = chain_add(&p->raw, size);
	bsp.any = true;
	*at++ = alike ? r->offset : r->offset | RECORD_WHOLE;
	if (!alike) {
		*at++ = r->what;
		*at++ = r->bytes;
		p->last = *r;
	}
	return (char *)at;
}

/* Apart from bsp_put, whose usual way so needs few registers. */
__attribute__((noinline)) static void
put(int pid, const void *src, const void *dst, int offset, int nbytes)
{
	struct partner *p;
	struct record r;
	char *to;

	BSP_INSIDE_ONLY("bsp_put");
	p = request_begin(&r, "bsp_put", BSP_PUT, pid, dst, offset, nbytes);
	if (!p) {
		return;
	}
	NOT_NULL("bsp_put", src, r.bytes);
	to = request_add("bsp_put", p, &r, r.bytes);
	if (to) {
		copy_short(to, src, r.bytes);
	}
}

/*
 * Most puts are like the one before them to that process, but for the offset and the
 * data, and have room in its block: what was right then is right now.
 */
void bsp_put(int pid, const void *src, void *dst, int offset, int nbytes)
{
	uint32_t n = (uint32_t)nbytes;
	uint32_t size = sizeof(uint32_t) + chain_pad(n, RECORD_ALIGN);

	if ((uint32_t)pid < bsp.open) {
		struct partner *p = &bsp.partner[pid];
		struct chain_block *b = p->raw.last;
		bool alike = (dst == registered.sought) &
			     (what((uint32_t)registered.found, BSP_PUT) ==
			      p->last.what) &
			     (n == p->last.bytes) & (offset >= 0) & !!src;

		if (alike && size <= b->size - b->used) {
			uint32_t *at = (void *)(b->data + b->used);

			b->used += size;
			p->raw.bytes += size;
			at[0] = (uint32_t)offset;
			copy_short((char *)&at[1], src, n);
			return;
		}
	}
	put(pid, src, dst, offset, nbytes);
}

static void add_piece(struct chain *chain, const struct record *r, char *at)
{
	struct piece *piece = chain_add(chain, sizeof(*piece));

	piece->record = *r;
	piece->at = at;
}

void bsp_hpput(int pid, const void *src, void *dst, int offset, int nbytes)
{
	struct partner *p;
	struct record r;

	BSP_INSIDE_ONLY("bsp_hpput");
	p = request_begin(&r, "bsp_hpput", BSP_HPPUT, pid, dst, offset, nbytes);
	if (p &&
	    request_fits("bsp_hpput", r.bytes + RECORD_BYTES, most_data(p))) {
		NOT_NULL("bsp_hpput", src, r.bytes);
		r.offset |= RECORD_WHOLE;
		add_piece(&p->hp, &r, (char *)(uintptr_t)src);
		bsp.any = true;
		p->hp_bytes += RECORD_BYTES + chain_pad(r.bytes, RECORD_ALIGN);
	}
}

static void request_get(const char *call, const struct record *r,
			struct partner *p, char *dst)
{
	if (p && request_fits(call, r->bytes, p->get_bytes)) {
		NOT_NULL(call, dst, r->bytes);
		add_piece(&p->gets, r, dst);
		p->get_bytes += chain_pad(r->bytes, RECORD_ALIGN);
		bsp.any = true;
	}
}

void bsp_get(int pid, const void *src, int offset, void *dst, int nbytes)
{
	struct partner *p;
	struct record r;

	BSP_INSIDE_ONLY("bsp_get");
	p = request_begin(&r, "bsp_get", BSP_GET, pid, src, offset, nbytes);
	request_get("bsp_get", &r, p, dst);
}

void bsp_hpget(int pid, const void *src, int offset, void *dst, int nbytes)
{
	struct partner *p;
	struct record r;

	BSP_INSIDE_ONLY("bsp_hpget");
	p = request_begin(&r, "bsp_hpget", BSP_HPGET, pid, src, offset, nbytes);
	request_get("bsp_hpget", &r, p, dst);
}

void bsp_send(int pid, const void *tag, const void *payload, int nbytes)
{
	uint32_t tag_bytes = message_tag_bytes(), local;
	struct record r = {.bytes = (uint32_t)nbytes};
	struct partner *p;
	char *to;

	BSP_INSIDE_ONLY("bsp_send");
	if ((uint32_t)pid >= bsp.number || nbytes < 0) {
		wrong("bsp_send", pid, 0, nbytes);
		return;
	}
	NOT_NULL("bsp_send", payload, r.bytes);
	NOT_NULL("bsp_send", tag, tag_bytes);
	p = partner_of(pid, &local);
	r.what = what(local, BSP_SEND);
	to = request_fits("bsp_send", r.bytes, tag_bytes)
		     ? request_add("bsp_send", p, &r, r.bytes + tag_bytes)
		     : NULL;
	if (to) {
		message_put_tag(to, tag);
		copy_short(to + tag_bytes, payload, r.bytes);
	}
}
