/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/sound.h"

#if WEFT_CHECK
#include "messages/sendrecv.h"
#include "runtime/console.h"
#include "runtime/text.h"

#include <weft/types.h>

static const uint64_t YES = UINT64_MAX, NO = 0;

int sound_sent(const void *data, size_t size, uint32_t to, uint64_t deadline)
{
	uint32_t sum = rt_crc(0, data, size);
	uint64_t answer = NO;
	int error = send_until(&sum, sizeof(sum), to, deadline);

	if (!error) {
		error = recv_until(&answer, sizeof(answer), to, deadline);
	}
	if (error) {
		return error;
	}
	return __builtin_popcountll(answer) > 32 ? WEFT_OK : WEFT_ERR_DAMAGED;
}

void sound_say(const char *what, size_t size, const char *whose, uint32_t rank)
{
	rt_say("weft: checksum: %s of %U bytes from %s %u was damaged", what,
	       (uint64_t)size, whose, rank);
}

int sound_received(const void *data, size_t size, uint32_t from,
		   uint64_t deadline)
{
	uint32_t sum = 0;
	int error = recv_until(&sum, sizeof(sum), from, deadline);
	uint64_t answer = sum == rt_crc(0, data, size) ? YES : NO;

	if (!error) {
		error = send_until(&answer, sizeof(answer), from, deadline);
	}
	if (error || answer == YES) {
		return error;
	}
	sound_say("a message", size, "rank", from);
	return WEFT_ERR_DAMAGED;
}
#endif
