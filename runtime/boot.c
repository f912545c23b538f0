/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The record comes from outside, so every offset in it is checked once, at
 * start; afterwards it is only read.
 */
#include <stdbool.h>

#include "arch/arch.h"
#include "runtime/boot.h"
#include "runtime/panic.h"
#include "runtime/text.h"

static ARCH_COLD const char *boot_at(uint32_t offset)
{
	return (const char *)arch_boot() + offset;
}

/* Do n strings start at offset and end within the record? */
static ARCH_COLD bool strings_fit(const struct arch_boot *boot, uint32_t offset,
				  uint32_t n)
{
	while (n > 0 && offset < boot->bytes) {
		if (*boot_at(offset++) == 0) {
			n--;
		}
	}
	return n == 0;
}

/* Do n items of 2^shift bytes fit behind offset? */
static ARCH_COLD bool items_fit(const struct arch_boot *boot, uint32_t offset,
				uint32_t n, uint32_t shift)
{
	return offset <= boot->bytes && (offset & 3) == 0 &&
	       n <= (boot->bytes - offset) >> shift;
}

static ARCH_COLD const struct arch_boot_file *files(void)
{
	return (const struct arch_boot_file *)(const void *)boot_at(
		arch_boot()->files);
}

static ARCH_COLD void boot_check(bool ok, const char *what)
{
	if (!ok) {
		rt_panic(what);
	}
}

void rt_boot_check(void)
{
	const struct arch_boot *boot = arch_boot();
	const struct arch_boot_file *file = files();

	boot_check(boot->magic == ARCH_BOOT_MAGIC, "boot record: no magic");
	boot_check(boot->version == ARCH_BOOT_VERSION,
		   "boot record: its version");
	boot_check(boot->count == arch_count(), "boot record: count of cores");
	boot_check(items_fit(boot, boot->cores, boot->count, 2),
		   "boot record: list of cores");
	boot_check(strings_fit(boot, boot->args, boot->argc),
		   "boot record: arguments");
	boot_check(strings_fit(boot, boot->envs, boot->envc),
		   "boot record: environment");
	/* Files are 24 bytes: 16 is a lower bound, each name is checked.  They hold words of 64. */
	boot_check(items_fit(boot, boot->files, boot->filec, 4) &&
			   (boot->filec == 0 || (boot->files & 7) == 0),
		   "boot record: files");
	for (uint32_t i = 0; i < boot->filec; i++, file++) {
		boot_check((const char *)(file + 1) <= boot_at(boot->bytes) &&
				   strings_fit(boot, file->name, 1),
			   "boot record: name of a file");
	}
}

const char *rt_boot_args(void)
{
	return boot_at(arch_boot()->args);
}

const char *rt_boot_envs(void)
{
	return boot_at(arch_boot()->envs);
}

const char *rt_boot_next(const char *s)
{
	while (*s++) {
	}
	return s;
}

const char *rt_env(const char *name)
{
	const char *s = rt_boot_envs();

	for (uint32_t n = arch_boot()->envc; n > 0; n--, s = rt_boot_next(s)) {
		const char *rest = text_after(s, name);

		if (rest && *rest == '=') {
			return rest + 1;
		}
	}
	return NULL;
}

/* What a character stands for; more than any base's digit if it is none. */
static ARCH_COLD uint32_t digit_of(char c)
{
	if (c >= 'a' && c <= 'f') {
		return (uint32_t)(c - 'a') + 10;
	}
	return (uint32_t)(c - '0') < 10 ? (uint32_t)(c - '0') : UINT32_MAX;
}

/* Decimal, or hexadecimal after 0x.  False: it is no number of 32 bits. */
static ARCH_COLD bool number_of(const char *s, uint32_t *number)
{
	const char *hex = text_after(s, "0x");
	uint32_t most = hex ? UINT32_MAX >> 4 : UINT32_MAX / 10;
	uint32_t value = 0;

	s = hex ? hex : s;
	do {
		uint32_t digit = digit_of(*s);
		bool fits = value <= most && digit <= (hex ? 15u : 9u);

		value = hex ? value << 4 : (value << 3) + (value << 1);
		value += digit;
		if (!fits || value < digit) {
			return false;
		}
	} while (*++s);
	*number = value;
	return true;
}

uint32_t rt_env_number(const char *name, uint32_t usual, uint32_t least,
		       uint32_t most)
{
	const char *s = rt_env(name);
	uint32_t value;

	if (!s || !*s) {
		return usual;
	}
	if (!number_of(s, &value) || value < least || value > most) {
		rt_refuse("%s=%s is no number from %u to %u", name, s, least,
			  most);
	}
	return value;
}

const struct arch_boot_file *rt_boot_file(const char *name)
{
	for (uint32_t i = 0; i < arch_boot()->filec; i++) {
		const struct arch_boot_file *file = files() + i;
		const char *rest = text_after(boot_at(file->name), name);

		if (file->rank == arch_rank() && rest && *rest == 0) {
			return file;
		}
	}
	return NULL;
}
