/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Up an 8-ary tree of ranks and down again.  A flag holds the number of the call, and
 * below that what it says; numbers grow, and wrap.
 *
 * With CHECK=1 no flipped bit makes two that differ look alike: a hash is sent as its
 * complement if some below differ, a verdict is many bits of which most count, and
 * a number must be just that of the call.  Who waits says again what it has said.
 */
#include "collectives/barrier/agree.h"

#include <string.h>

#include "arch/arch.h"
#include "runtime/console.h"
#include "runtime/part.h"
#include "runtime/text.h"
#include "runtime/wait.h"

weft_us_t agree_left(uint64_t deadline)
{
	uint64_t now = arch_cycles();
	weft_us_t left = 0;

	if (rt_never(deadline)) {
		return WEFT_FOREVER;
	}
	for (weft_us_t bit = UINT32_C(1) << 30; bit > 0; bit >>= 1) {
		if (now < deadline &&
		    arch_cycles_in_us(left | bit) <= deadline - now) {
			left |= bit;
		}
	}
	return left;
}

#if WEFT_DEBUG || WEFT_CHECK

enum {
	CHILDREN = 8,
	CHILDREN_LOG2 = 3,
	RELEASE = CHILDREN,
	RESEND_US = 1000,
	/* Below the number: up a hash, down these, by many bits. */
	SAID = 0xffffff,
	DIFFER = 0xffff00, /* some cores do */
	YOU = 0xff,        /* you do from me */
};

static const uint32_t NUMBER = UINT32_C(1) << 24;

struct agree_tree agree_world;

void agree_place(struct agree_tree *tree, struct team team, uint32_t offset,
		 uint32_t epoch)
{
	tree->team = team;
	tree->flags = offset;
	tree->call = epoch & -NUMBER;
	if (tree->call != 0) {
		rt_flags_preset(offset, AGREE_FLAGS, tree->call);
	}
}

static uint32_t bytes_of(const struct rt_run *run, uint32_t left)
{
	(void)run;
	(void)left;
	return rt_flag_bytes(AGREE_FLAGS);
}

static void agree_placed(const struct rt_run *run, uint32_t offset,
			 uint32_t size)
{
	(void)size;
	agree_place(&agree_world, team_world(), offset, run->epoch);
}

static const struct rt_part part = {
	.name = "agree",
	.bytes = bytes_of,
	.placed = agree_placed,
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

	for (const char *s = a->name; s && *s; s++) {
		hash = mix(hash, (uint32_t)*s);
	}
	hash = mix(hash, (uint32_t)a->error);
	hash += hash << 3;
	hash ^= hash >> 11;
	return (hash + (hash << 15)) & SAID;
}

static void agree_say(const struct agree *a, const char *and)
{
	char line[RT_CONSOLE_LINE];
	struct text t = text_in(line, sizeof(line));

	if (strncmp(a->name, "barrier", 7) != 0) {
		text_put(&t, " of %U bytes from root %u", (uint64_t)a->bytes,
			 a->root);
	}
	if (a->k) {
		text_put(&t, " with k %u", a->k);
	}
	*t.at = 0;
	rt_say("weft: collective: rank %u calls %s%s%s%s", arch_rank(), a->name,
	       line, a->error ? ", with a wrong argument" : "", and);
}

static uint32_t first_child(const struct agree_tree *tree)
{
	return (tree->team.me << CHILDREN_LOG2) + 1;
}

static uint32_t children(const struct agree_tree *tree)
{
	uint32_t first = first_child(tree), count = tree->team.size;
	uint32_t left = first < count ? count - first : 0;

	return left < CHILDREN ? left : CHILDREN;
}

static uint32_t writer(const void *of, uint32_t i)
{
	const struct agree_tree *tree = of;

	return team_rank(&tree->team, first_child(tree) + i);
}

static uint32_t agree_word(const struct agree_tree *tree, uint32_t i)
{
	return arch_flag_read(arch_rank(), rt_flag(tree->flags, i));
}

static uint32_t parent(const void *of, uint32_t i)
{
	const struct agree_tree *tree = of;

	(void)i;
	return team_rank(&tree->team, (tree->team.me - 1) >> CHILDREN_LOG2);
}

static void tell_parent(const struct agree_tree *tree)
{
	uint32_t place = (tree->team.me - 1) & (CHILDREN - 1);

	arch_flag_write(parent(tree, 0), rt_flag(tree->flags, place), tree->up);
}

static void tell_children(const struct agree_tree *tree)
{
	for (uint32_t i = 0; i < children(tree); i++) {
		arch_flag_write(writer(tree, i), rt_flag(tree->flags, RELEASE),
				tree->down | (tree->others >> i & 1 ? YOU : 0));
	}
}

/*
 * Flags i .. have reached this call.  One of another call has flipped: it is as
 * if it had not been written, and will be again.
 */
static bool are_of_call(const struct agree_tree *tree, uint32_t i, uint32_t n)
{
	bool all = true;

	for (; WEFT_CHECK && n > 0; i++, n--) {
		if ((agree_word(tree, i) & -NUMBER) != tree->call) {
			rt_flags_preset(rt_flag(tree->flags, i), 1,
					tree->call - NUMBER);
			all = false;
		}
	}
	return all;
}

static int agree_await(const struct agree_tree *tree, uint32_t i, uint32_t n,
		       uint64_t deadline, rt_writer *from, const char *what,
		       void (*again)(const struct agree_tree *tree))
{
	int error;

	do {
		uint64_t soon =
			WEFT_CHECK ? rt_deadline_in(RESEND_US) : deadline;

		soon = soon < deadline ? soon : deadline;
		error = rt_await_all(arch_rank(), rt_flag(tree->flags, i), n,
				     tree->call, soon, from, tree, what);
		if (!error && are_of_call(tree, i, n)) {
			return WEFT_OK;
		}
		if (WEFT_CHECK) {
			again(tree);
		}
	} while (WEFT_CHECK && arch_cycles() < deadline);
	return WEFT_ERR_TIMEOUT;
}

/* Are more than half of those bits set? */
static bool most_of(uint32_t said_bits, uint32_t of)
{
	int32_t more = 0;

	for (uint32_t bit = 1; bit & SAID; bit <<= 1) {
		more += bit & of ? (said_bits & bit ? 1 : -1) : 0;
	}
	return more > 0;
}

static int agree_settle(struct agree_tree *tree, const struct agree *mine,
			uint64_t deadline)
{
	uint32_t hash = hash_of(mine), n = children(tree), others = 0;
	bool differ = false, odd = false;
	int error = agree_await(tree, 0, n, deadline, writer,
				"its coming to a collective", tell_children);

	for (uint32_t i = 0; i < n && !error; i++) {
		uint32_t theirs = agree_word(tree, i) & SAID;

		differ |= theirs != hash;
		others |= (uint32_t)(theirs != hash && theirs != (~hash & SAID))
			  << i;
	}
	if (!error && tree->team.me > 0) {
		tree->up = tree->call | (differ ? ~hash & SAID : hash);
		tell_parent(tree);
		error = agree_await(tree, RELEASE, 1, deadline, parent,
				    "whether all call the same collective",
				    tell_parent);
		differ = most_of(agree_word(tree, RELEASE), DIFFER);
		odd = most_of(agree_word(tree, RELEASE), YOU);
	}
	if (error) {
		return error;
	}
	tree->others = others;
	tree->down = tree->call | (differ ? DIFFER : 0);
	tell_children(tree);
	if (mine->name && (others || odd)) {
		agree_say(mine, odd ? ", not as the core above it" : "");
	}
	return differ ? WEFT_ERR_MISMATCH : WEFT_OK;
}

int agree(struct agree_tree *tree, const struct agree *mine, weft_us_t *within)
{
	uint64_t deadline = rt_deadline(*within);
	int verdict;

	tree->call += NUMBER;
	verdict = agree_settle(tree, mine, deadline);
	*within = agree_left(deadline);
	return mine->error ? mine->error : verdict;
}
#endif
