/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A port that compiles and does nothing: one core, no memory, no time.
 *
 * Copy the folder, then fill in the functions in the order of docs/porting.md;
 * every one is documented in arch/arch.h.  `make check` compiles this
 * file, so that it never falls behind the contract.
 */
#include "arch/arch.h"
#include "arch/look.h"
#include "arch/boot.h"

uint32_t arch_rank(void)
{
	return 0;
}

uint32_t arch_count(void)
{
	return 1;
}

struct arch_coords arch_coords(uint32_t rank)
{
	return (struct arch_coords){0, 0, rank};
}

uint32_t arch_hops(uint32_t a, uint32_t b)
{
	(void)a;
	(void)b;
	return 1;
}

const struct arch_boot *arch_boot(void)
{
	static const struct arch_boot nothing = {
		.magic = ARCH_BOOT_MAGIC,
		.version = ARCH_BOOT_VERSION,
		.bytes = sizeof(nothing),
		.count = 1,
	};

	return &nothing;
}

size_t arch_dram(void **base)
{
	*base = NULL;
	return 0;
}

uint32_t arch_window_bytes(uint32_t window)
{
	(void)window;
	return 0;
}

void arch_put(uint32_t rank, uint32_t window, uint32_t offset, const void *src,
	      size_t n)
{
	(void)rank;
	(void)window;
	(void)offset;
	(void)src;
	(void)n;
}

void arch_get(void *dst, uint32_t rank, uint32_t window, uint32_t offset,
	      size_t n)
{
	(void)dst;
	(void)rank;
	(void)window;
	(void)offset;
	(void)n;
}

void arch_copy(struct arch_addr dst, struct arch_addr src, size_t n)
{
	(void)dst;
	(void)src;
	(void)n;
}

void arch_flag_write(uint32_t rank, uint32_t offset, uint32_t value)
{
	(void)rank;
	(void)offset;
	(void)value;
}

void arch_flags_write(uint32_t rank, uint32_t offset, const uint32_t *words,
		      uint32_t n)
{
	(void)rank;
	(void)offset;
	(void)words;
	(void)n;
}

void arch_flags_read(uint32_t *words, uint32_t rank, uint32_t offset,
		     uint32_t n)
{
	(void)words;
	(void)rank;
	(void)offset;
	(void)n;
}

uint32_t arch_flag_read(uint32_t rank, uint32_t offset)
{
	(void)rank;
	(void)offset;
	return 0;
}

enum arch_result arch_await(const struct arch_word *word, uint64_t deadline)
{
	(void)word;
	(void)deadline;
	return ARCH_TIMEOUT;
}

void arch_acquire(void)
{
}

void arch_fence(void)
{
}

void arch_quiet(void)
{
}

void arch_settle(uint32_t rank)
{
	(void)rank;
}

arch_irq_state arch_irq_save(void)
{
	return 0;
}

void arch_irq_restore(arch_irq_state state)
{
	(void)state;
}

void arch_raise(uint32_t first, uint32_t n)
{
	(void)first;
	(void)n;
}

uint32_t arch_notify_fanout(void)
{
	return ARCH_NOTIFY_FANOUT;
}

void arch_raise_list(const uint32_t *ranks, uint32_t n)
{
	(void)ranks;
	(void)n;
}

void arch_timer_set(uint64_t deadline)
{
	(void)deadline;
}

void arch_sleep(void)
{
}

bool arch_tas(uint32_t rank)
{
	(void)rank;
	return true;
}

void arch_tas_clear(uint32_t rank)
{
	(void)rank;
}

void arch_relax(uint32_t attempt)
{
	(void)attempt;
}

uint64_t arch_cycles(void)
{
	return 0;
}

uint64_t arch_cycles_in_us(uint32_t us)
{
	return us;
}

void arch_console_write(const char *text, size_t n)
{
	(void)text;
	(void)n;
}

_Noreturn void arch_stop(enum arch_verdict verdict)
{
	(void)verdict;
	for (;;) {
	}
}
