/* SPDX-License-Identifier: Apache-2.0 */
/* weft-bench: boards=scc-sim cores=1 o=software=free */
/*
 * How much of a shared medium frames use, by the load that is offered: slotted 1-persistent
 * CSMA/CD, as S. Donaldson's pacing assumes it (Oxford 1999, equation 4.1, from J. Hammond and
 * P. O'Reilly; bench/link_hub.c has the medium with stations and back-off).
 *
 * Frames take FRAME us, and a slot is the medium's length, SLOT us.  Stations without number
 * offer `load` frames in the time of a frame, at random.  One that finds the medium busy sends
 * when it is free.  A frame takes a slot more until all stations know that it is over.  A
 * collision takes three: until it is noticed, the jam, and until that is over.
 *
 *  used   per cent of the time; by=simulation: of PERIODS periods; by=formula: the published one
 *  peak   the load at which the most is used
 */
#include <weft/weft.h>

#include "common.h"

enum {
	PERIODS = 20000,
	COLLISION = 3, /* slots */
	MANY = 30,     /* frames at once: it is a collision anyway */
};

static const double FRAME = 1200, SLOT = 25.65;
static uint32_t seed = 1;

/* e to the power of -x, for x from 0 on. */
static double fall(double x)
{
	double sum = 1, part = 1;

	if (x > 0.5) {
		double root = fall(x / 2);

		return root * root;
	}
	for (int i = 1; i < 12; i++) {
		part *= -x / i;
		sum += part;
	}
	return sum;
}

/* G. Marsaglia, "Xorshift RNGs", 2003: from 0 to 1. */
static double random_part(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed / 4294967296.0;
}

/* How many frames are offered in so long a time, of which `mean` is usual (D. Knuth). */
static uint32_t offered(double mean)
{
	double least, product = random_part();
	uint32_t n = 0;

	if (mean > MANY) {
		return MANY;
	}
	for (least = fall(mean); product > least; n++) {
		product *= random_part();
	}
	return n;
}

static double simulated(double load)
{
	double all = 0, used = 0;
	uint32_t waiting = 0;

	for (uint32_t i = 0; i < PERIODS; i++) {
		double takes = COLLISION * SLOT;

		while (waiting == 0) {
			all += SLOT;
			waiting = offered(load * SLOT / FRAME);
		}
		if (waiting == 1) {
			takes = FRAME + SLOT;
			used += FRAME;
		}
		all += takes;
		waiting = offered(load * takes / FRAME);
	}
	return used / all;
}

static double formula(double load)
{
	double a = load * SLOT / FRAME, r = FRAME / SLOT;
	double some = fall(3 * a) * (3 - 2 * fall(a));
	double all = (r + 1) * a * some + 3 -
		     3 * (r + 1) * a * fall((r + 1) * a) - 3 * fall(a) +
		     3 * load * fall((r + 2) * a) + fall(3 * a) -
		     (r - 2) * a * fall((r + 4) * a);

	return load * some / all;
}

static void row(const char *by, uint32_t tenths, double used)
{
	bench_row("link", "used", "%", (uint64_t)(used * 100000),
		  "wire=csma,load=%u.%u,by=%s", (unsigned)(tenths / 10),
		  (unsigned)(tenths % 10), by);
}

static void peak(const char *by, double (*used)(double load))
{
	uint32_t best = 10;

	for (uint32_t tenths = 10; tenths <= 400; tenths += 10) {
		if (used(tenths / 10.0) > used(best / 10.0)) {
			best = tenths;
		}
	}
	bench_row("link", "peak", "x", (uint64_t)best * 100,
		  "wire=csma,by=%s", by);
}

int main(int argc, char **argv)
{
	static const uint16_t tenths[] = {5, 10, 20, 50, 100, 158, 200, 400};

	bench_setup(argc, argv);
	for (uint32_t i = 0; i < sizeof(tenths) / sizeof(*tenths); i++) {
		double load = tenths[i] / 10.0;

		row("simulation", tenths[i], simulated(load));
		row("formula", tenths[i], formula(load));
	}
	peak("simulation", simulated);
	peak("formula", formula);
	return 0;
}
