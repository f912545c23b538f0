// SPDX-License-Identifier: Apache-2.0
// Times, numbers and steps in words.

const STATES = ["computing", "waiting", "moving data", "in a handler", "not running"];

function us(ns) {
	const digits = ns < 10 ? 3 : ns < 100000 ? 2 : ns < 1e6 ? 1 : 0;
	return (ns / 1000).toLocaleString("en", {
		minimumFractionDigits: digits, maximumFractionDigits: digits}) + " \u00b5s";
}

function amount(bytes) {
	return bytes >= 1 << 20 ? (bytes / (1 << 20)).toFixed(1) + " MB" :
		bytes >= 10240 ? (bytes / 1024).toFixed(1) + " KB" :
		bytes.toLocaleString("en") + (bytes === 1 ? " byte" : " bytes");
}

function ordinal(n) {
	const end = n % 100 > 10 && n % 100 < 14 ? "th" :
		["th", "st", "nd", "rd"][n % 10] || "th";
	return n + end;
}

function whose(core, by) {
	return core === by ? "its own" : `core ${core}\u2019s`;
}

// What a slice is, of a core that is named already.
function deed(run, i) {
	const name = run.names[run.name[i]], core = run.core[i];
	const from = run.from[i], to = run.to[i], bytes = amount(run.bytes[i]);
	switch (name) {
	case "copy":
		return `copies ${bytes} from ${whose(from, core)} window to ${
			whose(to, core)}`;
	case "get from":
		return `gets ${bytes} from ${whose(from, core)} window`;
	case "put to":
		return `puts ${bytes} into ${whose(to, core)} window`;
	case "flag of":
		return `writes a flag of ${to === core ? "its own" : "core " + to}`;
	case "interrupt":
		return `interrupts core ${to}`;
	case "lock":
		return `takes the lock at core ${from}`;
	case "try lock":
		return `wants the lock at core ${to}, which core ${from} holds`;
	case "handler":
		return "is in a handler, interrupted by another core";
	case "handler: timer":
		return "is in a handler, since its timer has run down";
	case "sleep":
		return "sleeps until an interrupt";
	}
	if (run.kind[i] === WAIT) {
		const who = waitsFor(run, i);
		return `waits for ${who < 0 ? "" : `core ${who}: `}${subject(name)}`;
	}
	return name;
}

// What is waited for: the runtime's words, or whose word of the window it is.
function subject(name) {
	const what = name.replace(/^(wait|sleep): /, "");
	return /\s/.test(what) ? what : `a flag of ${what}`;
}

function callName(g) {
	return `${g.name}${g.many ? `, ${ordinal(g.nth)} time` : ""}`;
}

function told(run, step) {
	const core = `core ${step.core}`, time = us(step.until - step.from);
	switch (step.what) {
	case "wait":
		return step.by < 0 ? `${core} waited ${time} for ${step.subject}` :
			`${core} waited ${time} for core ${step.by}\u2019s ${
				ordinal(step.nth)} message: ${step.subject}`;
	case "run":
		return `${core} ${step.flags ? `wrote ${step.flags} flag${
			step.flags > 1 ? "s" : ""} and computed` : "computed"} for ${time}`;
	case "enter":
		return step.late > 0 ? `${core} came to the call ${us(step.late)
			} after the first` : `${core} began the call, as the first`;
	case "again":
		return `the ${step.long > 1 ? `${step.long} steps` : "step"} before, ${
			step.times} times again: ${time}`;
	case "irq":
		return `${core} was interrupted by core ${step.by}, ${time} after that was raised`;
	}
	const [verb, ...rest] = step.words.split(" ");
	const past = {copies: "copied", gets: "got", puts: "put", interrupts: "interrupted",
		      takes: "took", wants: "wanted", writes: "wrote", is: "was"};
	const rate = step.bytes && step.until > step.from ?
		`, ${(step.bytes * 1000 / (step.until - step.from)).toFixed(0)} MB/s` : "";
	return `${core} ${past[verb] || verb} ${rest.join(" ")}: ${time}${rate}`;
}
