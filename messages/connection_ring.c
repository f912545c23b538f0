/* SPDX-License-Identifier: Apache-2.0 */
/* By itself: an image without doorbells has no bells for them. */
#include <weft/connection.h>

int weft_connection_ring(struct weft_connection *c, struct weft_note *note,
			 weft_us_t within)
{
	int error = weft_connection_put(c, note, within);

	return error ? error : weft_notify(c->to);
}
