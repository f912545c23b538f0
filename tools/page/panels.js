// SPDX-License-Identifier: Apache-2.0
// What is said in words beside the drawings.

function element(tag, text, more) {
	const e = document.createElement(tag);
	e.textContent = text || "";
	return Object.assign(e, more || {});
}

function byId(id) {
	return document.getElementById(id);
}

function colourOf(kind) {
	return `var(--${["compute", "wait", "move", "handler", "off"][kind]})`;
}

function shareBar(sum) {
	const all = sum.reduce((a, b) => a + b) || 1, bar = element("div");
	bar.className = "shares";
	bar.setAttribute("role", "img");
	bar.setAttribute("aria-label", shareWords(sum));
	sum.forEach((part, kind) => {
		const piece = element("span");
		piece.style.cssText = `width:${part / all * 100}%;background:${colourOf(kind)}`;
		bar.append(piece);
	});
	return bar;
}

function shareWords(sum) {
	const all = sum.reduce((a, b) => a + b) || 1;
	return sum.map((part, kind) => [part, `${(part / all * 100).toFixed(0)} % ${STATES[kind]}`])
		.filter(([part]) => part / all >= 0.005).map(([, text]) => text).join(", ");
}

// What a core does at t, as a sentence without its subject.
function doing(run, core, t) {
	const seg = segmentAt(run, core, t), slice = run.segSlice[seg];
	const since = us(t - run.segAt[seg]);
	if (run.segKind[seg] === OFF) {
		return t < run.end / 2 && seg === run.segFirst[core] ? "has not started" :
			"has ended";
	}
	if (slice < 0) {
		return `computes, for ${since}`;
	}
	const end = run.until[slice];
	const more = run.openSet.has(slice) ? ", and that never came" :
		`, and will for ${us(end - t)} more`;
	return `${deed(run, slice)}, for ${us(t - run.at[slice])}${more}`;
}

function showNow(run, page) {
	const now = byId("now"), core = page.core;
	now.textContent = "";
	if (core < 0) {
		const sum = [0, 0, 0, 0, 0];
		for (let c = 0; c < run.cores; c++) {
			sum[run.segKind[segmentAt(run, c, page.t)]]++;
		}
		now.append(element("h3", `At ${us(page.t)}`));
		const list = sum.map((n, kind) => `${n} ${STATES[kind]}`)
			.filter(text => !text.startsWith("0 ")).join(", ");
		now.append(element("p", `Of ${run.cores} cores: ${list}.`), shareBar(sum));
		now.append(element("p", "Choose a core on the mesh or in the timeline."));
		showLongest(run, page, now);
	} else {
		const [x, y] = run.places[core];
		now.append(element("h3", `Core ${core}, tile (${x},${y})`));
		const said = element("p", `It ${doing(run, core, page.t)}.`);
		said.className = "who";
		now.append(said);
		const call = run.calls.find(c => c[0] === core && c[1] <= page.t && page.t <= c[2]);
		if (call) {
			now.append(element("p", `In ${run.functions[call[3]]}${
				call[5] ? `, called by ${run.sites[call[5]]}` : ""}.`));
		}
		const sum = shares(run, core, 0, run.end, [0, 0, 0, 0, 0]);
		now.append(element("p", `In all of the run: ${shareWords(sum)}.`), shareBar(sum));
	}
	const chain = core >= 0 ? chainOf(run, core, page.t) : [];
	if (chain.length > 1) {
		now.append(element("p", `Who waits for whom from here: ${chain.join(" \u2192 ")}`));
	}
	const others = waitsNow(run, page.t).filter(([, who]) => who === core)
		.map(([c]) => c);
	if (others.length) {
		now.append(element("p", `Core${others.length > 1 ? "s" : ""} ${
			others.join(", ")} wait${others.length > 1 ? "" : "s"} for it.`));
	}
}

// The calls that took longest, to be explained.
function showLongest(run, page, now) {
	const found = run.groups.map((g, i) => [g.until - g.from, g, i])
		.sort((a, b) => b[0] - a[0]).slice(0, 8);
	if (found.length) {
		now.append(element("h3", "The longest calls"));
	}
	for (const [time, g, i] of found) {
		const button = element("button", `${callName(g)}: ${us(time)}`);
		button.onclick = () => explain(i);
		now.append(button, " ");
	}
}

// The core, whom it waits for, whom that waits for, ..
function chainOf(run, core, t) {
	const chain = [core], who = new Map(waitsNow(run, t));
	while (who.has(chain[chain.length - 1])) {
		const next = who.get(chain[chain.length - 1]), again = chain.includes(next);
		chain.push(next);
		if (again) {
			break;
		}
	}
	return chain;
}

function showCalls(run) {
	const select = byId("call");
	select.append(element("option", "choose one", {value: ""}));
	run.groups.slice(0, 1000).forEach((g, i) => {
		select.append(element("option", `${callName(g)}: ${us(g.until - g.from)}, at ${
			us(g.from)}${g.site ? `, ${g.site}` : ""}`, {value: String(i)}));
	});
}

function showPath(run, page, go) {
	const list = byId("steps"), summary = byId("summary");
	list.textContent = summary.textContent = "";
	if (!page.path) {
		if (!run.groups.length) {
			summary.append(element("p", "No call was made by more than one core."));
		}
		return;
	}
	const {group, told: steps, sum} = page.path;
	summary.append(element("p", `${callName(group)} took ${us(group.until - group.from)
		}, from the first core that began it to core ${group.last}, the last to end. What ` +
		`that time was spent on, from core to core (waiting: a flag on its way): ${
		shareWords(sum)}.`), shareBar(sum));
	steps.forEach((step, i) => {
		const item = element("li"), button = element("button");
		const time = element("time", us(step.until - group.from));
		button.append(time, element("span", told(run, step)));
		button.className = step.what;
		button.style.borderLeftColor = colourOf(step.kind || COMPUTE);
		button.onclick = () => {
			list.querySelectorAll("[aria-current]").forEach(
				b => b.removeAttribute("aria-current"));
			button.setAttribute("aria-current", "true");
			go(step.until, step.core);
		};
		button.dataset.step = i;
		item.append(button);
		list.append(item);
	});
}

function showSaid(run) {
	const text = run.marks.map(([t, core, what]) => `${us(t).padStart(14)}  ${what}`);
	byId("said").append(text.length ? element("pre", text.join("\n")) :
			    element("p", "Nothing was printed."));
}

// A run that stood still: the ring, each core's state, the calls that led there.
function showEnd(run) {
	const box = byId("stands"), end = run.last;
	if (!end) {
		return;
	}
	box.hidden = false;
	box.append(element("h2", end.ring.length ? `It stood still: cores ${
		[...end.ring, end.ring[0]].join(" \u2192 ")} wait for each other` :
		"It did not end"));
	end.culprits.forEach(text => box.append(element("p", text)));
	const more = element("details", "", {open: true});
	more.append(element("summary", "What each core was in, and where"));
	more.append(element("pre", end.lines.join("\n")));
	box.append(more);
}

function showHead(run) {
	document.title = run.title;
	byId("title").textContent = run.title;
	byId("facts").textContent = [
		`${run.cores} cores of ${run.board}`,
		`${us(run.end)} of simulated time`,
		run.chip.ways ? `${amount(run.moved)} over the mesh` : "",
		run.command].filter(Boolean).join(" \u00b7 ");
	byId("verdict").textContent = run.verdict;
	byId("verdict").classList.toggle("bad", !run.passed);
	const legend = byId("legend");
	STATES.forEach((name, kind) => {
		const item = element("li"), box = element("i");
		box.style.background = colourOf(kind);
		item.append(box, name);
		legend.append(item);
	});
	if (run.chip.ways) {
		const item = element("li"), box = element("i");
		box.className = "ramp";
		item.append(box, `links, up to ${amount(Math.round(run.most))} in ${
			us(run.end / BINS)}`);
		legend.append(item);
	}
	byId("foot").textContent = "Times are the simulator\u2019s. A link\u2019s bytes are those " +
		"of copies and flags, along x first; requests and acknowledgements are not counted." +
		(run.cut ? ` Of this long run the page has what came after ${us(run.cut)}.` : "");
}
