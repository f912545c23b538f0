/* SPDX-License-Identifier: Apache-2.0 */
/* The page of figures: one work, one board, one series of a graph.  It can all be read without. */
"use strict";

function chosen(id) {
	return document.getElementById(id).value;
}

function filter() {
	const work = chosen("work"), board = chosen("board");

	for (const s of document.querySelectorAll(".work")) {
		s.hidden = work && s.dataset.work !== work;
	}
	for (const s of document.querySelectorAll(".curve")) {
		s.hidden = board && !s.dataset.boards.split(" ").includes(board);
	}
	for (const d of document.querySelectorAll("details[data-board]")) {
		d.hidden = board && d.dataset.board !== board;
	}
}

/* One series of a graph stands out; the same again: none does. */
function stress(button) {
	const figure = button.closest("figure"), n = button.dataset.n;
	const on = button.getAttribute("aria-pressed") !== "true";

	for (const b of figure.querySelectorAll("button")) {
		b.setAttribute("aria-pressed", on && b === button);
	}
	for (const s of figure.querySelectorAll(".s")) {
		s.classList.toggle("chosen", on && s.dataset.n === n);
	}
	figure.classList.toggle("one", on);
}

for (const id of ["work", "board"]) {
	document.getElementById(id).onchange = filter;
}
for (const b of document.querySelectorAll("figcaption button")) {
	b.onclick = () => stress(b);
}
document.documentElement.dataset.ready = "yes";
