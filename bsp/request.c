/* SPDX-License-Identifier: Apache-2.0 */
/* bsp_put, bsp_get and the like: records of what bsp_sync will do. */
#include "bsp/state.h"

#include <string.h>

/* Words move one by one: most puts are short. */
static inline void copy(char *to, const char *from, uint32_t n)
{
	if (n == sizeof(uint32_t)) {
		memcpy(to, from, sizeof(uint32_t));
	} else if (n > 0) {
		memcpy(to, from, n);
	}
}

/* What a record begins with; false if the call is wrong or does nothing. */
static inline bool begin(struct record *r, const char *call, enum bsp_op op,
			 int pid, const void *ident, int offset, int nbytes)
{
	int32_t slot;

	if ((uint32_t)pid >= bsp.procs) {
		bsp_wrong(call, "there is no such process", pid);
		return false;
	}
	if (nbytes < 0 || offset < 0) {
		bsp_wrong(call, "there are no sizes and offsets below 0",
			  nbytes < 0 ? nbytes : offset);
		return false;
	}
	slot = register_find(ident);
	if (slot == NO_SLOT) {
		bsp_wrong(call,
			  "that address is not registered; bytes asked for",
			  nbytes);
		return false;
	}
	r->what = (uint32_t)slot | (uint32_t)op << SLOT_BITS |
		  (uint32_t)bsp_caller.line << LINE_SHIFT;
	r->offset = (uint32_t)offset;
	r->bytes = (uint32_t)nbytes;
	return nbytes > 0;
}

/* Adds to what goes one way, unless that is too much. */
static bool fits(const char *call, uint32_t n, uint32_t beside)
{
	if (n > BSP_BYTES_MOST - beside) {
		bsp_wrong(call, "too much for one process; bytes already there",
			  (int)beside);
		return false;
	}
	return true;
}

void bsp_put(int pid, const void *src, void *dst, int offset, int nbytes)
{
	struct partner *p;
	struct record *at, r;

	BSP_INSIDE_ONLY("bsp_put");
	if (!begin(&r, "bsp_put", BSP_PUT, pid, dst, offset, nbytes)) {
		return;
	}
	p = &bsp.partner[pid];
	if (fits("bsp_put", r.bytes + sizeof(r), p->raw.bytes + p->hp_bytes)) {
		at = chain_add(&p->raw,
			       sizeof(r) + chain_pad(r.bytes, RECORD_ALIGN));
		*at = r;
		bsp.any = true;
		copy((char *)(at + 1), src, r.bytes);
	}
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
	if (!begin(&r, "bsp_hpput", BSP_PUT, pid, dst, offset, nbytes)) {
		return;
	}
	p = &bsp.partner[pid];
	if (fits("bsp_hpput", r.bytes + sizeof(r),
		 p->raw.bytes + p->hp_bytes)) {
		add_piece(&p->hp, &r, (char *)(uintptr_t)src);
		bsp.any = true;
		p->hp_bytes += sizeof(r) + chain_pad(r.bytes, RECORD_ALIGN);
	}
}

static void get(const char *call, const struct record *r, int pid, char *dst)
{
	struct partner *p = &bsp.partner[pid];

	if (fits(call, r->bytes, p->get_bytes)) {
		add_piece(&p->gets, r, dst);
		p->get_bytes += chain_pad(r->bytes, RECORD_ALIGN);
		bsp.any = true;
	}
}

void bsp_get(int pid, const void *src, int offset, void *dst, int nbytes)
{
	struct record r;

	BSP_INSIDE_ONLY("bsp_get");
	if (begin(&r, "bsp_get", BSP_GET, pid, src, offset, nbytes)) {
		get("bsp_get", &r, pid, dst);
	}
}

void bsp_hpget(int pid, const void *src, int offset, void *dst, int nbytes)
{
	struct record r;

	BSP_INSIDE_ONLY("bsp_hpget");
	if (begin(&r, "bsp_hpget", BSP_HPGET, pid, src, offset, nbytes)) {
		get("bsp_hpget", &r, pid, dst);
	}
}

void bsp_send(int pid, const void *tag, const void *payload, int nbytes)
{
	uint32_t tag_bytes = message_tag_bytes(), size;
	struct partner *p;
	struct record *r;

	BSP_INSIDE_ONLY("bsp_send");
	if ((uint32_t)pid >= bsp.procs) {
		bsp_wrong("bsp_send", "there is no such process", pid);
		return;
	}
	if (nbytes < 0) {
		bsp_wrong("bsp_send", "there are no sizes below 0", nbytes);
		return;
	}
	p = &bsp.partner[pid];
	size = (uint32_t)nbytes + tag_bytes;
	if (!fits("bsp_send", size + sizeof(*r), p->raw.bytes + p->hp_bytes)) {
		return;
	}
	r = chain_add(&p->raw, sizeof(*r) + chain_pad(size, RECORD_ALIGN));
	r->what = (uint32_t)BSP_SEND << SLOT_BITS | (uint32_t)bsp_caller.line
							    << LINE_SHIFT;
	bsp.any = true;
	r->offset = 0;
	r->bytes = (uint32_t)nbytes;
	message_put_tag((char *)(r + 1), tag);
	copy((char *)(r + 1) + tag_bytes, payload, (uint32_t)nbytes);
}
