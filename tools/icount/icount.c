/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A QEMU plugin that counts instructions, core by core, between two marks.
 *
 *   -plugin file=icount.so,begin=A,end=A,skip-from=A,skip-to=A,out=FILE
 *
 * begin and end are the addresses of two functions that the image calls; the
 * instructions from the first of `begin` up to, not including, the first of
 * `end` are counted, but for those at skip-from .. skip-to - 1: the code in which
 * an emulated core halts and is woken, which the chip does not have.  Each
 * pair adds a line "core pair count" to FILE.
 *
 * Debian has no package with QEMU's plugin header, so the few declarations
 * that are needed stand here.  They are the same in version 1 of that interface, from
 * QEMU 4.2 on, and in version 2, which is the least that QEMU 9.0 and later take.
 *
 * With -icount QEMU 10 names the vCPU for which an instruction was translated, not
 * the one that executes it.  So with version 2 a core is told by where its page
 * tables are: each has its own, and those of rank 0 lie first.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info; /* we ask nothing of it */
struct qemu_plugin_register;

enum qemu_plugin_cb_flags {
	QEMU_PLUGIN_CB_NO_REGS = 0,
	QEMU_PLUGIN_CB_R_REGS = 1
};

/* GLib's GArray, and its GByteArray. */
struct array {
	void *data;
	unsigned int length;
};

struct register_name {
	struct qemu_plugin_register *handle;
	const char *name, *feature;
};

typedef void tb_trans_cb(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
typedef void insn_exec_cb(unsigned int vcpu, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   tb_trans_cb *cb);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *
qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    insn_exec_cb *cb,
					    enum qemu_plugin_cb_flags flags,
					    void *data);

void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
					  insn_exec_cb *cb,
					  enum qemu_plugin_cb_flags flags,
					  void *data);

/* Came with version 2: where there are none their addresses are NULL. */
#define SINCE_2 __attribute__((weak))
SINCE_2 struct array *qemu_plugin_get_registers(void);
SINCE_2 int qemu_plugin_read_register(struct qemu_plugin_register *handle,
				      struct array *bytes);
SINCE_2 struct array *g_byte_array_new(void);
SINCE_2 struct array *g_byte_array_set_size(struct array *bytes,
					    unsigned int length);

#define EXPORT __attribute__((visibility("default")))
EXPORT int qemu_plugin_version = 1;
EXPORT int qemu_plugin_install(qemu_plugin_id_t id,
			       const struct qemu_info *info, int argc,
			       char **argv);

/* QEMU reads the number when it has loaded us, so after this. */
__attribute__((constructor)) static void choose_version(void)
{
	if (qemu_plugin_get_registers) {
		qemu_plugin_version = 2;
	}
}

enum {
	MAX_CORES = 1024
};

static uint64_t begin, end, skip_from, skip_to;
static FILE *out;

/* One thread plays all vCPUs, so no lock is needed. */
static struct core {
	uint64_t id;
	uint64_t count;
	unsigned int pair;
	bool on, used;
} cores[MAX_CORES];
static struct core *core = cores;

static void core_is(uint64_t id)
{
	if (core->used && core->id == id) {
		return;
	}
	for (core = cores; core->used && core->id != id; core++) {
		if (core == &cores[MAX_CORES - 1]) {
			fprintf(stderr, "icount: too many cores\n");
			exit(1);
		}
	}
	core->used = true;
	core->id = id;
}

static struct qemu_plugin_register *page_tables(void)
{
	struct array *all = qemu_plugin_get_registers();
	struct register_name *names = all->data;

	for (unsigned int i = 0; i < all->length; i++) {
		if (strcmp(names[i].name, "cr3") == 0 ||
		    strcmp(names[i].name, "TTBR0_EL1") == 0) {
			return names[i].handle;
		}
	}
	fprintf(stderr, "icount: no register tells cores apart\n");
	exit(1);
}

static void on_block(unsigned int vcpu, void *data)
{
	static struct qemu_plugin_register *tables;
	static struct array *bytes;
	uint32_t id;

	(void)data;
	if (!qemu_plugin_get_registers) {
		core_is(vcpu);
		return;
	}
	if (!bytes) {
		bytes = g_byte_array_new();
		tables = page_tables();
	}
	g_byte_array_set_size(bytes, 0);
	qemu_plugin_read_register(tables, bytes);
	memcpy(&id, bytes->data, sizeof(id));
	core_is(id);
}

static void on_begin(unsigned int vcpu, void *data)
{
	(void)vcpu;
	(void)data;
	core->count = 0;
	core->on = true;
}

static void on_end(unsigned int vcpu, void *data)
{
	(void)vcpu;
	(void)data;
	if (core->on) {
		core->on = false;
		fprintf(out, "%" PRIu64 " %u %" PRIu64 "\n", core->id,
			core->pair++, core->count);
		fflush(out);
	}
}

static void on_insn(unsigned int vcpu, void *data)
{
	(void)vcpu;
	(void)data;
	core->count += core->on;
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block,
					     QEMU_PLUGIN_CB_R_REGS, NULL);
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t at = qemu_plugin_insn_vaddr(insn);

		/* Callbacks of one instruction run in this order. */
		if (at == begin) {
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, on_begin, QEMU_PLUGIN_CB_NO_REGS, NULL);
		}
		if (at == end) {
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, on_end, QEMU_PLUGIN_CB_NO_REGS, NULL);
		}
		if (at < skip_from || at >= skip_to) {
			qemu_plugin_register_vcpu_insn_exec_cb(
				insn, on_insn, QEMU_PLUGIN_CB_NO_REGS, NULL);
		}
	}
}

static uint64_t *number_named(const char *name, size_t length)
{
	static const struct {
		const char *name;
		uint64_t *value;
	} numbers[] = {{"begin", &begin},
		       {"end", &end},
		       {"skip-from", &skip_from},
		       {"skip-to", &skip_to}};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		if (strlen(numbers[i].name) == length &&
		    memcmp(numbers[i].name, name, length) == 0) {
			return numbers[i].value;
		}
	}
	return NULL;
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info,
			int argc, char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++) {
		const char *value = strchr(argv[i], '=');
		uint64_t *number;

		if (!value) {
			continue;
		}
		number = number_named(argv[i], (size_t)(value - argv[i]));
		if (number) {
			*number = strtoull(value + 1, NULL, 0);
		} else if (strncmp(argv[i], "out=", 4) == 0) {
			out = fopen(value + 1, "w");
		}
	}
	if (!out || !begin || !end) {
		fprintf(stderr, "icount: needs begin=, end= and out=\n");
		return -1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
	return 0;
}
