// SPDX-License-Identifier: Apache-2.0
// The critical path of a call: from its end on the core that was last, back in time.  A wait
// that a flag has ended leads to who wrote the flag, at the time when it did; all else
// leads to what the same core did before.

const STEPS = 4000;

// What the core did just before t: its innermost slice, or none; and since when.
function before(run, core, t) {
	const first = run.segFirst[core];
	let seg = lastAt(run.segAt, t, first, run.segFirst[core + 1]);
	if (seg > first && run.segAt[seg] >= t) {
		seg--;
	}
	return {slice: run.segSlice[seg], from: run.segAt[seg], kind: run.segKind[seg]};
}

// The handler around that time on the core, if it began there.
function handlerAt(run, core, t) {
	const first = run.first[core];
	for (let i = lastAt(run.at, t, first, run.first[core + 1]);
	     i >= first && run.at[i] === t; i--) {
		if (run.kind[i] === HANDLER) {
			return i;
		}
	}
	return -1;
}

function back(run, core, t, begins) {
	const steps = [];
	while (steps.length < STEPS) {
		const begin = begins.has(core) ? begins.get(core) : 0;
		if (t <= begin) {
			steps.push({what: "enter", core, from: t, until: t});
			break;
		}
		const now = before(run, core, t);
		const from = Math.max(begin, now.from), i = now.slice;
		const arrow = i >= 0 && run.told.get(i);
		if (i >= 0 && run.kind[i] === WAIT) {
			const by = waitsFor(run, i);
			steps.push({what: "wait", core, from: Math.max(begin, run.at[i]), until: t,
				    by, slice: i, kind: WAIT,
				    subject: subject(run.names[run.name[i]])});
			if (arrow && arrow[0] !== core && arrow[1] < t) {
				steps[steps.length - 1].sent = arrow[1];
				core = arrow[0];
				t = arrow[1];
			} else {
				t = from;
			}
			continue;
		}
		if (i >= 0 && now.kind === HANDLER && run.kind[i] === HANDLER &&
		    run.at[i] === now.from && arrow && arrow[0] !== core) {
			steps.push({what: "run", core, from, until: t, kind: HANDLER, flags: 0});
			steps.push({what: "irq", core, from: arrow[1], until: now.from,
				    by: arrow[0], kind: HANDLER, sent: arrow[1]});
			core = arrow[0];
			t = arrow[1];
			continue;
		}
		if (i < 0 || run.kind[i] === HANDLER || run.names[run.name[i]] === "flag of") {
			const flags = i >= 0 && run.kind[i] !== HANDLER ? 1 : 0;
			steps.push({what: "run", core, from, until: t, flags,
				    kind: i < 0 ? COMPUTE : now.kind});
		} else {
			steps.push({what: "do", core, from, until: t, slice: i, kind: now.kind,
				    words: deed(run, i), bytes: run.bytes[i]});
		}
		t = from;
	}
	return steps.reverse();
}

// What comes again and again, as chunk after chunk does: of three or more rounds of up to
// LONGEST steps the first is told, and how often it came again.
const LONGEST = 8;

function rounds(steps) {
	const sign = steps.map(s => [s.core, s.what, s.by, s.subject, s.words,
				     s.flags > 0].join());
	const found = [];
	for (let i = 0; i < steps.length;) {
		let best = null;
		for (let long = 1; long <= LONGEST; long++) {
			let times = 1;
			while (i + (times + 1) * long <= steps.length &&
			       sign.slice(i, i + long).every(
				       (text, k) => text === sign[i + times * long + k])) {
				times++;
			}
			if (times >= 3 && (!best || times * long > best.times * best.long)) {
				best = {long, times};
			}
		}
		if (!best) {
			found.push(steps[i++]);
			continue;
		}
		found.push(...steps.slice(i, i + best.long));
		const again = steps.slice(i + best.long, i + best.long * best.times);
		const last = again[again.length - 1];
		found.push({what: "again", core: last.core, from: again[0].from,
			    until: last.until, kind: last.kind, times: best.times - 1,
			    long: best.long});
		i += best.long * best.times;
	}
	return found;
}

// Short things that one core did one after the other are one step; waits are counted.
function findPath(run, group) {
	const found = back(run, group.last, group.until, group.begin);
	const steps = [], nth = new Map();
	for (const step of found) {
		const last = steps[steps.length - 1];
		if (step.what === "run" && last && last.what === "run" &&
		    last.core === step.core) {
			last.until = step.until;
			last.flags += step.flags;
			continue;
		}
		if (step.what === "enter") {
			step.late = step.from - group.from;
		}
		if (step.what === "wait") {
			const key = `${step.core} ${step.by} ${step.subject}`;
			nth.set(key, (nth.get(key) || 0) + 1);
			step.nth = nth.get(key);
		}
		steps.push(step);
	}
	const sum = [0, 0, 0, 0, 0];
	for (let i = 0; i < steps.length; i++) {
		const s = steps[i];
		// Of a wait only the message's way is on the path.
		sum[s.what === "wait" ? WAIT : s.kind || COMPUTE] +=
			s.until - (s.sent === undefined ? s.from : s.sent);
	}
	return {group, steps, sum, told: rounds(steps)};
}
