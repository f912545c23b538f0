// SPDX-License-Identifier: Apache-2.0
// The page's state, and all by which it changes: playing, pointers, keys, buttons.

const PLAY_MS = 15000; // what is shown takes so long, at speed 1

const page = {
	t: 0, from: 0, until: 1, core: -1, playing: false, speed: 1, waits: true,
	arrows: false, path: null, lately: 1, frames: 0, cost: 0,
};
let run, wanted = false;

function clamp(v, a, b) {
	return Math.min(b, Math.max(a, v));
}

function draw() {
	const began = performance.now();
	wanted = false;
	page.lately = (page.until - page.from) / 80;
	drawMesh(run, page, byId("mesh"));
	drawTimeline(run, page, byId("timeline"));
	drawOverview(run, page, byId("overview"));
	byId("clock").textContent = us(page.t);
	const slider = byId("time");
	slider.value = page.t / run.end * slider.max;
	slider.setAttribute("aria-valuetext", us(page.t));
	if (!byId("now").hidden && (!page.playing || page.frames % 6 === 0)) {
		showNow(run, page);
	}
	page.frames++;
	page.cost += performance.now() - began;
}

function redraw() {
	if (!wanted) {
		wanted = true;
		requestAnimationFrame(draw);
	}
}

function seek(t) {
	page.t = clamp(t, 0, run.end);
	const span = page.until - page.from;
	if (page.t < page.from || page.t > page.until) {
		show(page.t - span / 2, page.t + span / 2);
	}
	redraw();
}

function show(from, until) {
	const span = clamp(until - from, Math.min(200, run.end), run.end);
	page.from = clamp((from + until - span) / 2, 0, run.end - span);
	page.until = page.from + span;
	redraw();
}

function zoom(by, at) {
	const t = at === undefined ? page.t : at;
	show(t - (t - page.from) * by, t + (page.until - t) * by);
}

function choose(core) {
	page.core = core;
	if (core >= 0) {
		byId("live").textContent = `Core ${core} ${doing(run, core, page.t)}`;
		const box = byId("rows"), y = rowMiddle(core);
		if (y < box.scrollTop || y > box.scrollTop + box.clientHeight) {
			box.scrollTop = y - box.clientHeight / 2;
		}
	}
	redraw();
}

function openTab(name) {
	for (const tab of document.querySelectorAll("[role=tab]")) {
		const chosen = tab.id === "tab-" + name;
		tab.setAttribute("aria-selected", chosen);
		byId(tab.getAttribute("aria-controls")).hidden = !chosen;
	}
	redraw();
}

function explain(number) {
	const group = run.groups[number];
	page.path = group ? findPath(run, group) : null;
	byId("call").value = group ? String(number) : "";
	showPath(run, page, (t, core) => {
		seek(t);
		choose(core);
	});
	if (group) {
		const room = (group.until - group.from) * 0.05 + 1;
		show(group.from - room, group.until + room);
		openTab("path");
	}
	redraw();
}

// The shortest call around this moment, of the chosen core if there is one.
function explainHere() {
	const here = run.groups.filter(g => page.core < 0 || !g.begin.has(page.core) ?
		g.from <= page.t && page.t <= g.until :
		g.begin.get(page.core) <= page.t && page.t <= g.done.get(page.core));
	here.sort((a, b) => a.until - a.from - b.until + b.from);
	const next = here[0] || run.groups.find(g => g.from >= page.t) || run.groups[0];
	openTab("path");
	if (next) {
		explain(run.groups.indexOf(next));
	}
}

let lastFrame;

function tick(now) {
	if (!page.playing) {
		return;
	}
	const span = page.until - page.from;
	page.t += span * page.speed * Math.min(100, now - lastFrame) / PLAY_MS;
	lastFrame = now;
	if (page.t >= run.end) {
		page.t = run.end;
		play(false);
	} else if (page.t > page.until) {
		show(page.t, page.t + span);
	}
	draw();
	requestAnimationFrame(tick);
}

function play(on) {
	page.playing = on;
	byId("play").textContent = on ? "\u275a\u275a" : "\u25b6";
	byId("play").setAttribute("aria-label", on ? "Stop" : "Play");
	if (on) {
		if (page.t >= run.end) {
			seek(0);
		}
		lastFrame = performance.now();
		requestAnimationFrame(tick);
	} else {
		redraw();
	}
}

function toggle(name) {
	page[name] = !page[name];
	byId(name).setAttribute("aria-pressed", page[name]);
	redraw();
}

// To the core's next change, or the one before.
function change(forward) {
	const core = Math.max(0, page.core), seg = segmentAt(run, core, page.t);
	const last = run.segFirst[core + 1] - 1;
	const to = clamp(seg + (forward ? 1 : run.segAt[seg] < page.t ? 0 : -1),
			 run.segFirst[core], last);
	seek(run.segAt[to]);
	choose(core);
}

// On the mesh: the nearest core in that direction.
function neighbour(dx, dy) {
	const [x, y] = middle(Math.max(0, page.core));
	let best = page.core, least = Infinity;
	mesh.boxes.forEach((_, core) => {
		const [u, v] = middle(core), along = (u - x) * dx + (v - y) * dy;
		const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
		if (along > 1 && along + 3 * aside < least) {
			least = along + 3 * aside;
			best = core;
		}
	});
	choose(best);
}

function onKey(event) {
	const target = event.target;
	if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select, input") ||
	    (event.key === " " && target.matches("button, summary"))) {
		return;
	}
	const step = (page.until - page.from) * (event.shiftKey ? 0.1 : 0.01);
	const onMesh = target.id === "mesh";
	const last = run.cores - 1;
	const keys = {
		" ": () => play(!page.playing),
		"ArrowRight": () => onMesh ? neighbour(1, 0) : seek(page.t + step),
		"ArrowLeft": () => onMesh ? neighbour(-1, 0) : seek(page.t - step),
		"ArrowDown": () => onMesh ? neighbour(0, 1) : choose(Math.min(last, page.core + 1)),
		"ArrowUp": () => onMesh ? neighbour(0, -1) : choose(Math.max(0, page.core - 1)),
		"n": () => change(true), "b": () => change(false),
		"+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2),
		"0": () => show(0, run.end),
		"Home": () => seek(0), "End": () => seek(run.end),
		"Escape": () => choose(-1),
		"p": explainHere, "w": () => toggle("waits"), "a": () => toggle("arrows"),
		"?": () => openTab("keys"),
	};
	if (keys[event.key]) {
		event.preventDefault();
		keys[event.key]();
	}
}

// Tabs by arrows, as usual; the others of the list are not in the order of Tab.
function onTabKey(event) {
	const tabs = [...document.querySelectorAll("[role=tab]")];
	const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
	if (by) {
		const next = tabs[(tabs.indexOf(event.target) + by + tabs.length) % tabs.length];
		next.focus();
		next.click();
		event.stopPropagation();
		event.preventDefault();
	}
}

// Drag moves, two fingers or the wheel zoom, a click seeks and chooses.
function onTimeline(canvas) {
	const down = new Map();
	let moved = 0;
	const at = event => {
		const box = canvas.getBoundingClientRect();
		return [event.clientX - box.left, event.clientY - box.top];
	};
	canvas.onpointerdown = event => {
		down.set(event.pointerId, at(event));
		canvas.setPointerCapture(event.pointerId);
		moved = 0;
	};
	canvas.onpointermove = event => {
		if (!down.has(event.pointerId)) {
			return;
		}
		const was = down.get(event.pointerId), now = at(event);
		const width = canvas.clientWidth;
		const per = (page.until - page.from) / (width - lanes.gutter);
		moved += Math.abs(now[0] - was[0]) + Math.abs(now[1] - was[1]);
		if (down.size === 2) {
			const other = [...down].find(([id]) => id !== event.pointerId)[1];
			const apart = Math.abs(was[0] - other[0]), then = Math.abs(now[0] - other[0]);
			if (apart > 4 && then > 4) {
				zoom(apart / then, timeOf(page, (now[0] + other[0]) / 2, width));
			}
		} else if (moved > 4) {
			show(page.from - (now[0] - was[0]) * per, page.until - (now[0] - was[0]) * per);
		}
		down.set(event.pointerId, now);
	};
	canvas.onpointerup = event => {
		const [x, y] = at(event);
		down.delete(event.pointerId);
		if (moved <= 4) {
			const core = Math.floor((y - lanes.top) / lanes.row);
			seek(timeOf(page, x, canvas.clientWidth));
			choose(core >= 0 && core < run.cores ? core : page.core);
		}
	};
	canvas.onpointercancel = event => down.delete(event.pointerId);
	canvas.addEventListener("wheel", event => {
		if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
			const by = (event.deltaX || event.deltaY) / canvas.clientWidth *
				(page.until - page.from);
			show(page.from + by, page.until + by);
		} else {
			zoom(Math.exp(event.deltaY * 0.0015), timeOf(page, at(event)[0],
								    canvas.clientWidth));
		}
		event.preventDefault();
	}, {passive: false});
}

function connect() {
	const overview = byId("overview"), meshCanvas = byId("mesh");
	const jump = event => {
		if (event.buttons) {
			const x = event.clientX - overview.getBoundingClientRect().left;
			const t = (x - lanes.gutter) / (overview.clientWidth - lanes.gutter) * run.end;
			const half = (page.until - page.from) / 2;
			seek(t);
			show(page.t - half, page.t + half);
		}
	};
	overview.onpointerdown = overview.onpointermove = jump;
	meshCanvas.onclick = event => {
		const box = meshCanvas.getBoundingClientRect();
		const core = coreAt(event.clientX - box.left, event.clientY - box.top);
		choose(core === page.core ? -1 : core);
	};
	onTimeline(byId("timeline"));
	byId("play").onclick = () => play(!page.playing);
	byId("time").oninput = event => seek(event.target.value / event.target.max * run.end);
	byId("speed").onchange = event => { page.speed = Number(event.target.value); };
	byId("nearer").onclick = () => zoom(0.5);
	byId("farther").onclick = () => zoom(2);
	byId("all").onclick = () => show(0, run.end);
	byId("waits").onclick = () => toggle("waits");
	byId("arrows").onclick = () => toggle("arrows");
	byId("call").onchange = event => explain(event.target.value === "" ? -1 :
						 Number(event.target.value));
	for (const tab of document.querySelectorAll("[role=tab]")) {
		tab.onclick = () => openTab(tab.id.slice(4));
		tab.onkeydown = onTabKey;
	}
	document.addEventListener("keydown", onKey);
	new ResizeObserver(redraw).observe(document.body);
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
		readColours();
		redraw();
	});
}

async function start() {
	const found = await inflate(byId("data").textContent);
	found.last = found.end;
	run = prepare(found);
	const ring = (run.last && run.last.ring) || [];
	const pairs = new Map(ring.map((core, i) => [core, ring[(i + 1) % ring.length]]));
	run.end_ring = t => t >= run.end * 0.999 ? pairs : new Map();
	readColours();
	layRows(run);
	showHead(run);
	showEnd(run);
	showCalls(run);
	showSaid(run);
	connect();
	show(0, run.end);
	seek(run.last ? run.end : run.end * 0.3);
	document.documentElement.dataset.ready = "yes";
}

start();
