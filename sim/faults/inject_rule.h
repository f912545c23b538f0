/* SPDX-License-Identifier: Apache-2.0 */
/* Rules of faults: what the parts of inject*.c share. */
#ifndef SIM_FAULTS_INJECT_RULE_H
#define SIM_FAULTS_INJECT_RULE_H

#include <inttypes.h>

#include "sim/faults/inject.h"

enum fault_kind {
	IRQ_LOST,
	IRQ_DELAYED,
	IRQ_DOUBLED,
	IRQ_MERGED,
	IRQ_SPURIOUS,
	SLOW,
	LATE,
	STOP,
	PAUSE,
	FLIP,
	DRAM,
	TAS,
	FAULT_KINDS
};

enum fault_key {
	KEY_FROM,
	KEY_TO,
	KEY_CORE,
	KEY_NTH,
	KEY_OP,
	KEY_IN,
	KEY_P,
	KEY_AT,
	KEY_FOR,
	KEY_EVERY,
	KEY_BY,
	KEY_X,
	KEY_OFFSET,
	KEY_XOR,
	FAULT_KEYS
};

#define CHANCES 1000000000u /* KEY_P is in these */

/* from-to: one is drawn, or, where it selects, all are meant. */
struct range {
	uint64_t least, most;
};

struct fault_rule {
	enum fault_kind kind;
	uint32_t given; /* a bit for each key */
	struct range value[FAULT_KEYS];
	uint64_t met;         /* so often until now .. */
	uint64_t acted;       /* .. of which it did something */
	const char *function; /* of KEY_IN */
	const char *text;
	struct fault_rule *next;
	struct fault_rule *sibling; /* in a list of its part */
};

/* All of them, in the order given. */
extern struct fault_rule *fault_rules;

/* From `at` on, `lasts` long, and again `every` so long (0: once). */
struct spell {
	uint64_t at, lasts, every;
};

static inline bool spell_on(const struct spell *s, uint64_t time)
{
	uint64_t past = time - s->at;

	return time >= s->at && (s->every ? past % s->every : past) < s->lasts;
}

static inline bool fault_has(const struct fault_rule *rule, enum fault_key key)
{
	return rule->given >> key & 1;
}

/* One value, and given. */
static inline bool fault_one(const struct fault_rule *rule, enum fault_key key)
{
	return fault_has(rule, key) &&
	       rule->value[key].least == rule->value[key].most;
}

/* What is not given holds everything. */
static inline bool fault_holds(const struct fault_rule *rule,
			       enum fault_key key, uint64_t value)
{
	return !fault_has(rule, key) || (value >= rule->value[key].least &&
					 value <= rule->value[key].most);
}

/* inject.c.  The stream's next number in a key's range; that rule's chance. */
uint64_t fault_draw(const struct fault_rule *rule, enum fault_key key);
bool fault_chance(const struct fault_rule *rule);
uint64_t inject_random(uint64_t most); /* 0 .. most */
void inject_seed(uint64_t seed);

/* Its at, for and every, each drawn. */
struct spell fault_spell(const struct fault_rule *rule);

/* The rule has been met once more: does it act? */
bool fault_acts(struct fault_rule *rule, uint64_t time);

/*
 * It does: log `what` beside a rule that does just this again, both made of one
 * format, with a '#' between them.
 */
void fault_log(struct fault_rule *rule, const struct core *core, uint64_t time,
	       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* A time as rules have it: microseconds, exactly. */
#define RULE_US     "%" PRIu64 ".%06" PRIu64
#define RULE_PS(ps) (ps) / 1000000, (ps) % 1000000

/* Do this later. */
struct due {
	void (*act)(const struct due *due);
	uint64_t time, lasts;
	struct core *core, *from;
	struct fault_rule *rule;
	struct due *next;
};
void inject_later(struct due due);

/* inject_rule.c: a rule that is not in a file. */
struct fault_rule *fault_add(const char *text);

/* Each part's share of inject_start: once; for each of its rules; for each core
 * that such a rule selects. */
void inject_core_create(void);
void inject_core_start(struct fault_rule *rule, struct core *core);
void inject_irq_create(void);
void inject_irq_rule(struct fault_rule *rule);
void inject_irq_start(struct fault_rule *rule, struct core *core);
void inject_flip_create(void);
void inject_flip_rule(struct fault_rule *rule);
void inject_flip_start(struct fault_rule *rule, struct core *core);

/*
 * inject_core.c.  The core that runs is about to do something that others can
 * see: it may stop here for good.  Its clock has reached pace_at: how fast is it
 * from now on?  A DRAM access takes so many times longer now.  Does a phantom
 * hold this core's test-and-set register?  What was done to a core, as JSON.
 */
void inject_visible(struct core *core);
uint64_t inject_lateness(const struct core *core);
void inject_pace(struct core *core);
uint64_t inject_dram(struct core *core);
bool inject_held(struct core *owner, uint64_t time);
void inject_note(FILE *f, const struct core *core);

/*
 * inject_core.c.  The running core stops for good, or for so long, at this place: the
 * words of a rule that say which.
 */
void inject_stop_at(struct fault_rule *rule, struct core *core,
		    const char *place);
void inject_pause_at(struct fault_rule *rule, struct core *core, uint64_t lasts,
		     const char *place);

/* inject_enter.c: the rule waits for that core to enter a function. */
void inject_enter_add(struct fault_rule *rule, struct core *core);

/* inject_irq.c: an interrupt from one core to another takes effect now. */
void inject_raise(struct core *from, struct core *to, uint64_t time);

/* inject_flip.c: these bytes have landed in a window. */
void inject_landed(struct core *window, const struct packet *packet,
		   uint64_t time);

/* A core begins its n-th visible operation: is there a spurious interrupt? */
void inject_irq_visible(struct core *core, uint64_t n);

#endif
