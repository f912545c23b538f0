/* SPDX-License-Identifier: Apache-2.0 */
/* Who and where, time, private memory, console, end; and what the host may ask. */
#include "arch/boot.h"
#include "arch/common/mesh.h"
#include "arch/gpu/board.h"

enum {
	COLUMNS = 12, /* coordinates are names here: to L2 all ways are alike */
	LOCK_TRIES = 1 << 20
};

#define NO_WORDS (UINT32_MAX - 2) /* from here on offsets say what else it is */

/*
 * The runtime's record of a wait and its phase, read by name, as debuggers do of other
 * chips (runtime/wait.h): nobody but a block itself reaches its variables.
 */
struct machine_wait {
	const char *what;
	const void *site;
	uint64_t since;
	struct arch_word word;
};
extern struct machine_wait rt_wait;
extern const char *rt_phase;

uint32_t arch_rank(void)
{
	return gpu.rank;
}

uint32_t arch_count(void)
{
	return gpu.count;
}

const struct arch_boot *arch_boot(void)
{
	return (const struct arch_boot *)gpu.run->record;
}

struct arch_coords arch_coords(uint32_t rank)
{
	const uint32_t *cores = (const void *)((const uint8_t *)arch_boot() +
					       arch_boot()->cores);

	return (struct arch_coords){cores[rank] % COLUMNS,
				    cores[rank] / COLUMNS, cores[rank]};
}

size_t arch_dram(void **base)
{
	uintptr_t start = gpu.run->heaps + gpu.rank * gpu.run->heap_bytes;

	*base = (void *)start;
	return port_below_files(start + gpu.run->heap_bytes) - start;
}

uint32_t arch_window_bytes(uint32_t window)
{
	return window == ARCH_WINDOW_MPB ? 1u << GPU_WINDOW_SHIFT : 0;
}

uint64_t arch_cycles(void)
{
	return gpu_now();
}

uint64_t arch_cycles_in_us(uint32_t us)
{
	return (uint64_t)us * 1000;
}

static void machine_text(char *to, const char *from, size_t room)
{
	size_t i = 0;

	for (; from && from[i] && i < room - 1; i++) {
		to[i] = from[i];
	}
	to[i] = 0;
}

/* What runtime/wait.h records, into the host's memory; the state last. */
static void machine_answer(void)
{
	struct gpu_wait *say = &gpu.console->waits[gpu.rank];
	const struct arch_word *word = &rt_wait.word;

	say->rank = word->rank;
	say->offset = word->offset;
	say->value = word->value;
	say->from = word->from;
	say->since = rt_wait.since;
	say->has = rt_wait.what && word->offset < NO_WORDS
			   ? ptx_load(gpu_word(word->rank, word->offset))
			   : 0;
	machine_text(say->phase, rt_phase, sizeof(say->phase));
	machine_text(say->what, rt_wait.what, sizeof(say->what));
	ptx_store_host(&say->state, rt_wait.what ? GPU_WAITS : GPU_RUNS);
}

void gpu_look_out(void)
{
	uint32_t asked = ptx_load_host(&gpu.console->asked);

	if (ptx_load(&gpu.run->stopped)) {
		gpu_end();
	}
	if (asked != gpu.answered) {
		gpu.answered = asked;
		machine_answer();
	}
}

/* Up to a bound: in a panic the holder may be gone. */
static void machine_lock(void)
{
	for (uint32_t i = 0; i < LOCK_TRIES && ptx_swap(&gpu.run->lock, 1);
	     i++) {
		ptx_nap(200);
		if (ptx_load(&gpu.run->stopped)) {
			gpu_end();
		}
	}
}

void arch_console_write(const char *text, size_t n)
{
	struct gpu_console *to = gpu.console;
	uint32_t written, end;

	machine_lock();
	written = ptx_load_host(&to->written);
	end = ptx_load_host(&to->taken) + GPU_RING_BYTES;
	for (size_t i = 0; i < n; i++) {
		while (written == end) {
			ptx_store_host(&to->written, written);
			end = ptx_load_host(&to->taken) + GPU_RING_BYTES;
		}
		to->ring[written++ % GPU_RING_BYTES] = text[i];
	}
	ptx_store_host(&to->written, written);
	ptx_fence();
	ptx_store(&gpu.run->lock, 0);
}

/* After a panic the others stay, to be asked. */
_Noreturn void arch_stop(enum arch_verdict verdict)
{
	ptx_store_host(&gpu.console->verdict, (uint32_t)verdict + 1);
	if (verdict != ARCH_PANIC) {
		ptx_store(&gpu.run->stopped, 1);
	}
	gpu_end();
}
