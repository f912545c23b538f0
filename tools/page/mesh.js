// SPDX-License-Identifier: Apache-2.0
// The mesh: a box a tile, in it a box a core, filled by what the core has done lately;
// between tiles a line each way, by its bytes; arrows from who waits to whom it waits for.

const mesh = {};

function layMesh(run, canvas) {
	const {columns, rows} = run.chip, width = canvas.clientWidth;
	const step = Math.min(width / columns, 128, 640 / rows);
	const gap = Math.max(2, step * 0.2), tile = step - gap;
	mesh.height = step * Math.min(rows, 64) + 4;
	mesh.step = step;
	mesh.tile = tile;
	mesh.left = (width - step * columns) / 2 + gap / 2;
	mesh.top = gap / 2 + 2;
	mesh.boxes = [];
	const at = new Map();
	run.places.forEach(([x, y], core) => {
		const key = x + "," + y;
		at.set(key, [...(at.get(key) || []), core]);
	});
	for (const [key, cores] of at) {
		const [x, y] = key.split(",").map(Number);
		const across = Math.ceil(Math.sqrt(cores.length));
		const down = Math.ceil(cores.length / across);
		const pad = Math.max(1, tile * 0.05), each = (tile - pad) / across;
		cores.forEach((core, i) => {
			mesh.boxes[core] = {
				x: mesh.left + x * step + pad + (i % across) * each,
				y: mesh.top + y * step + pad +
					Math.floor(i / across) * (tile - pad) / down,
				w: each - pad, h: (tile - pad) / down - pad};
		});
	}
}

function middle(core) {
	const box = mesh.boxes[core];
	return [box.x + box.w / 2, box.y + box.h / 2];
}

function drawLinks(run, g, page) {
	if (!run.chip.ways) {
		return;
	}
	const bin = Math.min(BINS - 1, Math.floor(page.t / run.end * BINS));
	const {columns, rows} = run.chip, {tile, step} = mesh;
	for (let y = 0; y < rows; y++) {
		for (let x = 0; x < columns; x++) {
			for (let way = 0; way < 4; way++) {
				const to = [x + (way === 0) - (way === 1),
					    y + (way === 2) - (way === 3)];
				if (to[0] < 0 || to[1] < 0 || to[0] >= columns || to[1] >= rows) {
					continue;
				}
				const link = (y * columns + x) * 4 + way;
				const load = Math.sqrt(run.loads[link * BINS + bin] / run.most);
				const cx = mesh.left + x * step + tile / 2;
				const cy = mesh.top + y * step + tile / 2;
				const [dx, dy] = [to[0] - x, to[1] - y];
				const off = tile * 0.13, h = tile / 2, far = step - h;
				g.strokeStyle = load ? mix(colours.link, colours.hot, load) :
					colours.link;
				g.lineWidth = 1.5 + load * Math.max(2, tile * 0.07);
				g.beginPath();
				g.moveTo(cx + dx * h - dy * off, cy + dy * h + dx * off);
				g.lineTo(cx + dx * far - dy * off, cy + dy * far + dx * off);
				g.stroke();
			}
		}
	}
}

function drawCore(run, g, page, core) {
	const {x, y, w, h} = mesh.boxes[core];
	const sum = shares(run, core, Math.max(0, page.t - page.lately), page.t,
			   [0, 0, 0, 0, 0]);
	const all = sum.reduce((a, b) => a + b);
	let top = y;
	if (all > 0) {
		// What it does now is on top.
		const now = run.segKind[segmentAt(run, core, page.t)];
		for (const kind of [now, ...[3, 2, 0, 1, 4].filter(k => k !== now)]) {
			const part = sum[kind] / all * h;
			g.fillStyle = colours.kinds[kind];
			g.fillRect(x, top, w, part + 0.5);
			top += part;
		}
	} else {
		g.fillStyle = colours.kinds[run.segKind[segmentAt(run, core, page.t)]];
		g.fillRect(x, y, w, h);
	}
	g.lineWidth = core === page.core ? 3 : 1;
	g.strokeStyle = core === page.core ? colours.accent : colours.line;
	g.strokeRect(x, y, w, h);
	if (w > 17) {
		g.fillStyle = colours.ink;
		g.font = `600 ${Math.min(15, w * 0.42)}px system-ui, sans-serif`;
		g.textAlign = "center";
		g.textBaseline = "middle";
		g.fillText(core, x + w / 2, y + h / 2);
	}
}

function curve(g, from, to, colour, width, bow) {
	const [ax, ay] = middle(from), [bx, by] = middle(to);
	const cx = (ax + bx) / 2 - (by - ay) * bow, cy = (ay + by) / 2 + (bx - ax) * bow;
	g.strokeStyle = g.fillStyle = colour;
	g.lineWidth = width;
	g.beginPath();
	g.moveTo(ax, ay);
	g.quadraticCurveTo(cx, cy, bx, by);
	g.stroke();
	arrowHead(g, bx, by, Math.atan2(by - cy, bx - cx), 6 + width * 2);
}

// Those who wait now: [core, whom for].
function waitsNow(run, t) {
	const found = [];
	for (let core = 0; core < run.cores; core++) {
		const who = waitsFor(run, run.segSlice[segmentAt(run, core, t)]);
		if (who >= 0 && who < run.cores) {
			found.push([core, who]);
		}
	}
	return found;
}

function drawMesh(run, page, canvas) {
	if (mesh.width !== canvas.clientWidth) {
		mesh.width = canvas.clientWidth;
		layMesh(run, canvas);
	}
	const [g] = sized(canvas, mesh.height);
	drawLinks(run, g, page);
	for (let i = 0; i < run.chip.columns * run.chip.rows; i++) {
		g.fillStyle = colours.panel;
		g.strokeStyle = colours.line;
		g.lineWidth = 1;
		g.beginPath();
		g.roundRect(mesh.left + i % run.chip.columns * mesh.step,
			    mesh.top + Math.floor(i / run.chip.columns) * mesh.step,
			    mesh.tile, mesh.tile, 5);
		g.fill();
		g.stroke();
	}
	for (let core = 0; core < run.cores; core++) {
		drawCore(run, g, page, core);
	}
	if (page.arrows) {
		const from = lastArrow(run, page.t - page.lately) + 1;
		const to = lastArrow(run, page.t);
		for (let i = Math.max(from, to - 300); i <= to; i++) {
			const [a, , b] = run.arrows[i];
			if (a !== b && (page.core < 0 || a === page.core || b === page.core)) {
				curve(g, a, b, colours.move, 1.5, -0.15);
			}
		}
	}
	if (page.waits) {
		const ring = run.end_ring(page.t);
		for (const [core, who] of waitsNow(run, page.t)) {
			const bad = ring.has(core) && ring.get(core) === who;
			const mine = core === page.core || who === page.core;
			g.globalAlpha = bad || mine ? 1 : page.core < 0 ? 0.55 : 0.28;
			curve(g, core, who, bad ? colours.bad : colours.ink,
			      bad || mine ? 2.2 : 1, 0.15);
		}
		g.globalAlpha = 1;
	}
}

// By when they came.
function lastArrow(run, t) {
	let [a, b] = [0, run.arrows.length];
	while (a < b) {
		const mid = (a + b) >> 1;
		if (run.arrows[mid][3] <= t) {
			a = mid + 1;
		} else {
			b = mid;
		}
	}
	return a - 1;
}

function coreAt(x, y) {
	return mesh.boxes.findIndex(b => x >= b.x && x <= b.x + b.w && y >= b.y &&
				    y <= b.y + b.h);
}
