// SPDX-License-Identifier: Apache-2.0
// What the page knows of the run, from the columns that trace_data.py has written.

const COMPUTE = 0, WAIT = 1, MOVE = 2, HANDLER = 3, OFF = 4;
const BINS = 1024; // of each link, over all of the run

async function inflate(text) {
	const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(
		new DecompressionStream("deflate"));
	return new Response(stream).json();
}

// The last i in [from, to) with list[i] <= x; from - 1: there is none.
function lastAt(list, x, from, to) {
	while (from < to) {
		const mid = (from + to) >> 1;
		if (list[mid] <= x) {
			from = mid + 1;
		} else {
			to = mid;
		}
	}
	return from - 1;
}

// Slices nest; what a core does at each moment is its innermost one, but all within a
// handler is the handler's.
function flatten(run) {
	const segAt = [], segKind = [], segSlice = [];
	run.segFirst = [];
	for (let c = 0; c < run.cores; c++) {
		const stack = [];
		let begun = segAt.length;
		run.segFirst.push(begun);
		const push = (at, kind, slice) => {
			const n = segAt.length;
			if (n > begun && at >= run.end) {
				return; // what has ended with the run
			}
			if (n > begun && segAt[n - 1] === at) {
				segKind[n - 1] = kind;
				segSlice[n - 1] = slice;
			} else if (n === begun || segKind[n - 1] !== kind ||
				   segSlice[n - 1] !== slice) {
				segAt.push(at);
				segKind.push(kind);
				segSlice.push(slice);
			}
		};
		const top = at => {
			const s = stack[stack.length - 1];
			if (s === undefined) {
				push(at, COMPUTE, -1);
			} else {
				push(at, stack.some(o => run.kind[o] === HANDLER) ?
				     HANDLER : run.kind[s], s);
			}
		};
		push(0, OFF, -1);
		let last = 0;
		for (let i = run.first[c]; i < run.first[c + 1]; i++) {
			while (stack.length && run.until[stack[stack.length - 1]] <= run.at[i]) {
				const ended = run.until[stack.pop()];
				top(ended);
			}
			if (run.until[i] > run.at[i]) {
				stack.push(i);
				top(run.at[i]);
			}
			last = Math.max(last, run.until[i]);
		}
		while (stack.length) {
			top(run.until[stack.pop()]);
		}
		push(last, OFF, -1);
	}
	run.segFirst.push(segAt.length);
	run.segAt = Float64Array.from(segAt);
	run.segKind = Uint8Array.from(segKind);
	run.segSlice = Int32Array.from(segSlice);
}

// A link's number: the router that it leaves, and east, west, south or north.
function route(run, from, to, each) {
	let [x, y] = run.places[from];
	const [tx, ty] = run.places[to];
	while (x !== tx || y !== ty) {
		const way = x < tx ? 0 : x > tx ? 1 : y < ty ? 2 : 3;
		each((y * run.chip.columns + x) * 4 + way);
		x += way === 0 ? 1 : way === 1 ? -1 : 0;
		y += way === 2 ? 1 : way === 3 ? -1 : 0;
	}
}

// Bytes of each link in each of BINS parts of the run: a copy's over its time.
function loadLinks(run) {
	const links = run.chip.columns * run.chip.rows * 4;
	run.loads = new Float32Array(links * BINS);
	run.total = new Float64Array(links);
	run.moved = 0;
	const bin = run.end / BINS || 1;
	for (let i = 0; i < run.at.length; i++) {
		const bytes = run.bytes[i], core = run.core[i];
		const from = run.from[i] < 0 ? core : run.from[i];
		const to = run.to[i] < 0 ? core : run.to[i];
		if (!bytes || from === to || run.kind[i] === WAIT || !run.chip.ways) {
			continue;
		}
		const a = Math.min(BINS - 1, Math.floor(run.at[i] / bin));
		const b = Math.min(BINS - 1, Math.floor(run.until[i] / bin));
		run.moved += bytes;
		route(run, from, to, link => {
			run.total[link] += bytes;
			for (let k = a; k <= b; k++) {
				run.loads[link * BINS + k] += bytes / (b - a + 1);
			}
		});
	}
	run.most = run.loads.reduce((m, v) => Math.max(m, v), 0) || 1;
}

// Calls of one function at one place, the nth of each core, belong together.
function groupCalls(run) {
	const nth = new Map(), groups = new Map();
	for (const [core, at, until, name, entry, site] of run.calls) {
		const key = `${core} ${name} ${site}`;
		const seen = nth.get(key) || {n: 0, entry: -1};
		if (seen.entry !== entry) {
			seen.n++;
			seen.entry = entry;
			nth.set(key, seen);
		}
		const own = `${name} ${site} ${seen.n}`;
		const group = groups.get(own) || {
			name: run.functions[name], site: run.sites[site], nth: seen.n,
			from: at, until, begin: new Map(), last: core, done: new Map()};
		group.from = Math.min(group.from, at);
		if (!group.begin.has(core)) {
			group.begin.set(core, at);
		}
		group.done.set(core, until);
		if (until >= group.until) {
			group.until = until;
			group.last = core;
		}
		groups.set(own, group);
	}
	run.groups = [...groups.values()].filter(g => g.begin.size > 1)
		.sort((a, b) => a.from - b.from);
	const twice = new Set(run.groups.filter(g => g.nth > 1).map(g => g.name + g.site));
	for (const g of run.groups) {
		g.many = twice.has(g.name + g.site);
	}
}

function prepare(run) {
	run.cores = run.places.length;
	run.first = [0];
	run.count.forEach((n, c) => run.first.push(run.first[c] + n));
	run.core = new Int32Array(run.at.length);
	run.until = new Float64Array(run.at.length);
	run.kind = Uint8Array.from(run.name, n => run.kinds[n]);
	for (let c = 0; c < run.cores; c++) {
		let t = 0;
		for (let i = run.first[c]; i < run.first[c + 1]; i++) {
			t += run.at[i];
			run.at[i] = t;
			run.until[i] = t + run.long[i];
			run.core[i] = c;
		}
	}
	run.end = Math.max(1, ...run.places.map((_, c) => {
		let end = 0;
		for (let i = run.first[c]; i < run.first[c + 1]; i++) {
			end = Math.max(end, run.until[i]);
		}
		return end;
	}));
	run.told = new Map(); // a slice's last arrow into it
	run.arrows.sort((a, b) => a[3] - b[3]);
	for (const arrow of run.arrows) {
		run.told.set(arrow[4], arrow);
	}
	run.openSet = new Set(run.open);
	flatten(run);
	loadLinks(run);
	groupCalls(run);
	return run;
}

// What a core does at a time: its segment.
function segmentAt(run, core, t) {
	return Math.max(run.segFirst[core],
			lastAt(run.segAt, t, run.segFirst[core], run.segFirst[core + 1]));
}

function segmentEnd(run, core, seg) {
	return seg + 1 < run.segFirst[core + 1] ? run.segAt[seg + 1] : run.end;
}

// For whom that slice waits: who ended it, or whom the runtime's record names.
function waitsFor(run, slice) {
	if (slice < 0 || run.kind[slice] !== WAIT) {
		return -1;
	}
	const arrow = run.told.get(slice);
	const who = arrow ? arrow[0] : run.from[slice];
	return who === run.core[slice] ? -1 : who;
}

// Shares of what a core does from a to b.
function shares(run, core, a, b, sum) {
	let seg = segmentAt(run, core, a);
	for (let t = a; t < b && seg < run.segFirst[core + 1]; seg++) {
		const until = Math.min(b, segmentEnd(run, core, seg));
		if (until > t) {
			sum[run.segKind[seg]] += until - t;
			t = until;
		}
	}
	return sum;
}
