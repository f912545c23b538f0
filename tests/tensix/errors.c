/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What hangs or breaks a chip ends the run, and is named.  The tile's number says what is
 * to go wrong.
 *
 * run: --chip wormhole --tiles 0
 * expect: 71 tile 18,18 (0) BRISC clock
 * run: --chip wormhole --tiles 0
 * expect: 71 load of 4 bytes at 0x00000102: not aligned
 * run: --chip blackhole --tiles 1
 * expect: 71 store of 2 bytes at 0xffb00001: not aligned
 * run: --chip wormhole --tiles 2
 * expect: 71 load from 0x00200000: nothing is there, and the core hangs
 * run: --chip wormhole --tiles 3
 * expect: 71 0xffaffffc: below the local RAM; has the stack overflowed
 * run: --chip blackhole --tiles 4
 * expect: 71 no such instruction
 * run: --chip blackhole --tiles 5
 * expect: 71 ebreak stops the core
 * run: --chip wormhole --tiles 6
 * expect: 71 runs into data
 * run: --chip wormhole --tiles 7
 * expect: 71 runs code that was overwritten
 * run: --chip blackhole --tiles 8
 * expect: 71 registers are words
 * run: --chip wormhole --tiles 9
 * expect: 71 source and destination differ modulo 16
 * run: --chip wormhole --tiles 10
 * expect: 71 8193 bytes: a packet has 1 to 8192
 * run: --chip blackhole --tiles 10
 * expect: 71 16385 bytes: a packet has 1 to 16384
 * run: --chip blackhole --tiles 11
 * expect: 71 0 bytes: a packet has
 * run: --chip wormhole --tiles 12
 * expect: 71 no tile at x 63, y 63
 * run: --chip blackhole --tiles 13
 * expect: 71 an inline write to L1 can hang this chip
 * run: --chip wormhole --tiles 14
 * expect: 71 a register is an aligned word
 * run: --chip blackhole --tiles 15
 * expect: 71 reach beyond L1
 * run: --chip wormhole --tiles 16
 * expect: 71 does not reserve its path
 * run: --chip wormhole --tiles 17
 * expect: 71 are not in L1
 * run: --chip blackhole --tiles 18
 * expect: 71 not the sender's own coordinates
 * run: --chip wormhole --tiles 19
 * expect: 71 only the increment of 32 bits
 * run: --chip wormhole --tiles 20
 * expect: 71 the initiator has not taken its last request
 * run: --chip wormhole --tiles 21
 * expect: 71 256 requests outstanding with transaction id 5
 * run: --chip wormhole --tiles 22
 * expect: 71 wrap around
 * run: --chip wormhole --tiles 23
 * expect: 71 T0 to T2 let go
 * run: --chip blackhole --tiles 24
 * expect: 71 written: it can only be read
 * run: --chip wormhole --tiles 25
 * expect: 71 no such instruction
 * run: --chip wormhole --tiles 26
 * expect: 70 deadlock
 * run: --chip blackhole --tiles 27,28
 * expect: 71 has not arrived everywhere
 * run: --chip wormhole --tiles 29
 * expect: 71 0xffb13018: nothing is there
 * run: --chip blackhole --tiles 30
 * expect: 71 mret outside of a handler
 * run: --chip wormhole --tiles 31
 * expect: 71 not modelled
 * run: --chip wormhole --tiles 32
 * expect: 87 has failed
 * run: --chip wormhole --tiles 33 --limit 20000
 * expect: 72 the limit of clocks
 * run: --chip wormhole --tiles 34 --stop-hazards
 * expect: 71 overtakes a store of 2 bytes
 * run: --chip wormhole --tiles 35
 * expect: 71 RET: not the sender's own coordinates
 */
#include "chip.h"

static volatile uint32_t a[8192] __attribute__((aligned(16)));
static volatile uint32_t never;

static void rectangle(uint32_t ctrl, uint32_t start, uint32_t end)
{
	uint32_t at = SET(0, 0);

	go(&(struct request){.ctrl = ctrl,
			     .length = 2048,
			     .targ = (uint32_t)(uintptr_t)a,
			     .targ_place = my_place(),
			     .ret = (uint32_t)(uintptr_t)a,
			     .ret_place = end | start << 12});
	use(WORD(at));
}

static void from(uint32_t address, uint32_t place, uint32_t bytes)
{
	go(&(struct request){.ctrl = WRITE,
			     .length = bytes,
			     .targ = address,
			     .targ_place = place,
			     .ret = (uint32_t)(uintptr_t)a,
			     .ret_place = place_of(1)});
}

static void many(void)
{
	for (unsigned i = 0; i < 400; i++) {
		go(&(struct request){.ctrl = READ,
				     .tag = 5,
				     .initiator = i & 3,
				     .length = 8192,
				     .targ = (uint32_t)(uintptr_t)a,
				     .targ_place = place_of(1),
				     .ret = (uint32_t)(uintptr_t)a,
				     .ret_place = my_place()});
	}
}

/* Two tiles at once. */
static void two(void)
{
	while (clock() < 20000 && WORD(CLOCK_HIGH) == 0) {
	}
	rectangle(MULTICAST, place_of(0), place_of(139));
	while (!never) {
	}
}

static void code(void)
{
	__asm__ volatile("la	t0, 1f\n"
			 "	sw	zero, (t0)\n"
			 "	lw	t1, (t0)\n"
			 "	addi	zero, t1, 0\n"
			 "1:	nop\n" ::
				 : "t0", "t1", "memory");
}

static void jump_to_data(void)
{
	((void (*)(void))(uintptr_t)a)();
}

static void memory(uint32_t which)
{
	switch (which) {
	case 0:
		__asm__ volatile("lw zero, 0(%0)" ::"r"(0x102));
		break;
	case 1:
		__asm__ volatile("sh zero, 0(%0)" ::"r"(0xffb00001));
		break;
	case 2:
		use(WORD(0x200000));
		break;
	case 3:
		WORD(0xffaffffc) = 0;
		break;
	case 4:
		__asm__ volatile(".word 0xffffffff");
		break;
	case 5:
		__asm__ volatile("ebreak");
		break;
	case 6:
		jump_to_data();
		break;
	case 7:
		code();
		break;
	case 8:
		use(*(volatile uint8_t *)CLOCK_LOW);
		break;
	case 23:
		WORD(SOFT_RESET) = 0x46000;
		break;
	case 24:
		__asm__ volatile(".insn i 0x73, 1, x0, x0, -236");
		break;
	case 25: /* sh1add */
		__asm__ volatile(".insn r 0x33, 2, 16, x0, x0, x0");
		break;
	case 29:
		WORD(SW_INT(0)) = 1;
		break;
	case 30:
		__asm__ volatile(".word 0x30200073");
		break;
	case 31:
		use(WORD(0xffec0000));
		break;
	case 34:
		__asm__ volatile("sh zero, 2(%0); lw zero, 0(%0)" ::"r"(a));
		break;
	}
}

static void requests(uint32_t which)
{
	uint32_t mine = (uint32_t)(uintptr_t)a;

	switch (which) {
	case 9:
		start_write(WRITE, a, place_of(1), &a[1], 4);
		break;
	case 10:
		start_write(WRITE, a, place_of(1), a, WORMHOLE ? 8193 : 16385);
		break;
	case 11:
		start_write(WRITE, a, place_of(1), a, 0);
		break;
	case 12:
		start_write(WRITE, a, 0xfff, a, 4);
		break;
	case 13:
		start_inline(place_of(1), mine, 1);
		break;
	case 14:
		start_write(WRITE, a, place_of(1), (void *)STREAM(0), 8);
		break;
	case 15:
		start_write(WRITE, a, place_of(1), (void *)0x17fff0, 32);
		break;
	case 16:
		rectangle(MULTICAST & ~0x100u, place_of(0), place_of(9));
		break;
	case 17:
		from(0xffb00000, my_place(), 16);
		break;
	case 18:
		from(mine, place_of(0), 16);
		break;
	case 19:
		go(&(struct request){.ctrl = ATOMIC,
				     .length = 0x307c,
				     .targ_place = my_place(),
				     .ret_place = my_place()});
		break;
	case 20:
		start_write(WRITE, a, place_of(1), a, 8192);
		WORD(SET(0, 0) + COMMAND) = 1;
		WORD(SET(0, 0) + COMMAND) = 1;
		break;
	case 21:
		many();
		break;
	case 22:
		rectangle(MULTICAST, place_of(9), place_of(0));
		break;
	case 35:
		go(&(struct request){.ctrl = INLINE,
				     .targ = STREAM(20),
				     .targ_place = place_of(1),
				     .ret_place = place_of(1)});
		break;
	}
}

int main(void)
{
	uint32_t which = my_index();

	memory(which);
	requests(which);
	if (which == 26) {
		await(&never, 1);
	}
	if (which == 27 || which == 28) {
		two();
	}
	while (which == 33) {
		use(clock());
	}
	return 1;
}
