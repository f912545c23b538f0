// SPDX-License-Identifier: Apache-2.0
// What both drawings need: sizes in the screen's own dots, colours of the style sheet.

const colours = {};

function readColours() {
	const style = getComputedStyle(document.documentElement);
	for (const name of ["ink", "pale", "paper", "panel", "line", "accent", "bad", "compute",
			    "wait", "move", "handler", "off", "link", "hot", "path"]) {
		colours[name] = style.getPropertyValue("--" + name).trim();
	}
	colours.kinds = [colours.compute, colours.wait, colours.move, colours.handler,
			 colours.off];
	colours.rgb = colours.kinds.map(rgb);
}

function rgb(hex) {
	const n = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
	return [1, 3, 5].map(i => parseInt(n.slice(i, i + 2), 16));
}

function mix(a, b, share) {
	const [p, q] = [rgb(a), rgb(b)];
	return `rgb(${p.map((v, i) => Math.round(v + (q[i] - v) * share)).join()})`;
}

// A canvas as wide as it is shown, so high; what it draws is in CSS's units.
function sized(canvas, height) {
	const width = canvas.clientWidth, scale = window.devicePixelRatio || 1;
	const w = Math.round(width * scale), h = Math.round(height * scale);
	if (canvas.width !== w || canvas.height !== h) {
		canvas.width = w;
		canvas.height = h;
		canvas.style.height = height + "px";
	}
	const context = canvas.getContext("2d");
	context.setTransform(scale, 0, 0, scale, 0, 0);
	context.clearRect(0, 0, width, height);
	return [context, width];
}

function arrowHead(context, x, y, angle, size) {
	context.beginPath();
	context.moveTo(x, y);
	context.lineTo(x - size * Math.cos(angle - 0.45), y - size * Math.sin(angle - 0.45));
	context.lineTo(x - size * Math.cos(angle + 0.45), y - size * Math.sin(angle + 0.45));
	context.closePath();
	context.fill();
}
