/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interrupts that are lost, late, doubled, held until the next one, or that
 * nobody has sent.  All of this happens where the request takes effect: at the
 * target's configuration register or in the interrupt controller.
 *
 * The log names an interrupt by its target and its number among all those that
 * were ever sent to it, whatever became of them.
 */
#include "sim/chip/host.h"
#include "sim/faults/inject_rule.h"

/*
 * A log may hold very many rules that name one interrupt each.  They are kept with
 * their target, in the order in which they will act.
 */
struct numbered {
	struct fault_rule *first, *last;
};

static struct target {
	uint64_t sent;
	struct core *held; /* sent one that waits for the next */
	struct numbered sent_rules, spurious_rules;
} * targets;

/* All others, looked at every time. */
static struct fault_rule *sent_rules, *spurious_rules;

void inject_irq_create(void)
{
	targets = host_alloc(engine.count * sizeof(*targets));
}

static void arrive(const struct due *due)
{
	registers_raise(due->from, due->core, due->time);
}

static void spurious(const struct due *due)
{
	fault_log(due->rule, due->core, due->time,
		  "irq-spurious:to=%" PRIu32 ",at=" RULE_US
		  "#an interrupt that nobody has sent",
		  due->core->rank, RULE_PS(due->time));
	irq_spurious(due->core, due->time);
}

static void arrive_after(struct core *from, struct core *to, uint64_t time)
{
	inject_later((struct due){
		.act = arrive, .time = time, .core = to, .from = from});
}

static void add_numbered(struct numbered *list, struct fault_rule *rule,
			 enum fault_key key)
{
	struct fault_rule **at = &list->first;
	uint64_t number = rule->value[key].least;

	if (list->last && list->last->value[key].least <= number) {
		at = &list->last->sibling;
	}
	while (*at && (*at)->value[key].least <= number) {
		at = &(*at)->sibling;
	}
	rule->sibling = *at;
	*at = rule;
	if (!rule->sibling) {
		list->last = rule;
	}
}

/* The first rule of that number; those of earlier ones had their turn. */
static struct fault_rule *take_numbered(struct numbered *list,
					enum fault_key key, uint64_t number)
{
	struct fault_rule *rule;

	while ((rule = list->first) && rule->value[key].least <= number) {
		list->first = rule->sibling;
		if (!list->first) {
			list->last = NULL;
		}
		if (rule->value[key].least == number) {
			return rule;
		}
	}
	return NULL;
}

void inject_irq_rule(struct fault_rule *rule)
{
	bool spurious = rule->kind == IRQ_SPURIOUS;
	enum fault_key key = spurious ? KEY_OP : KEY_NTH;
	uint32_t names_one = 1u << KEY_TO | 1u << key;
	struct target *to = &targets[rule->value[KEY_TO].least];
	struct fault_rule **at = spurious ? &spurious_rules : &sent_rules;

	if (rule->kind > IRQ_SPURIOUS ||
	    (spurious && fault_has(rule, KEY_AT))) {
		return;
	}
	if ((rule->given & ~(1u << KEY_BY)) == names_one &&
	    fault_one(rule, KEY_TO) && fault_one(rule, key)) {
		add_numbered(spurious ? &to->spurious_rules : &to->sent_rules,
			     rule, key);
		return;
	}
	while (*at) {
		at = &(*at)->sibling;
	}
	*at = rule;
}

/* The rule that names it, or the first to act of those that count. */
static struct fault_rule *rule_of(const struct core *from,
				  const struct core *to, uint64_t time)
{
	struct target *target = &targets[to->rank];
	struct fault_rule *found =
		take_numbered(&target->sent_rules, KEY_NTH, target->sent);

	for (struct fault_rule *rule = sent_rules; rule; rule = rule->sibling) {
		if (fault_holds(rule, KEY_FROM, from->rank) &&
		    fault_holds(rule, KEY_TO, to->rank) &&
		    fault_acts(rule, time) && !found) {
			found = rule;
		}
	}
	return found;
}

static void disturb(struct fault_rule *rule, struct core *from, struct core *to,
		    uint64_t time)
{
	struct target *target = &targets[to->rank];
	uint64_t by;

	switch (rule->kind) {
	case IRQ_LOST:
		fault_log(rule, to, time,
			  "irq-lost:to=%" PRIu32 ",nth=%" PRIu64
			  "#the interrupt from rank %" PRIu32 " is lost",
			  to->rank, target->sent, from->rank);
		break;
	case IRQ_DELAYED:
		by = fault_draw(rule, KEY_BY);
		fault_log(rule, to, time,
			  "irq-delayed:to=%" PRIu32 ",nth=%" PRIu64
			  ",by=" RULE_US "#the interrupt from rank %" PRIu32
			  " comes later",
			  to->rank, target->sent, RULE_PS(by), from->rank);
		arrive_after(from, to, time + by);
		break;
	case IRQ_DOUBLED:
		by = fault_draw(rule, KEY_BY);
		fault_log(rule, to, time,
			  "irq-doubled:to=%" PRIu32 ",nth=%" PRIu64
			  ",by=" RULE_US "#the interrupt from rank %" PRIu32
			  " comes again",
			  to->rank, target->sent, RULE_PS(by), from->rank);
		registers_raise(from, to, time);
		arrive_after(from, to, time + by);
		break;
	default:
		fault_log(rule, to, time,
			  "irq-merged:to=%" PRIu32 ",nth=%" PRIu64
			  "#the interrupt from rank %" PRIu32
			  " waits for the next one",
			  to->rank, target->sent, from->rank);
		target->held = from;
	}
}

void inject_raise(struct core *from, struct core *to, uint64_t time)
{
	struct fault_rule *rule;
	struct core *held;

	targets[to->rank].sent++;
	rule = rule_of(from, to, time);
	held = targets[to->rank].held;
	if (held) {
		targets[to->rank].held = NULL;
		registers_raise(held, to, time);
	}
	if (rule && !(held && rule->kind == IRQ_MERGED)) {
		disturb(rule, from, to, time);
	} else {
		registers_raise(from, to, time);
	}
}

void inject_irq_start(struct fault_rule *rule, struct core *core)
{
	if (rule->kind == IRQ_SPURIOUS && fault_has(rule, KEY_AT) &&
	    fault_holds(rule, KEY_TO, core->rank) && fault_chance(rule)) {
		inject_later((struct due){.act = spurious,
					  .time = fault_draw(rule, KEY_AT),
					  .core = core,
					  .rule = rule});
	}
}

void inject_irq_visible(struct core *core, uint64_t n)
{
	struct fault_rule *found =
		take_numbered(&targets[core->rank].spurious_rules, KEY_OP, n);

	for (struct fault_rule *rule = spurious_rules; rule && !found;
	     rule = rule->sibling) {
		if (fault_holds(rule, KEY_TO, core->rank) &&
		    fault_holds(rule, KEY_OP, n) && fault_chance(rule)) {
			found = rule;
		}
	}
	if (found) {
		fault_log(found, core, core->cpu->clock,
			  "irq-spurious:to=%" PRIu32 ",op=%" PRIu64
			  "#an interrupt that nobody has sent",
			  core->rank, n);
		irq_spurious(core, core->cpu->clock);
	}
}
