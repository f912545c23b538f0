/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Up an 8-ary tree of ranks and down again.  A flag holds the number of the call, and
 * below that what it says; numbers grow, and wrap.
 */
#include "collectives/barrier/agree.h"

#if WEFT_DEBUG
#include <string.h>

#include "arch/arch.h"
#include "runtime/console.h"
#include "runtime/part.h"
#include "runtime/text.h"
#include "runtime/wait.h"

enum {
	CHILDREN = 8,
	CHILDREN_LOG2 = 3,
	RELEASE = CHILDREN,
	FLAGS,
	DIFFER = 1 << 23, /* some cores do */
	HASH_MOST = DIFFER - 1,
	YOU = 1, /* in a release: you do from me */
};

static const uint32_t NUMBER = UINT32_C(1) << 24;

static uint32_t flags; /* the children's, and my parent's */
static uint32_t call;

static uint32_t bytes_of(const struct rt_shape *shape, uint32_t left)
{
	(void)shape;
	(void)left;
	return rt_flag_bytes(FLAGS);
}

static void placed(const struct rt_shape *shape, uint32_t offset, uint32_t size)
{
	(void)size;
	flags = offset;
	call = shape->epoch & -NUMBER;
	if (call != 0) {
		rt_flags_preset(flags, FLAGS, call);
	}
}

static const struct rt_part part = {
	.name = "agree",
	.bytes = bytes_of,
	.placed = placed,
};
RT_PART(part);

/* B. Jenkins' one-at-a-time, by words. */
static uint32_t mix(uint32_t hash, uint32_t value)
{
	hash += value;
	hash += hash << 10;
	return hash ^ hash >> 6;
}

static uint32_t hash_of(const struct agree *a)
{
	uint32_t hash = mix(mix(mix(0, a->root), a->bytes), a->k);

	for (const char *s = a->name; *s; s++) {
		hash = mix(hash, (uint32_t)*s);
	}
	hash = mix(hash, (uint32_t)a->error);
	hash += hash << 3;
	hash ^= hash >> 11;
	return (hash + (hash << 15)) & HASH_MOST;
}

static void say(const struct agree *a, const char *and)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line) - 1);

	text_str(&t, "weft: collective: rank ");
	text_u64(&t, arch_rank());
	text_str(&t, " calls ");
	text_str(&t, a->name);
	if (strncmp(a->name, "barrier", 7) != 0) {
		text_str(&t, " of ");
		text_u64(&t, a->bytes);
		text_str(&t, " bytes from root ");
		text_u64(&t, a->root);
	}
	if (a->k) {
		text_str(&t, " with k ");
		text_u64(&t, a->k);
	}
	text_str(&t, a->error ? ", with a wrong argument" : "");
	text_str(&t, and);
	*t.at = 0;
	rt_console_control(line);
}

static uint32_t first_child(void)
{
	return (arch_rank() << CHILDREN_LOG2) + 1;
}

static uint32_t children(void)
{
	uint32_t first = first_child(), count = arch_count();
	uint32_t left = first < count ? count - first : 0;

	return left < CHILDREN ? left : CHILDREN;
}

static uint32_t writer(const void *of, uint32_t i)
{
	(void)of;
	return first_child() + i;
}

static uint32_t word(uint32_t i)
{
	return arch_flag_read(arch_rank(), rt_flag(flags, i));
}

/* A bit for each child that differs from me; *differ: or others below it. */
static uint32_t look(uint32_t hash, uint32_t *differ)
{
	uint32_t others = 0;

	for (uint32_t i = 0; i < children(); i++) {
		uint32_t said = word(i);

		*differ |= said & DIFFER;
		if ((said & HASH_MOST) != hash) {
			others |= UINT32_C(1) << i;
			*differ = DIFFER;
		}
	}
	return others;
}

static int ask_parent(uint32_t hash, uint64_t deadline, uint32_t *differ,
		      bool *odd)
{
	uint32_t me = arch_rank(), parent = (me - 1) >> CHILDREN_LOG2;
	uint32_t i = (me - 1) & (CHILDREN - 1);
	int error;

	arch_flag_write(parent, rt_flag(flags, i), call | *differ | hash);
	error = rt_await(rt_flag(flags, RELEASE), call, deadline, parent,
			 "whether all call the same collective");
	if (!error) {
		*differ = word(RELEASE) & DIFFER;
		*odd = word(RELEASE) & YOU;
	}
	return error;
}

static int settle(const struct agree *mine, uint64_t deadline)
{
	uint32_t hash = hash_of(mine), n = children(), differ = 0, others = 0;
	bool odd = false;
	int error = rt_await_all(flags, n, call, deadline, writer, NULL,
				 "its coming to a collective");

	if (!error) {
		others = look(hash, &differ);
	}
	if (!error && arch_rank() > 0) {
		error = ask_parent(hash, deadline, &differ, &odd);
	}
	if (error) {
		return error;
	}
	for (uint32_t i = 0; i < n; i++) {
		arch_flag_write(first_child() + i, rt_flag(flags, RELEASE),
				call | differ | (others >> i & YOU));
	}
	if (others || odd) {
		say(mine, odd ? ", not as the core above it" : "");
	}
	return differ ? WEFT_ERR_MISMATCH : WEFT_OK;
}

/* Whole microseconds until then, without a division. */
static weft_us_t left_until(uint64_t deadline)
{
	uint64_t now = arch_cycles();
	weft_us_t left = 0;

	for (weft_us_t bit = UINT32_C(1) << 30; bit > 0; bit >>= 1) {
		if (now < deadline &&
		    arch_cycles_in_us(left | bit) <= deadline - now) {
			left |= bit;
		}
	}
	return left;
}

int agree(const struct agree *mine, weft_us_t *within)
{
	uint64_t deadline = rt_deadline(*within);
	int verdict;

	call += NUMBER;
	verdict = settle(mine, deadline);
	if (*within != WEFT_FOREVER) {
		*within = left_until(deadline);
	}
	return mine->error ? mine->error : verdict;
}
#endif
