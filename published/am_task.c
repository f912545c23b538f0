/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Remote enqueue.  A ring that handlers put into and the thread takes from: each has a
 * number of its own that only it writes.
 */
#include "arch/arch.h"
#include "messages/am/segments/am_library.h"
#include "runtime/wait.h"
#include "runtime/why.h"

#include <weft/published/am_task.h>

weft_am_handler am_on_run, am_on_result;

struct task {
	uint32_t from, operation, function, count;
	uint32_t words[WEFT_AM_TASK_WORDS];
};

static struct {
	weft_am_function *const *functions;
	uint32_t count;
	volatile uint32_t put, taken; /* numbers */
	struct task task[WEFT_AM_TASKS];
} tasks;

static struct task *task_at(uint32_t number)
{
	return &tasks.task[number & (WEFT_AM_TASKS - 1)];
}

int weft_am_functions(weft_am_function *const *functions, uint32_t count)
{
	int error = am_library();

	if (error || !functions) {
		return error ? error : WEFT_ERR_NULL;
	}
	tasks.functions = functions;
	tasks.count = count;
	return WEFT_OK;
}

static int why_not(const struct weft_am_message *m)
{
	if (!tasks.functions || m->count < AM_WORD_MORE) {
		return WEFT_ERR_STATE;
	}
	if (m->word[AM_WORD_OFFSET] >= tasks.count) {
		return WEFT_ERR_NAME;
	}
	return tasks.put - tasks.taken < WEFT_AM_TASKS ? WEFT_OK
						       : WEFT_ERR_SPACE;
}

void am_on_run(struct weft_am_message *m)
{
	int error = why_not(m);
	struct task *t = task_at(tasks.put);

	if (error) {
		am_end(m, error, NULL, 0);
		return;
	}
	t->from = m->from;
	t->operation = am_head_operation(m->word[AM_WORD_HEAD]);
	t->function = m->word[AM_WORD_OFFSET];
	t->count = m->count - AM_WORD_MORE;
	for (uint32_t i = 0; i < t->count; i++) {
		t->words[i] = m->word[AM_WORD_MORE + i];
	}
	tasks.put++;
}

/* It names the operation apart: if it comes back, nobody waits for it. */
void am_on_result(struct weft_am_message *m)
{
	if (m->count == AM_WORD_MORE + 1) {
		am_operation_end(m->word[AM_WORD_OFFSET], WEFT_OK,
				 &m->word[AM_WORD_MORE], 1);
	}
}

int weft_am_enqueue(weft_rank_t rank, uint32_t function, const uint32_t *words,
		    uint32_t count, uint32_t *result,
		    struct weft_am_counter *counter, weft_us_t within)
{
	struct am_operation o = {counter, result, 4, NULL, 0};
	uint32_t all[WEFT_AM_WORDS] = {function, am_head_alone(AM_HEAD_BYTE)};
	uint64_t deadline = rt_deadline(within);
	uint32_t number;
	int error = am_library();

	if (error) {
		return error;
	}
	if (!counter || (count > 0 && !words)) {
		return WEFT_ERR_NULL;
	}
	if (rank >= am.count) {
		return WEFT_ERR_RANK;
	}
	if (count > WEFT_AM_TASK_WORDS) {
		return RT_WHY(WEFT_ERR_SIZE, "more than WEFT_AM_TASK_WORDS");
	}
	for (uint32_t i = 0; i < count; i++) {
		all[AM_WORD_MORE + i] = words[i];
	}
	error = am_operation_begin(&o, deadline, &number);
	return error ? error
		     : am_operation_post(number, rank, AM_ON_RUN, all,
					 AM_WORD_MORE + count, deadline);
}

static bool is_any(void *what)
{
	(void)what;
	return tasks.put != tasks.taken || am.mode.evicted;
}

int weft_am_run_next(weft_us_t within)
{
	uint32_t words[AM_WORD_MORE + 1] = {0, am_head(AM_HEAD_BYTE, 0, 0)};
	int error = am_library();
	struct task t;

	if (!error && !is_any(NULL)) {
		error = am_serve_until(is_any, NULL, rt_deadline(within),
				       RT_ANYONE, "something to run");
	}
	if (error || tasks.put == tasks.taken) {
		return error ? error : WEFT_ERR_DEAD;
	}
	t = *task_at(tasks.taken);
	tasks.taken++;
	words[AM_WORD_OFFSET] = t.operation;
	words[AM_WORD_MORE] =
		tasks.functions[t.function](t.words, t.count, t.from);
	return am_post(t.from, AM_ON_RESULT, words, AM_WORD_MORE + 1,
		       ARCH_NEVER);
}
