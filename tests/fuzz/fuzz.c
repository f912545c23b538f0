/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	BUG = 99, /* a sanitizer's exit status */
	INPUTS_MOST = 256,
	BYTES_MOST = 1 << 16,
	SECONDS_MOST = 10, /* of a processor, for one input */
	FILES_MOST = 64 << 20,
	WORDS_MOST = 256,
};

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "exitcode=99:detect_leaks=0:allocator_may_return_null=1";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
	return "exitcode=99:print_stacktrace=1";
}

static struct {
	uint8_t *bytes;
	size_t n;
} inputs[INPUTS_MOST];
static unsigned n_inputs;

static uint8_t now[BYTES_MOST + 1];
static size_t now_bytes;

/* G. Marsaglia, "Xorshift RNGs", 2003. */
static uint64_t state;

static uint64_t draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return below ? (state >> 8) % below : 0;
}

static void fail(const char *what)
{
	perror(what);
	exit(2);
}

static void add_input(const char *folder, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "rb");
	if (!f || n_inputs == INPUTS_MOST) {
		fail(path);
	}
	inputs[n_inputs].bytes = malloc(BYTES_MOST);
	inputs[n_inputs].n = fread(inputs[n_inputs].bytes, 1, BYTES_MOST, f);
	n_inputs++;
	fclose(f);
}

static void read_folder(const char *folder)
{
	struct dirent **names;
	int n = scandir(folder, &names, NULL, alphasort);

	for (int i = 0; i < n; i++) {
		if (names[i]->d_name[0] != '.') {
			add_input(folder, names[i]->d_name);
		}
	}
	if (n_inputs == 0) {
		fail(folder);
	}
}

static void change_bits(void)
{
	for (uint64_t n = 1 + draw(3); n && now_bytes; n--) {
		now[draw(now_bytes)] ^= (uint8_t)(1u << draw(8));
	}
}

static void change_byte(void)
{
	static const char likely[] = {0,   -1,  ' ', '\n', ':', ',', '-',
				      '.', '=', '@', '9',  '%', 'x'};

	if (now_bytes) {
		now[draw(now_bytes)] =
			draw(2) ? (uint8_t)likely[draw(sizeof(likely))]
				: (uint8_t)draw(256);
	}
}

/* A word of 2, 4 or 8 bytes becomes one that is hard to add to. */
static void change_word(void)
{
	const uint64_t likely[] = {
		0,        1,          now_bytes,  now_bytes - 1,
		~0ull,    1ull << 31, 1ull << 63, 0x7fffffff,
		1u << 16, 0xffff,     4096,       draw(64)};
	size_t size = (size_t)2 << draw(3);
	uint64_t value, old = 0;
	size_t at;

	if (now_bytes < size) {
		return;
	}
	at = draw(now_bytes - size + 1);
	at -= draw(4) ? at % size : 0;
	memcpy(&old, now + at, size);
	value = draw(3) ? likely[draw(sizeof(likely) / sizeof(*likely))]
			: old + draw(9) - 4;
	memcpy(now + at, &value, size);
}

static void put_in(size_t at, const uint8_t *from, size_t n)
{
	n = n > BYTES_MOST - now_bytes ? BYTES_MOST - now_bytes : n;
	memmove(now + at + n, now + at, now_bytes - at);
	memcpy(now + at, from, n);
	now_bytes += n;
}

static void change_number(void)
{
	static const char *const likely[] = {"0",
					     "1",
					     "4294967295",
					     "4294967296",
					     "18446744073709551615",
					     "99999999999999999999999",
					     "-1",
					     "",
					     "1e9",
					     "0x",
					     "2147483648"};
	const char *number = likely[draw(sizeof(likely) / sizeof(*likely))];
	size_t at = now_bytes ? draw(now_bytes) : 0, end;

	while (at < now_bytes && (now[at] < '0' || now[at] > '9')) {
		at++;
	}
	for (end = at; end < now_bytes && now[end] >= '0' && now[end] <= '9';) {
		end++;
	}
	memmove(now + at, now + end, now_bytes - end);
	now_bytes -= end - at;
	put_in(at, (const uint8_t *)number, strlen(number));
}

static void leave_out(void)
{
	size_t at = now_bytes ? draw(now_bytes) : 0;
	size_t n = draw(draw(4) ? 16 : now_bytes + 1);

	n = n > now_bytes - at ? now_bytes - at : n;
	memmove(now + at, now + at + n, now_bytes - at - n);
	now_bytes -= n;
}

/* A piece of this or another input, somewhere. */
static void put_piece(void)
{
	unsigned from = (unsigned)draw(n_inputs);
	size_t n = draw(draw(2) ? 32 : 1 + inputs[from].n);
	size_t at = draw(inputs[from].n + 1);
	uint8_t piece[BYTES_MOST];

	n = n > inputs[from].n - at ? inputs[from].n - at : n;
	memcpy(piece, inputs[from].bytes + at, n);
	put_in(draw(now_bytes + 1), piece, n);
}

static void cut(void)
{
	now_bytes = draw(now_bytes + 1);
}

static void change(void)
{
	static void (*const ways[])(void) = {
		change_bits, change_byte,   change_word,
		change_word, change_number, change_number,
		leave_out,   put_piece,     cut};

	for (uint64_t n = 1 + draw(4); n; n--) {
		ways[draw(sizeof(ways) / sizeof(*ways))]();
	}
}

char **fuzz_words(const struct fuzz_input *input, int *count)
{
	static char *words[WORDS_MOST + 2];
	char *rest = NULL;

	for (char *c = input->text; *c; c++) {
		*c = *c == '/' ? '_' : *c;
	}
	*count = 0;
	words[(*count)++] = "program";
	for (char *w = strtok_r(input->text, "\n", &rest);
	     w && *count <= WORDS_MOST; w = strtok_r(NULL, "\n", &rest)) {
		words[(*count)++] = w;
	}
	words[*count] = NULL;
	return words;
}

static void quiet(void)
{
	int null = open("/dev/null", O_RDWR);

	dup2(null, 1);
	dup2(null, 2);
}

static _Noreturn void child(const struct fuzz_target *target, bool says)
{
	struct rlimit files = {FILES_MOST, FILES_MOST}, cores = {0, 0};
	struct itimerval time = {.it_value.tv_sec = SECONDS_MOST};
	char path[64];
	int fd = memfd_create("input", 0);
	struct fuzz_input input = {path, malloc(now_bytes + 1), now_bytes};

	setrlimit(RLIMIT_FSIZE, &files);
	setrlimit(RLIMIT_CORE, &cores);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (fd < 0 || write(fd, now, now_bytes) != (ssize_t)now_bytes) {
		fail("memfd");
	}
	memcpy(input.text, now, now_bytes);
	input.text[now_bytes] = 0;
	setitimer(ITIMER_PROF, &time, NULL);
	alarm(30 * SECONDS_MOST); /* should it wait */
	if (!says) {
		quiet();
	}
	target->parse(&input);
	_exit(0);
}

/* The exit status, 0 if the input is taken; -1 for a bug. */
static int one(const struct fuzz_target *target, bool says)
{
	int status;
	pid_t pid = fork();

	if (pid < 0) {
		fail("fork");
	}
	if (pid == 0) {
		child(target, says);
	}
	waitpid(pid, &status, 0);
	if (says && WIFSIGNALED(status)) {
		printf("signal %d\n", WTERMSIG(status));
	}
	return WIFSIGNALED(status) || WEXITSTATUS(status) >= BUG
		       ? -1
		       : WEXITSTATUS(status);
}

static void keep(const char *name, uint64_t run)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "bug-%s-%llu", name,
		 (unsigned long long)run);
	f = fopen(path, "wb");
	if (!f || fwrite(now, 1, now_bytes, f) != now_bytes || fclose(f)) {
		fail(path);
	}
	printf("%s: %zu bytes\n", path, now_bytes);
}

static int many(const struct fuzz_target *target, uint64_t seed, uint64_t runs,
		time_t seconds)
{
	time_t end = time(NULL) + (seconds ? seconds : 1 << 30);
	uint64_t bugs = 0, taken = 0, i = 0;

	for (; (!runs || i < runs) && time(NULL) < end && bugs < 8; i++) {
		unsigned from = (unsigned)(i % n_inputs);
		int status;

		state = seed * 0x9e3779b97f4a7c15 + i * 2 + 1;
		draw(0);
		draw(0);
		memcpy(now, inputs[from].bytes, inputs[from].n);
		now_bytes = inputs[from].n;
		if (i >= n_inputs) {
			change();
		}
		status = one(target, false);
		taken += i < n_inputs && status == 0;
		if (status < 0) {
			keep(target->name, i);
			bugs++;
		}
	}
	printf("%s: %llu runs, %llu bugs; of %u inputs %llu taken\n",
	       target->name, (unsigned long long)i, (unsigned long long)bugs,
	       n_inputs, (unsigned long long)taken);
	return bugs ? 1 : 0;
}

int main(int argc, char **argv)
{
	const struct fuzz_target *target = fuzz_targets;

	while (target->name && (argc < 2 || strcmp(argv[1], target->name))) {
		target++;
	}
	if (target->name && argc == 4 && !strcmp(argv[2], "one")) {
		add_input(".", argv[3]);
		memcpy(now, inputs[0].bytes, inputs[0].n);
		now_bytes = inputs[0].n;
		return one(target, true) < 0;
	}
	if (!target->name || argc != 6) {
		for (target = fuzz_targets; target->name; target++) {
			puts(target->name);
		}
		return argc == 1 ? 0 : 2;
	}
	read_folder(argv[5]);
	return many(target, strtoull(argv[2], NULL, 10),
		    strtoull(argv[3], NULL, 10), strtol(argv[4], NULL, 10));
}
