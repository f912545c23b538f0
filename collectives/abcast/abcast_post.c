/* SPDX-License-Identifier: Apache-2.0 */
/* Posted buffers: linked, with their words in the MPB, where a program posts some. */
#include "collectives/abcast/abcast.h"
#include "runtime/context.h"
#include "runtime/part.h"

static struct inbox_posts posts;

int weft_abcast_post(weft_rank_t root, void *buffer, size_t size)
{
	RT_THREAD_ONLY();
	return inbox_post(&abcast.inbox, root, buffer, size);
}

static ARCH_COLD uint32_t abcast_post_bytes(const struct rt_run *run,
					    uint32_t left)
{
	const struct abcast_engine *engine = abcast_choose(run->count);

	(void)left;
	return engine && engine->posts ? run->count << 2 : 0;
}

static ARCH_COLD void abcast_post_placed(const struct rt_run *run,
					 uint32_t offset, uint32_t size)
{
	(void)run;
	if (size > 0) {
		inbox_posts_place(&abcast.inbox, &posts, offset);
	}
}

static ARCH_COLD_DATA const struct rt_part part = {
	.name = "abcast-post",
	.bytes = abcast_post_bytes,
	.placed = abcast_post_placed,
};
RT_PART(part);
