/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=4 args=same_target tap=no time-out=30 */
/*
 * Writes that others are told of before they have landed, planted: nothing orders
 * writes to different cores but weft_quiet.  And such as only look like that.
 * tests/48-detect.t demands that the simulator's detectors name each, with
 * its line, the line that told, and the line that uses it.  The argument says which.
 */
#include <string.h>

#include <weft/weft.h>

#include "arch/arch.h"
#include "runtime/irq.h"

enum {
	OWNER = 0, /* of the data */
	WRITER = 1,
	TOLD = 2,
	LAST = 3,
	BYTES = 32
};

static uint32_t area, flags;
static uint8_t data[BYTES];

static bool i_am(uint32_t rank)
{
	return weft_rank() == rank;
}

static void put_at(uint32_t rank)
{
	weft_put(weft_at(rank, area), data, BYTES);
}

static void get_at(uint32_t rank)
{
	weft_get(data, weft_at(rank, area), BYTES);
}

static void tell(uint32_t rank)
{
	weft_flag_write(rank, flags, 1);
}

static void told_by(uint32_t rank)
{
	weft_flag_wait_from(rank, flags, 1, WEFT_FOREVER);
}

/* The most common one: data here, the flag there. */
static void two_targets(void)
{
	if (i_am(WRITER)) {
		put_at(OWNER);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		get_at(OWNER);
	}
}

/* Who was told tells another, and that one its quiet does not help. */
static void passed_on(void)
{
	if (i_am(WRITER)) {
		put_at(OWNER);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		weft_quiet();
		tell(LAST);
	}
	if (i_am(LAST)) {
		told_by(TOLD);
		get_at(OWNER);
	}
}

static void quiet_too_soon(void)
{
	if (i_am(WRITER)) {
		weft_quiet();
		put_at(OWNER);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		get_at(OWNER);
	}
}

static void other_settled(void)
{
	if (i_am(WRITER)) {
		put_at(OWNER);
		arch_settle(LAST);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		get_at(OWNER);
	}
}

/* My own window is a target like others. */
static void own_window(void)
{
	if (i_am(WRITER)) {
		put_at(WRITER);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		get_at(WRITER);
	}
}

/* Which of the two writes stays is open. */
static void overwritten(void)
{
	if (i_am(WRITER)) {
		put_at(OWNER);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		put_at(OWNER);
	}
}

static void read_back(void)
{
	if (i_am(WRITER)) {
		put_at(OWNER);
		get_at(OWNER);
	}
}

static void unlocked(void)
{
	while (!arch_tas(OWNER)) {
		arch_relax(0);
	}
	put_at(OWNER);
	arch_tas_clear(OWNER);
	weft_quiet(); /* too late: weft_unlock has it before */
}

/* An interrupt waits for flags to its target, and for nothing else. */
static void raised(bool flag)
{
	uint32_t before = rt_irq_taken(ARCH_IRQ_NOTIFY);

	weft_barrier(WEFT_WORLD, WEFT_FOREVER);
	if (i_am(WRITER)) {
		put_at(TOLD);
		if (flag) {
			tell(TOLD);
		}
		arch_raise(TOLD, 1);
	}
	if (i_am(TOLD)) {
		while (rt_irq_taken(ARCH_IRQ_NOTIFY) == before) {
			arch_relax(0);
		}
		get_at(TOLD);
	}
}

static void no_flag(void)
{
	raised(false);
}

static void flag_and_interrupt(void)
{
	raised(true);
}

/* No mistake: rule (b), wherever the flag is read, and whoever is told then. */
static void same_target(void)
{
	uint32_t seen = 0;

	if (i_am(WRITER)) {
		put_at(OWNER);
		tell(OWNER);
	}
	while (i_am(TOLD) && seen == 0) {
		weft_flag_read(OWNER, flags, &seen);
	}
	if (i_am(TOLD)) {
		get_at(OWNER);
		tell(LAST);
	}
	if (i_am(LAST)) {
		told_by(TOLD);
		get_at(OWNER);
	}
}

static void settled(void)
{
	if (i_am(WRITER)) {
		put_at(OWNER);
		arch_settle(OWNER);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		get_at(OWNER);
	}
}

/* The owner has seen it: then it is there, and nobody need ask for it. */
static void answered(void)
{
	if (i_am(WRITER)) {
		put_at(OWNER);
		tell(OWNER);
		told_by(OWNER);
		tell(TOLD);
	}
	if (i_am(OWNER)) {
		told_by(WRITER);
		tell(WRITER);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		get_at(OWNER);
	}
}

/* What was read is read; the next may write there. */
static void only_read(void)
{
	if (i_am(WRITER)) {
		get_at(OWNER);
		tell(TOLD);
	}
	if (i_am(TOLD)) {
		told_by(WRITER);
		put_at(OWNER);
	}
}

static const struct {
	const char *name;
	void (*make)(void);
} kinds[] = {
	{"two_targets", two_targets},
	{"passed_on", passed_on},
	{"quiet_too_soon", quiet_too_soon},
	{"other_settled", other_settled},
	{"own_window", own_window},
	{"overwritten", overwritten},
	{"read_back", read_back},
	{"unlocked", unlocked},
	{"no_flag", no_flag},
	{"flag_and_interrupt", flag_and_interrupt},
	{"same_target", same_target},
	{"settled", settled},
	{"answered", answered},
	{"only_read", only_read},
};

int main(int argc, char **argv)
{
	if (weft_mpb_alloc(BYTES, &area) || weft_flags_alloc(1, &flags)) {
		return 2;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (argc == 2 && strcmp(argv[1], kinds[i].name) == 0) {
			kinds[i].make();
			return 0;
		}
	}
	return 2;
}
