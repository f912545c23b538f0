/* SPDX-License-Identifier: Apache-2.0 */
#include "messages/fifo_chip.h"
#include "runtime/trace.h"
#include "runtime/wait.h"
#include "runtime/why.h"

#if ARCH_FIFO

enum {
	LENGTH = (1 << FIFO_LENGTH_BITS) - 1,
};

static struct claim {
	uint32_t receiver, words; /* 0: nobody's */
} claims[ARCH_FIFO];

/* What of the room at that core, or at any, has been promised. */
static ARCH_COLD uint32_t promised(uint32_t receiver)
{
	uint32_t words = 0;

	for (uint32_t i = 0; i < ARCH_FIFO; i++) {
		if (receiver == RT_ANYONE || claims[i].receiver == RT_ANYONE ||
		    claims[i].receiver == receiver) {
			words += claims[i].words;
		}
	}
	return words;
}

ARCH_COLD uint32_t fifo_chip_claim(uint32_t receiver, uint32_t words)
{
	uint32_t i = 0;

	while (i < ARCH_FIFO && claims[i].words) {
		i++;
	}
	if (i == ARCH_FIFO || promised(receiver) + words > ARCH_FIFO_WORDS) {
		return 0;
	}
	claims[i] = (struct claim){receiver, words};
	return i + 1;
}

ARCH_COLD void fifo_chip_give_back(uint32_t claimed)
{
	claims[claimed - 1].words = 0;
}

/* In a FIFO by chip: `asleep` is its number, `slots` how many words have been received. */
ARCH_COLD bool fifo_chip_create(struct weft_fifo *f, uint32_t most,
				uint32_t receiver, uint32_t words)
{
	uint32_t claimed = fifo_chip_claim(receiver, words);

	if (claimed) {
		*f = (struct weft_fifo){
			.most = most,
			.asleep = claimed - 1,
			.room = FIFO_BY_CHIP,
			.slots = arch_flag_read(arch_rank(),
						arch_fifo_come(claimed - 1)),
		};
	}
	return claimed;
}

ARCH_COLD void fifo_chip_free(struct weft_fifo *f)
{
	fifo_chip_give_back(f->asleep + 1);
}

void fifo_chip_send(const struct weft_fifo *f, uint32_t to,
		    const uint32_t *words, uint32_t n)
{
	RT_TRACE("fifo send", to, n);
	arch_fifo_send(to, f->asleep, arch_rank() << FIFO_LENGTH_BITS | n,
		       words, n);
}

/* WEFT_ERR_TIMEOUT: there is none.  `next` is the head of one that was too long. */
int fifo_chip_take(struct weft_fifo *f, struct fifo_message *m, uint32_t most)
{
	if (!f->next) {
		if (!arch_fifo_there(f->asleep)) {
			return WEFT_ERR_TIMEOUT;
		}
		arch_fifo_receive(f->asleep, &f->next, 1);
	}
	m->n = f->next & LENGTH;
	m->from = f->next >> FIFO_LENGTH_BITS;
	if (m->n > most) {
		return RT_WHY(
			WEFT_ERR_SIZE,
			"the message has more than `most` words, and stays");
	}
	arch_fifo_receive(f->asleep, m->words, m->n);
	f->slots += 1 + m->n;
	f->next = 0;
	RT_TRACE("fifo receive", m->from, m->n);
	return WEFT_OK;
}

int fifo_chip_receive(struct weft_fifo *f, struct fifo_message *m,
		      uint32_t most, uint64_t deadline, uint32_t from,
		      const char *what)
{
	int error = fifo_chip_take(f, m, most), late = WEFT_OK;

	f->receiving = true;
	while (error == WEFT_ERR_TIMEOUT && !late) {
		late = rt_await(arch_fifo_come(f->asleep), f->slots + 1,
				deadline, from, what);
		error = fifo_chip_take(f, m, most);
	}
	f->receiving = false;
	return error;
}

#endif
