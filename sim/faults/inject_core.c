/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What befalls a core: it is slow for a while, or late, or pauses, or stops for good; its
 * DRAM is slow; somebody who does not exist holds its test-and-set register.
 *
 * A core that has stopped is never switched to again and takes no interrupt.  What
 * it had sent is on its way still; what waited in its combining buffer is lost;
 * its window, its registers and the lock that it held stay as they are.
 */
#include "sim/chip/host.h"
#include "sim/faults/inject_rule.h"

/* What comes and goes.  x: so many times slower. */
struct lasting {
	enum fault_kind kind;
	struct spell spell;
	uint64_t x;
	struct fault_rule *rule;
	bool logged; /* .. once, when it first shows */
	struct lasting *next;
};

static struct life {
	uint64_t operations; /* visible ones, begun */
	uint64_t last;       /* number of the one at which it stops; 0: none */
	struct fault_rule *stop;
	uint64_t pause, pauses; /* before that one it does, for so long */
	struct fault_rule *pause_rule;
	uint64_t late;
	struct lasting *lasting;
	struct sim_costs costs; /* at its usual pace */
	uint64_t stopped;       /* when */
} * lives;

void inject_core_create(void)
{
	lives = host_alloc(engine.count * sizeof(*lives));
	for (uint32_t i = 0; i < engine.count; i++) {
		lives[i].costs = engine.cores[i].host.costs;
	}
}

static void stop(struct core *core, uint64_t time)
{
	core->stopped = true;
	lives[core->rank].stopped = time;
	if (core->watching) {
		await_forget(core);
	}
}

static void stop_due(const struct due *due)
{
	struct core *core = due->core;

	if (core->stopped) {
		return;
	}
	fault_log(due->rule, core, due->time,
		  "stop:core=%" PRIu32 ",at=" RULE_US "#it stops for good",
		  core->rank, RULE_PS(due->time));
	stop(core, due->time);
}

static void pause_due(const struct due *due)
{
	struct core *core = due->core;

	if (core->stopped) {
		return;
	}
	fault_log(due->rule, core, due->time,
		  "pause:core=%" PRIu32 ",at=" RULE_US ",for=" RULE_US
		  "#it does nothing for so long",
		  core->rank, RULE_PS(due->time), RULE_PS(due->lasts));
	core->paused = later(core->paused, due->time + due->lasts);
}

void inject_pause_at(struct fault_rule *rule, struct core *core, uint64_t lasts,
		     const char *place)
{
	fault_log(rule, core, core->cpu->clock,
		  "pause:core=%" PRIu32 ",%s,for=" RULE_US
		  "#it does nothing for so long",
		  core->rank, place, RULE_PS(lasts));
	core->paused = later(core->paused, core->cpu->clock + lasts);
	engine_yield(core);
}

void inject_stop_at(struct fault_rule *rule, struct core *core,
		    const char *place)
{
	fault_log(rule, core, core->cpu->clock,
		  "stop:core=%" PRIu32 ",%s#it stops for good", core->rank,
		  place);
	stop(core, core->cpu->clock);
	engine_block(core, SIM_NEVER);
}

void inject_visible(struct core *core)
{
	struct life *life = lives + core->rank;
	bool stops = ++life->operations == life->last;
	bool pauses = life->operations == life->pause;
	char place[32];

	if (stops || pauses) {
		snprintf(place, sizeof(place), "op=%" PRIu64, life->operations);
	}
	if (stops) {
		inject_stop_at(life->stop, core, place);
	}
	if (pauses) {
		inject_pause_at(life->pause_rule, core, life->pauses, place);
	}
	inject_irq_visible(core, life->operations);
}

static void add_lasting(struct fault_rule *rule, struct core *core)
{
	struct lasting *lasting = host_alloc(sizeof(*lasting));

	*lasting = (struct lasting){
		.kind = rule->kind,
		.spell = fault_spell(rule),
		.x = fault_draw(rule, KEY_X),
		.rule = rule,
		.next = lives[core->rank].lasting,
	};
	lives[core->rank].lasting = lasting;
	if (rule->kind == SLOW) {
		core->pace_at = 0; /* look at once */
	}
}

static void add_stop(struct fault_rule *rule, struct core *core)
{
	struct life *life = lives + core->rank;
	uint64_t op = fault_draw(rule, KEY_OP);

	if (!op) {
		inject_later((struct due){.act = stop_due,
					  .time = fault_draw(rule, KEY_AT),
					  .core = core,
					  .rule = rule});
	} else if (!life->last || op < life->last) {
		life->last = op;
		life->stop = rule;
	}
}

/* The first one that is told by its operation; any number by time. */
static void add_pause(struct fault_rule *rule, struct core *core)
{
	struct life *life = lives + core->rank;
	uint64_t op = fault_draw(rule, KEY_OP);
	uint64_t lasts = fault_draw(rule, KEY_FOR);

	if (!op) {
		inject_later((struct due){.act = pause_due,
					  .time = fault_draw(rule, KEY_AT),
					  .lasts = lasts,
					  .core = core,
					  .rule = rule});
	} else if (!life->pause || op < life->pause) {
		life->pause = op;
		life->pauses = lasts;
		life->pause_rule = rule;
	}
}

void inject_core_start(struct fault_rule *rule, struct core *core)
{
	uint64_t by;

	if (rule->kind < SLOW || rule->kind == FLIP ||
	    !fault_holds(rule, KEY_CORE, core->rank) || !fault_chance(rule)) {
		return;
	}
	if (fault_has(rule, KEY_IN)) {
		inject_enter_add(rule, core);
	} else if (rule->kind == STOP) {
		add_stop(rule, core);
	} else if (rule->kind == PAUSE) {
		add_pause(rule, core);
	} else if (rule->kind == LATE) {
		by = fault_draw(rule, KEY_BY);
		lives[core->rank].late += by;
		fault_log(rule, core, 0,
			  "late:core=%" PRIu32 ",by=" RULE_US
			  "#it starts later",
			  core->rank, RULE_PS(by));
	} else {
		add_lasting(rule, core);
	}
}

uint64_t inject_lateness(const struct core *core)
{
	return lives[core->rank].late;
}

/* The rule that is just this core's. */
static void log_lasting(struct lasting *lasting, const struct core *core,
			uint64_t time)
{
	static const char *const names[FAULT_KINDS] = {
		[SLOW] = "slow", [DRAM] = "dram", [TAS] = "tas"};
	static const char *const what[FAULT_KINDS] = {
		[SLOW] = "its software is slow",
		[DRAM] = "its DRAM is slow",
		[TAS] = "nobody holds its test-and-set register"};
	const struct spell *s = &lasting->spell;
	char x[24] = "", lasts[40] = "", every[40] = "";

	if (lasting->logged) {
		return;
	}
	lasting->logged = true;
	if (lasting->x) {
		snprintf(x, sizeof(x), ",x=%" PRIu64, lasting->x);
	}
	if (s->lasts != SIM_NEVER) {
		snprintf(lasts, sizeof(lasts), ",for=" RULE_US,
			 RULE_PS(s->lasts));
	}
	if (s->every) {
		snprintf(every, sizeof(every), ",every=" RULE_US,
			 RULE_PS(s->every));
	}
	fault_log(lasting->rule, core, time,
		  "%s:core=%" PRIu32 "%s,at=" RULE_US "%s%s#%s",
		  names[lasting->kind], core->rank, x, RULE_PS(s->at), lasts,
		  every, what[lasting->kind]);
}

/* So many times slower, by all rules of a kind together. */
static uint64_t factor(struct core *core, enum fault_kind kind, uint64_t time)
{
	uint64_t x = 1;

	for (struct lasting *l = lives[core->rank].lasting; l; l = l->next) {
		if (l->kind == kind && spell_on(&l->spell, time)) {
			log_lasting(l, core, time);
			x *= l->x;
		}
	}
	return x;
}

uint64_t inject_dram(struct core *core)
{
	return factor(core, DRAM, core->cpu->clock);
}

bool inject_held(struct core *owner, uint64_t time)
{
	return factor(owner, TAS, time) == 0;
}

/* The first time after this at which the spell begins or ends. */
static uint64_t edge(const struct spell *s, uint64_t time)
{
	uint64_t past = time - s->at, begun;

	if (time < s->at) {
		return s->at;
	}
	if (s->lasts == SIM_NEVER || (!s->every && past >= s->lasts)) {
		return SIM_NEVER;
	}
	begun = time - (s->every ? past % s->every : past);
	return time < begun + s->lasts ? begun + s->lasts : begun + s->every;
}

/* Blocks, the port's own instructions and copies: all that is software. */
static void set_pace(struct core *core, uint64_t x)
{
	const struct sim_costs *usual = &lives[core->rank].costs;
	struct sim_costs *costs = &core->host.costs;

	/* A seed may have given it a pace of its own. */
	core->cpu->unit_time = core->cpu->unit_time / core->slow * x;
	core->slow = x;
	costs->put_mpb = usual->put_mpb * x;
	costs->get_mpb = usual->get_mpb * x;
	costs->put_mem = usual->put_mem * x;
	costs->get_mem = usual->get_mem * x;
	costs->copy_word = usual->copy_word * x;
	costs->flag_wait = usual->flag_wait * x;
	costs->flag_put = usual->flag_put * x;
	costs->quiet = usual->quiet * x;
}

void inject_pace(struct core *core)
{
	uint64_t time = core->cpu->clock;

	core->pace_at = SIM_NEVER;
	for (struct lasting *l = lives[core->rank].lasting; l; l = l->next) {
		if (l->kind == SLOW) {
			core->pace_at =
				earlier(core->pace_at, edge(&l->spell, time));
		}
	}
	set_pace(core, factor(core, SLOW, time));
}

void inject_note(FILE *f, const struct core *core)
{
	const struct life *life = lives + core->rank;

	if (core->stopped) {
		fprintf(f, ", \"stopped_us\": %.3f, \"operations\": %" PRIu64,
			(double)life->stopped / 1e6, life->operations);
	}
	if (core->slow > 1) {
		fprintf(f, ", \"slow\": %" PRIu64, core->slow);
	}
}
