/* SPDX-License-Identifier: Apache-2.0 */
/* Messages that do not lie in slots: how their handlers run; and links, which bring some. */
#include "arch/arch.h"
#include "messages/am/ways/am_adapt.h"
#include "messages/am/ways/am_way.h"
#include "runtime/context.h"

/* Where seldom used code lies elsewhere, a call from here must know it. */
ARCH_COLD extern __typeof(weft_am_hold) weft_am_hold, weft_am_release;

struct weft_am_link *am_links;

/* Of the message whose handler runs. */
static const void *data;
static uint32_t data_bytes;

const void *weft_am_data(uint32_t *bytes)
{
	if (bytes) {
		*bytes = data ? data_bytes : 0;
	}
	return data;
}

static void am_links_run(weft_am_handler *handler, struct weft_am_message *m,
			 const struct weft_am_packet *p)
{
	enum rt_context before = rt_context;

	weft_am_hold();
	rt_context = RT_HANDLER;
	data = p->bytes ? p->data : NULL;
	data_bytes = p->bytes;
	handler(m);
	data = NULL;
	rt_context = before;
	weft_am_release();
}

int am_run_packet(const struct weft_am_packet *p)
{
	const struct weft_am_endpoint *endpoint =
		p->endpoint < WEFT_AM_ENDPOINTS ? am.endpoint[p->endpoint]
						: NULL;
	struct weft_am_message m = {
		.count = p->count,
		.from = p->from,
		.endpoint = p->endpoint,
		.handler = p->handler,
	};

	if (!endpoint) {
		return WEFT_ERR_STATE;
	}
	if (endpoint->tag != p->tag) {
		return WEFT_ERR_KEY;
	}
	if (p->handler >= endpoint->handlers || p->handler == 0 ||
	    !endpoint->handler[p->handler] || p->count > WEFT_AM_WORDS) {
		return WEFT_ERR_NAME;
	}
	m.arg = endpoint->arg;
	for (uint32_t i = 0; i < p->count; i++) {
		m.word[i] = p->word[i];
	}
	am_links_run(endpoint->handler[p->handler], &m, p);
	return WEFT_OK;
}

/* A packet without a handler here is dropped: the driver has errors of its own. */
static uint32_t serve(struct weft_am_link *link)
{
	uint32_t most = AM_ADAPT_ACCEPTED * link->skip, n = 0;
	uint32_t brought = link->brought;
	struct weft_am_packet packet;

	while (n < most && link->take(link, &packet)) {
		am_run_packet(&packet);
		n++;
	}
	am_adapt_remote(link, n + link->brought - brought);
	return n;
}

uint32_t am_links_serve(uint32_t local)
{
	uint32_t n = 0;

	for (struct weft_am_link *l = am_links; l; l = l->next) {
		if (am_adapt_local(l, local)) {
			n += serve(l);
		}
	}
	return n;
}

static struct weft_am_link **am_links_place_of(const struct weft_am_link *link)
{
	struct weft_am_link **at = &am_links;

	while (*at && *at != link) {
		at = &(*at)->next;
	}
	return at;
}

ARCH_COLD int weft_am_link_open(struct weft_am_link *link)
{
	RT_THREAD_ONLY();
	if (!link || !link->send || !link->take) {
		return RT_WHY(WEFT_ERR_NULL, "link, or one of its functions");
	}
	if (*am_links_place_of(link)) {
		return RT_WHY(WEFT_ERR_STATE, "the link is open already");
	}
	am_adapt_reset(link);
	link->next = am_links;
	am_links = link;
	return WEFT_OK;
}

ARCH_COLD int weft_am_link_close(struct weft_am_link *link)
{
	struct weft_am_link **at = am_links_place_of(link);

	RT_THREAD_ONLY();
	if (!link || !*at) {
		return link ? WEFT_ERR_STATE : WEFT_ERR_NULL;
	}
	*at = link->next;
	return WEFT_OK;
}
