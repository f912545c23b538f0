// SPDX-License-Identifier: Apache-2.0
// The timeline: a row a core.  Its rows are drawn into a picture of their own when what is
// shown changes; while the run plays only the line of the present moves over it.

const lanes = {gutter: 34, axis: 22, calls: 20};
const picture = document.createElement("canvas");

function layRows(run) {
	lanes.row = run.cores <= 8 ? 24 : run.cores <= 20 ? 17 : run.cores <= 64 ? 11 :
		run.cores <= 300 ? 6 : 3;
	lanes.top = lanes.axis + lanes.calls;
	lanes.height = lanes.top + run.cores * lanes.row + 2;
}

function xOf(page, t, width) {
	return lanes.gutter + (t - page.from) / (page.until - page.from) * (width - lanes.gutter);
}

function timeOf(page, x, width) {
	return page.from + (x - lanes.gutter) / (width - lanes.gutter) * (page.until - page.from);
}

// Each dot of a row has the colours of what the core did meanwhile, mixed by their time.
function paintRows(run, page, dots, scale) {
	const image = new ImageData(dots, run.cores), data = image.data;
	const per = (page.until - page.from) / dots, sum = new Float64Array(5);
	for (let core = 0; core < run.cores; core++) {
		let seg = segmentAt(run, core, page.from), t = page.from;
		for (let x = 0; x < dots; x++) {
			const until = page.from + (x + 1) * per;
			sum.fill(0);
			while (t < until) {
				const end = Math.min(until, segmentEnd(run, core, seg));
				if (end > t) {
					sum[run.segKind[seg]] += end - t;
					t = end;
				}
				if (t < until) {
					if (seg + 1 >= run.segFirst[core + 1]) {
						sum[OFF] += until - t;
						t = until;
					} else {
						seg++;
					}
				}
			}
			const at = (core * dots + x) * 4;
			for (let i = 0; i < 3; i++) {
				let v = 0;
				for (let k = 0; k < 5; k++) {
					v += sum[k] * colours.rgb[k][i];
				}
				data[at + i] = v / per;
			}
			data[at + 3] = 255;
		}
	}
	picture.width = dots;
	picture.height = run.cores;
	picture.getContext("2d").putImageData(image, 0, 0);
	lanes.painted = [page.from, page.until, dots, colours.ink, scale].join();
}

function ticks(a, b, most) {
	const raw = (b - a) / most, ten = 10 ** Math.floor(Math.log10(raw));
	const step = [1, 2, 5, 10].map(n => n * ten).find(s => s >= raw);
	const found = [];
	for (let t = Math.ceil(a / step) * step; t <= b; t += step) {
		found.push(t);
	}
	return [found, step];
}

function drawAxis(g, page, width) {
	const [found, step] = ticks(page.from, page.until, Math.max(2, width / 110));
	const digits = Math.max(0, Math.ceil(-Math.log10(step / 1000)));
	g.font = "11px system-ui, sans-serif";
	g.textBaseline = "middle";
	for (const t of found) {
		const x = xOf(page, t, width);
		g.fillStyle = colours.line;
		g.fillRect(x, lanes.axis - 5, 1, 5);
		g.fillStyle = colours.pale;
		const text = (t / 1000).toLocaleString("en", {
			minimumFractionDigits: digits, maximumFractionDigits: digits}) + " \u00b5s";
		g.textAlign = x < width - 40 ? "center" : "right";
		g.fillText(text, Math.max(x, lanes.gutter + 10), 9);
	}
}

// The chosen core's calls of the library, by name.
function drawCalls(run, g, page, width) {
	const core = Math.max(0, page.core);
	g.textAlign = "left";
	for (const [c, at, until, name] of run.calls) {
		if (c !== core || until < page.from || at > page.until) {
			continue;
		}
		const a = Math.max(lanes.gutter, xOf(page, at, width));
		const b = Math.min(width, xOf(page, until, width));
		g.fillStyle = colours.off;
		g.fillRect(a, lanes.axis + 1, Math.max(1, b - a - 1), lanes.calls - 4);
		if (b - a > 40) {
			g.save();
			g.beginPath();
			g.rect(a, lanes.axis, b - a - 2, lanes.calls);
			g.clip();
			g.fillStyle = colours.ink;
			g.fillText(run.functions[name], a + 4, lanes.axis + lanes.calls / 2 - 1);
			g.restore();
		}
	}
}

function rowMiddle(core) {
	return lanes.top + (core + 0.5) * lanes.row;
}

function drawMessages(run, g, page, width) {
	const first = lastArrow(run, page.from) + 1, last = lastArrow(run, page.until);
	const mine = [];
	for (let i = first; i <= last; i++) {
		const [a, , b] = run.arrows[i];
		if (page.core < 0 || a === page.core || b === page.core) {
			mine.push(run.arrows[i]);
		}
	}
	const every = Math.ceil(mine.length / 1500); // more would be a grey area
	g.strokeStyle = g.fillStyle = colours.ink;
	g.lineWidth = 1;
	g.globalAlpha = mine.length > 200 ? 0.45 : 0.8;
	for (let i = 0; i < mine.length; i += every) {
		const [a, sent, b, came] = mine[i];
		const [x1, y1, x2, y2] = [xOf(page, sent, width), rowMiddle(a),
					  xOf(page, came, width), rowMiddle(b)];
		g.beginPath();
		g.moveTo(x1, y1);
		g.lineTo(x2, y2);
		g.stroke();
		arrowHead(g, x2, y2, Math.atan2(y2 - y1, x2 - x1), 6);
	}
	g.globalAlpha = 1;
}

function drawPath(run, g, page, width) {
	g.lineWidth = 2.5;
	g.lineJoin = "round";
	for (const [colour, wide] of [[colours.panel, 5], [colours.bad, 2.5]]) {
		g.strokeStyle = colour;
		g.lineWidth = wide;
		g.beginPath();
		for (const s of page.path.steps) {
			const y = rowMiddle(s.core);
			if (s.sent !== undefined) {
				g.moveTo(xOf(page, s.sent, width), rowMiddle(s.by));
				g.lineTo(xOf(page, s.until, width), y);
			} else {
				g.moveTo(xOf(page, s.from, width), y);
				g.lineTo(xOf(page, s.until, width), y);
			}
		}
		g.stroke();
	}
}

function drawTimeline(run, page, canvas) {
	const [g, width] = sized(canvas, lanes.height);
	const scale = window.devicePixelRatio || 1;
	const dots = Math.max(1, Math.round((width - lanes.gutter) * scale));
	if (lanes.painted !== [page.from, page.until, dots, colours.ink, scale].join()) {
		paintRows(run, page, dots, scale);
	}
	g.imageSmoothingEnabled = false;
	g.drawImage(picture, lanes.gutter, lanes.top, width - lanes.gutter,
		    run.cores * lanes.row);
	if (lanes.row > 4) { // rows apart
		g.fillStyle = colours.panel;
		for (let c = 0; c <= run.cores; c++) {
			g.fillRect(lanes.gutter, lanes.top + c * lanes.row - 0.5, width, 1);
		}
	}
	drawAxis(g, page, width);
	const every = Math.ceil(11 / lanes.row);
	g.textAlign = "right";
	g.font = `${Math.min(11, Math.max(9, lanes.row - 1))}px system-ui, sans-serif`;
	for (let c = 0; c < run.cores; c++) {
		if (c % every === 0 || c === page.core) {
			g.fillStyle = c === page.core ? colours.accent : colours.pale;
			g.fillText(c, lanes.gutter - 7, rowMiddle(c));
		}
	}
	g.font = "11px system-ui, sans-serif";
	g.save();
	g.beginPath();
	g.rect(lanes.gutter, 0, width, lanes.height);
	g.clip();
	drawCalls(run, g, page, width);
	if (page.core >= 0) {
		g.strokeStyle = colours.accent;
		g.lineWidth = 2;
		g.strokeRect(lanes.gutter, lanes.top + page.core * lanes.row - 0.5,
			     width - lanes.gutter - 1, lanes.row);
	}
	if (page.arrows) {
		drawMessages(run, g, page, width);
	}
	if (page.path) {
		drawPath(run, g, page, width);
	}
	g.fillStyle = colours.accent;
	g.fillRect(xOf(page, page.t, width) - 1, lanes.axis - 6, 2, lanes.height);
	g.restore();
}

// All cores together, over all of the run, with a frame around what is shown.
function drawOverview(run, page, canvas) {
	const [g, width] = sized(canvas, 34);
	const key = [width, colours.ink].join();
	if (lanes.overview !== key) {
		lanes.overview = key;
		lanes.sums = [];
		const columns = Math.max(1, Math.floor((width - lanes.gutter) / 2));
		for (let x = 0; x < columns; x++) {
			const sum = [0, 0, 0, 0, 0];
			for (let c = 0; c < run.cores; c++) {
				shares(run, c, x / columns * run.end, (x + 1) / columns * run.end, sum);
			}
			lanes.sums.push(sum);
		}
	}
	const each = (width - lanes.gutter) / lanes.sums.length;
	lanes.sums.forEach((sum, i) => {
		const all = sum.reduce((a, b) => a + b) || 1;
		let y = 34;
		for (const kind of [2, 3, 0, 1, 4]) {
			const part = sum[kind] / all * 34;
			g.fillStyle = colours.kinds[kind];
			g.fillRect(lanes.gutter + i * each, y - part, each + 0.5, part);
			y -= part;
		}
	});
	const x = t => lanes.gutter + t / run.end * (width - lanes.gutter);
	g.strokeStyle = colours.accent;
	g.lineWidth = 2;
	g.strokeRect(x(page.from) + 1, 1, Math.max(3, x(page.until) - x(page.from) - 2), 32);
	g.fillStyle = colours.accent;
	g.fillRect(x(page.t) - 1, 0, 2, 34);
}
