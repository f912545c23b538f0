/* SPDX-License-Identifier: Apache-2.0 */
/* KIND[:KEY=VALUE[,KEY=VALUE ..]], a value being A or A-B. */
#include <stdlib.h>
#include <string.h>

#include "sim/chip/host.h"
#include "sim/faults/inject_rule.h"

/* Values are whole, or decimals with at most so many digits. */
static const struct {
	const char *name;
	uint32_t digits;
	uint64_t least, most;
} keys[FAULT_KEYS] = {
	[KEY_FROM] = {"from", 0, 0, UINT32_MAX},
	[KEY_TO] = {"to", 0, 0, UINT32_MAX},
	[KEY_CORE] = {"core", 0, 0, UINT32_MAX},
	[KEY_NTH] = {"nth", 0, 1, UINT64_C(1) << 40},
	[KEY_OP] = {"op", 0, 1, UINT64_C(1) << 40},
	[KEY_IN] = {.name = "in"}, /* a function's name */
	[KEY_P] = {"p", 9, 0, CHANCES},
	[KEY_AT] = {"at", 6, 0, UINT64_C(1) << 60},
	[KEY_FOR] = {"for", 6, 1, UINT64_C(1) << 60},
	[KEY_EVERY] = {"every", 6, 1, UINT64_C(1) << 60},
	[KEY_BY] = {"by", 6, 1, UINT64_C(1) << 60},
	[KEY_X] = {"x", 0, 2, 10000},
	[KEY_OFFSET] = {"offset", 0, 0, UINT32_MAX},
	[KEY_XOR] = {"xor", 0, 1, 255},
};

#define K(key)      (1u << KEY_##key)
#define IRQ         (K(FROM) | K(TO) | K(NTH))
#define MOMENT      (K(OP) | K(IN) | K(AT))
#define WINDOW      (K(AT) | K(FOR) | K(EVERY))
#define LASTING     (K(CORE) | K(P) | WINDOW)
#define LASTING_ANY (K(CORE) | K(AT) | K(FOR))

/* `some`: one of these says when; `ranges`: those that may be A-B. */
static const struct {
	const char *name;
	uint32_t may, must, some, ranges;
} kinds[FAULT_KINDS] = {
	[IRQ_LOST] = {"irq-lost", IRQ | K(P) | WINDOW, 0, 0, IRQ},
	[IRQ_DELAYED] = {"irq-delayed", IRQ | K(P) | WINDOW | K(BY), K(BY), 0,
			 IRQ | K(BY)},
	[IRQ_DOUBLED] = {"irq-doubled", IRQ | K(P) | WINDOW | K(BY), K(BY), 0,
			 IRQ | K(BY)},
	[IRQ_MERGED] = {"irq-merged", IRQ | K(P) | WINDOW, 0, 0, IRQ},
	[IRQ_SPURIOUS] = {"irq-spurious", K(TO) | K(OP) | K(P) | K(AT), 0,
			  K(OP) | K(P) | K(AT), K(TO) | K(OP) | K(AT)},
	[SLOW] = {"slow", LASTING | K(X), K(X), 0, LASTING_ANY | K(X)},
	[LATE] = {"late", K(CORE) | K(P) | K(BY), K(BY), 0, K(CORE) | K(BY)},
	[STOP] = {"stop", K(CORE) | K(P) | MOMENT | K(NTH), 0, MOMENT,
		  K(CORE) | K(OP) | K(AT)},
	[PAUSE] = {"pause", K(CORE) | K(P) | MOMENT | K(NTH) | K(FOR), K(FOR),
		   MOMENT, K(CORE) | K(OP) | K(AT) | K(FOR)},
	[FLIP] = {"flip", K(CORE) | K(P) | K(NTH) | K(AT) | K(OFFSET) | K(XOR),
		  0, K(P) | K(NTH) | K(AT), K(CORE) | K(NTH) | K(AT) | K(XOR)},
	[DRAM] = {"dram", LASTING | K(X), K(X), 0, LASTING_ANY | K(X)},
	[TAS] = {"tas", LASTING, 0, 0, LASTING_ANY},
};

struct fault_rule *fault_rules;

static _Noreturn void wrong(const struct fault_rule *rule, const char *what,
			    const char *which)
{
	die(STATUS_USAGE, "fault '%s': %s%s", rule->text, what, which);
}

/* A decimal times 10^digits, or hexadecimal; *at goes behind it. */
static bool number(const char **at, uint32_t digits, uint64_t *value)
{
	char *end;
	uint64_t n;

	if (**at < '0' || **at > '9') {
		return false;
	}
	if ((*at)[0] == '0' && (*at)[1] == 'x' && !digits) {
		*value = strtoull(*at + 2, &end, 16);
		n = (uint64_t)(end - *at);
		*at = end;
		return n > 2;
	}
	n = strtoull(*at, &end, 10);
	if (n > UINT64_C(1) << 40) {
		return false;
	}
	*at = end + (*end == '.' && digits);
	for (bool fraction = *at != end; digits; digits--) {
		fraction = fraction && **at >= '0' && **at <= '9';
		if (n >= UINT64_MAX / 10) {
			return false;
		}
		n = n * 10 + (fraction ? (uint64_t)(*(*at)++ - '0') : 0);
	}
	*value = n;
	return true;
}

static void take_value(struct fault_rule *rule, enum fault_key key,
		       const char *text)
{
	struct range *value = &rule->value[key];
	bool ranges = kinds[rule->kind].ranges >> key & 1;
	const char *at = text;
	bool ok = number(&at, keys[key].digits, &value->least);

	value->most = value->least;
	if (ok && *at == '-' && ranges) {
		at++;
		ok = number(&at, keys[key].digits, &value->most);
	}
	if (!ok || *at || value->least < keys[key].least ||
	    value->most > keys[key].most || value->least > value->most) {
		die(STATUS_USAGE, "fault '%s': '%s=%s' is no value%s",
		    rule->text, keys[key].name, text,
		    ranges ? " or range A-B of them" : "");
	}
}

static void take_pair(struct fault_rule *rule, char *pair)
{
	char *value = strchr(pair, '=');
	enum fault_key key = 0;

	if (!value) {
		wrong(rule, "not key=value: ", pair);
	}
	*value++ = 0;
	while (key < FAULT_KEYS && strcmp(keys[key].name, pair) != 0) {
		key++;
	}
	if (key == FAULT_KEYS || !(kinds[rule->kind].may >> key & 1)) {
		wrong(rule, "it takes no ", pair);
	}
	if (fault_has(rule, key)) {
		wrong(rule, "there twice: ", pair);
	}
	rule->given |= 1u << key;
	if (key == KEY_IN) {
		rule->function = strdup(value);
		return;
	}
	take_value(rule, key, value);
}

static void check(const struct fault_rule *rule)
{
	uint32_t missing = kinds[rule->kind].must & ~rule->given;
	uint32_t some = kinds[rule->kind].some;

	if (missing) {
		wrong(rule, "it needs ", keys[__builtin_ctz(missing)].name);
	}
	if (some && !(rule->given & some)) {
		wrong(rule, "it does not say when", "");
	}
	if (some && fault_has(rule, KEY_AT) &&
	    (rule->given & (K(OP) | K(NTH) | K(IN)))) {
		wrong(rule, "at excludes nth, op and in", "");
	}
	if ((some & K(IN)) &&
	    (fault_has(rule, KEY_IN) ? fault_has(rule, KEY_OP)
				     : fault_has(rule, KEY_NTH))) {
		wrong(rule, "nth is for in, which excludes op", "");
	}
	if (fault_has(rule, KEY_EVERY) &&
	    (!fault_has(rule, KEY_FOR) ||
	     rule->value[KEY_FOR].most > rule->value[KEY_EVERY].least)) {
		wrong(rule, "every needs a for that is not longer", "");
	}
}

struct fault_rule *fault_add(const char *text)
{
	static struct fault_rule **last = &fault_rules;
	struct fault_rule *rule = host_alloc(sizeof(*rule));
	char *rest = strdup(text), *name = strsep(&rest, ":"), *pair;

	rule->text = strdup(text);
	while (rule->kind < FAULT_KINDS &&
	       strcmp(kinds[rule->kind].name, name) != 0) {
		rule->kind++;
	}
	if (rule->kind == FAULT_KINDS) {
		wrong(rule, "there is no kind of fault ", name);
	}
	while ((pair = strsep(&rest, ","))) {
		take_pair(rule, pair);
	}
	check(rule);
	*last = rule;
	last = &rule->next;
	return rule;
}

/* A line's rule, if there is one: no comment, no white space. */
static void add_line(char *line)
{
	line[strcspn(line, "#")] = 0;
	line += strspn(line, " \t\r");
	line[strcspn(line, " \t\r")] = 0;
	if (*line) {
		fault_add(line);
	}
}

void inject_add_rule(const char *text)
{
	char *lines, *line;
	size_t bytes;

	if (*text != '@') {
		fault_add(text);
		return;
	}
	lines = host_read_file(text + 1, &bytes);
	while ((line = strsep(&lines, "\n"))) {
		add_line(line);
	}
}
