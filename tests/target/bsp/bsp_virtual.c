/* SPDX-License-Identifier: Apache-2.0 */
/* weft-test: cores=1,2,3,17,48 always=3 args=3 tap=no expect=all_right_of */
/* weft-test: cores=3 args=2,1 tap=no expect=all_right_of_7_processes */
/* weft-test: cores=3 args=0,-1 tap=no expect=all_right_of_2_processes */
/* weft-test: boards=scc-sim modes=relaxed cores=3,17 seeds=3 args=4,2 tap=no
   expect=all_right_of */
/* weft-test: boards=scc-sim cores=3 env=CHUNK=8,WEFT_BSP_SCHEDULE=random
   args=3 tap=no expect=all_right_of_9_processes */
/* weft-test: cores=3 args=2,1,init tap=no expect=init:_7_processes_have_ended */
/* weft-test: cores=2 args=3,0,wrong tap=no exit=70 expect=of_process_4_at_ */
/* weft-test: cores=2 args=3,0,beyond tap=no exit=70 expect=to_process_4:_8_bytes */
/* weft-test: cores=2 args=3,0,differ tap=no exit=70 expect=registered_and_popped_alike */
/* weft-test: cores=2 args=3,0,longer tap=no exit=70 expect=registered_and_popped_alike */
/* weft-test: cores=2 args=3,0,tags tap=no exit=70 expect=size_of_tags_alike */
/* weft-test: cores=2 args=3,0,end tap=no exit=70 expect=of_this_core_one_has_called_ */
/* weft-test: cores=2 args=3,0,main tap=no exit=70 expect=main_has_ended_before_ */
/* weft-test: cores=2 args=3,0,code tap=no exit=5 */
/* weft-test: cores=2 args=3,0 env=WEFT_BSP_STACK=2000000000 tap=no exit=70
   expect=no_memory_for_so_many_processes */
/* weft-test: cores=3 env=WEFT_BSP_PROCESSES=8 args=0,0,asked tap=no
   expect=all_right_of_8_processes */
/*
 * More processes than cores: args are processes for each core, and how many more.  What a
 * process has is in a struct on its stack; what all of a core share is shared on purpose.
 */
#define BSP_VIRTUAL
#include <bsp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <weft/weft.h>

#include "tests/target/bsp/options.h"

enum {
	TURNS = 12,
	SENT = 5
};

struct process {
	int p, me, next, before;
	int wrong; /* the first check that failed */
	int checks;
};

static void check(struct process *my, int right)
{
	my->checks++;
	if (!right && my->wrong == 0) {
		my->wrong = my->checks;
	}
}

static int *room(int n)
{
	int *at = calloc((size_t)n, sizeof(*at));

	if (!at) {
		bsp_abort("no memory");
	}
	return at;
}

static void puts_and_gets(struct process *my)
{
	int x[3] = {-1, 100 + my->me, -1}, got = -1, there = 500 + my->me;
	int *all = room(my->p);

	bsp_push_reg(x, sizeof(x));
	bsp_push_reg(all, my->p * (int)sizeof(*all));
	bsp_sync();
	bsp_put(my->next, &my->me, x, 0, sizeof(int));
	bsp_get(my->next, x, sizeof(int), &got, sizeof(int));
	bsp_put(my->me, &there, x, sizeof(int), sizeof(int));
	bsp_hpput(my->before, &there, x, 2 * sizeof(int), sizeof(int));
	for (int i = 0; i < my->p; i++) {
		int value = my->me << 8 | (i & 255);

		bsp_put(i, &value, all, my->me * (int)sizeof(int), sizeof(int));
	}
	check(my, x[0] == -1 && x[2] == -1 && got == -1);
	bsp_sync();
	check(my, x[0] == my->before);
	check(my, got == 100 + my->next);
	check(my, x[1] == 500 + my->me && x[2] == 500 + my->next);
	for (int i = 0; i < my->p; i++) {
		check(my, all[i] == (i << 8 | (my->me & 255)));
	}
	bsp_hpget(my->before, x, 0, &got, sizeof(int));
	bsp_pop_reg(all);
	bsp_sync();
	check(my, got == (my->before > 0 ? my->before : my->p) - 1);
	bsp_pop_reg(x);
	bsp_sync();
	free(all);
}

/* All processes of a core register the same address; others have none there. */
static int shared[64];

static void one_address(struct process *my)
{
	int value = 7 + my->me, mine = -1, first = 9;
	int odd = my->me & 1;

	bsp_push_reg(shared, odd ? (int)sizeof(shared) : 8);
	bsp_sync();
	bsp_push_reg(odd ? NULL : (void *)&mine, sizeof(int));
	bsp_push_reg(&first, sizeof(int));
	bsp_sync();
	bsp_put(my->next, &value, &first, 0, sizeof(int));
	if (!odd && (my->next & 1) == 0) {
		bsp_put(my->next, &value, &mine, 0, sizeof(int));
	}
	if (my->next & 1) {
		bsp_put(my->next, &value, shared,
			(4 + (my->next & 31)) * (int)sizeof(int), sizeof(int));
	}
	bsp_sync();
	check(my, first == 7 + my->before);
	check(my, odd || (my->before & 1) || mine == 7 + my->before);
	check(my, !odd || shared[4 + (my->me & 31)] >= 7);
	bsp_pop_reg(shared);
	bsp_sync();
	bsp_put(my->next, &my->me, &first, 0, sizeof(int));
	bsp_sync();
	check(my, first == my->before);
	bsp_pop_reg(&first);
	bsp_pop_reg(odd ? NULL : (void *)&mine);
	bsp_sync();
}

/* Number i of what process pid sends in a turn, and to whom. */
static unsigned drawn(int pid, int turn, int i)
{
	unsigned x = (unsigned)(pid * 65599 + turn * 257 + i);

	x = (x ^ x >> 15) * 0x2c1b3c6d;
	x = (x ^ x >> 12) * 0x297a2d39;
	return x ^ x >> 15;
}

static unsigned below(unsigned x, int n)
{
	return (unsigned)((uint64_t)x * (unsigned)n >> 32);
}

static void messages(struct process *my)
{
	int size = 6, left, bytes;

	bsp_set_tagsize(&size);
	check(my, size == 0);
	bsp_sync();
	for (int turn = 0; turn < TURNS; turn++) {
		unsigned sum = 0, count = 0;

		for (int i = 0; i < SENT; i++) {
			unsigned x = drawn(my->me, turn, i);
			char tag[6] = {(char)turn, (char)i};

			bsp_send((int)below(x, my->p), tag, &x, sizeof(x));
			if (i == turn % SENT) {
				weft_fiber_yield(); /* others call between */
			}
		}
		bsp_sync();
		for (int pid = 0; pid < my->p; pid++) {
			for (int i = 0; i < SENT; i++) {
				unsigned x = drawn(pid, turn, i);

				if ((int)below(x, my->p) == my->me) {
					sum += x;
					count++;
				}
			}
		}
		bsp_qsize(&left, &bytes);
		check(my, left == (int)count && bytes == 4 * left);
		while (left-- > (turn & 1)) { /* one may be left */
			char tag[6];
			unsigned x;
			int status;

			weft_fiber_yield();
			bsp_get_tag(&status, tag);
			check(my, status == 4 && tag[0] == turn);
			bsp_move(&x, sizeof(x));
			sum -= x;
			count--;
		}
		check(my, count == 0 ? sum == 0 : count == 1);
	}
	size = 0;
	bsp_set_tagsize(&size);
	check(my, size == 6);
	bsp_sync();
}

/* One of all is wrong. */
static void go_wrong(const struct process *my, const char *how)
{
	int x[2] = {0, 0}, size = my->me == 4 ? 4 : 8;

	bsp_push_reg(x, sizeof(int));
	bsp_sync();
	if (strcmp(how, "wrong") == 0 && my->me == 4) {
		bsp_put(my->p, x, x, 0, sizeof(int));
	} else if (strcmp(how, "beyond") == 0 && my->me == 1) {
		bsp_put(4, x, x, 0, 8);
	} else if (strcmp(how, "differ") == 0) {
		bsp_push_reg(shared, 4);
		bsp_sync();
		bsp_pop_reg(my->me == 4 ? x : shared);
	} else if (strcmp(how, "longer") == 0) {
		for (int i = 0; i < (my->me == 4 ? 2 : 1); i++) {
			bsp_push_reg(shared, 4);
		}
		bsp_sync();
	} else if (strcmp(how, "tags") == 0) {
		bsp_set_tagsize(&size);
	} else if (strcmp(how, "end") == 0 && my->me == 4) {
		bsp_end();
	}
	bsp_sync();
}

static struct {
	int each, more;
	const char *how;
} asked;

static int process(void)
{
	struct process my = {.wrong = 0};
	int *wrong;

	bsp_begin(strcmp(asked.how, "asked") == 0
			  ? bsp_nprocs()
			  : (int)weft_size() * asked.each + asked.more +
				    (asked.each ? 0 : (int)weft_size()));
	my.p = bsp_nprocs();
	my.me = bsp_pid();
	my.next = my.me + 1 < my.p ? my.me + 1 : 0;
	my.before = my.me > 0 ? my.me - 1 : my.p - 1;
	if (strcmp(asked.how, "main") == 0 && my.me == 4) {
		return 0;
	}
	go_wrong(&my, asked.how);
	for (int turn = 0; turn < 2; turn++) {
		puts_and_gets(&my);
		one_address(&my);
		messages(&my);
	}
	wrong = room(my.p);
	bsp_push_reg(wrong, my.p * (int)sizeof(*wrong));
	bsp_sync();
	bsp_put(0, &my.wrong, wrong, my.me * (int)sizeof(int), sizeof(int));
	bsp_sync();
	for (int i = 0; my.me == 0 && i < my.p; i++) {
		if (wrong[i]) {
			bsp_abort("process %d: check %d", i, wrong[i]);
		}
	}
	bsp_end();
	if (my.me == 0) {
		printf("all right of %d processes\n", my.p);
	}
	return strcmp(asked.how, "code") == 0 && my.me == 4 ? 5 : 0;
}

static void spmd(void)
{
	process();
}

int main(int argc, char **argv)
{
	bsp_options_of_test();
	asked.each = argc > 1 ? atoi(argv[1]) : 2;
	asked.more = argc > 2 ? atoi(argv[2]) : 0;
	asked.how = argc > 3 ? argv[3] : "";
	if (strcmp(asked.how, "init") != 0) {
		return process();
	}
	bsp_init(spmd, argc, argv);
	spmd();
	printf("init: %d processes have ended\n", bsp_nprocs());
	return 0;
}
