/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several links as one, of which one stops (links/bundle.h).  Chip 0 sends COUNT packets by each
 * of two lanes to chip 1, one after the other: what a lane does about order and windows is in
 * link.pml.  A lane's frames go by the device that its chip holds to carry; at first that is its own.
 *
 * One device stops at any moment, in either direction or in both.  What is on its way then still
 * comes, at any later time.  Time passes when all is still: then a chip that lacks something asks,
 * and after TRIES questions without an answer it takes the other device.  HOMES frames of a lane
 * that is not at its own device try that one.
 *
 * FLUSH: chip 1 does not wait, so it never asks.
 *
 * O: each lane's packets come once, and in order.
 * L: in PATIENCE questions nothing came: the stream stands, though a device carries.
 */
#ifndef COUNT
#define COUNT 2
#endif
#ifndef TRIES
#define TRIES 2
#endif
#ifndef HOMES
#define HOMES 1
#endif
#define WIRE 2
#define PATIENCE (8 * TRIES)
#define LANES 2

mtype = { DATA, ACK, PROD };

#define AT(device, from) ((device) * 2 + (from))

chan wire[4] = [WIRE] of { mtype, byte, byte };	/* kind, lane, number */
bool dead[4];
byte by[4];		/* lane * 2 + chip */
byte tries[4];
byte out[LANES];	/* acknowledged */
byte in[LANES];		/* taken */
bool sent[LANES];	/* the next one, since the last question */
byte asks, homes = HOMES;

#define BY(lane, chip) by[(lane) * 2 + (chip)]
#define TRIED(lane, chip) tries[(lane) * 2 + (chip)]
#define DONE (out[0] == COUNT && out[1] == COUNT)

/* A dead device loses it, and so does one that is full. */
/* src: links/link_round.c:link_transmit_one */
inline put(chip, kind, lane, number)
{
	device = BY(lane, chip);
	if
	:: homes > 0 && device != lane -> homes--; device = lane
	:: true
	fi;
	if
	:: !dead[AT(device, chip)] && len(wire[AT(device, chip)]) < WIRE ->
		wire[AT(device, chip)]!kind, lane, number
	:: else
	fi;
	device = 0
}

/* src: links/link_ask.c:link_ask */
inline ask(lane, chip)
{
	TRIED(lane, chip)++;
#ifndef MUT_STAY
	if
	:: TRIED(lane, chip) == TRIES -> TRIED(lane, chip) = 0;
		BY(lane, chip) = 1 - BY(lane, chip)
	:: else
	fi
#else
	TRIED(lane, chip) = 0
#endif
}

/* src: links/bundle.c:bundle_serve */
inline get(chip, d)
{
	wire[AT(d, 1 - chip)]?kind, lane, number;
#ifdef MUT_LANE
	lane = d;
#endif
#ifndef MUT_BACK
	BY(lane, chip) = d;
#endif
	TRIED(lane, chip) = 0
}

inline comes_to_0(d)
{
	get(0, d);
	if
	:: number > out[lane] ->	/* each frame acknowledges */
		out[lane] = number; sent[lane] = false; asks = 0
	:: kind == PROD && number == out[lane] && out[lane] < COUNT ->
		put(0, DATA, lane, out[lane] + 1)
	:: else
	fi;
	kind = 0; lane = 0; number = 0
}

inline comes_to_1(d)
{
	get(1, d);
	if
	:: number > in[lane] + 1 -> assert('O' < 0)
	:: number == in[lane] + 1 -> in[lane] = number; asks = 0
	:: else
	fi;
	put(1, ACK, lane, in[lane]);
	kind = 0; lane = 0; number = 0
}

inline who_lacks(l)
{
	if
	:: out[l] < COUNT -> ask(l, 0); sent[l] = false
	:: else
	fi;
#ifndef FLUSH
	if
	:: in[l] < COUNT -> ask(l, 1); put(1, PROD, l, in[l])
	:: else
	fi
#endif
}

/* What the chips do inside their gates. */
active proctype chips()
{
	mtype kind;
	byte lane, number, device;

	do
	:: atomic { DONE -> break }
	:: atomic { !sent[0] && out[0] < COUNT -> sent[0] = true; put(0, DATA, 0, out[0] + 1) }
	:: atomic { !sent[1] && out[1] < COUNT -> sent[1] = true; put(0, DATA, 1, out[1] + 1) }
	:: atomic { len(wire[AT(0, 1)]) > 0 -> comes_to_0(0) }
	:: atomic { len(wire[AT(1, 1)]) > 0 -> comes_to_0(1) }
	:: atomic { len(wire[AT(0, 0)]) > 0 -> comes_to_1(0) }
	:: atomic { len(wire[AT(1, 0)]) > 0 -> comes_to_1(1) }
	:: atomic { timeout ->
		asks++;
		if
		:: asks > PATIENCE -> assert('L' < 0)
		:: else
		fi;
		who_lacks(0);
		who_lacks(1)
	   }
	od
}

/* One of the devices, if any, before or after some question. */
active proctype fate()
{
	byte after;

	select(after : 0 .. 2);
end:	asks >= after;
	if
	:: atomic { dead[AT(0, 0)] = true; if :: dead[AT(0, 1)] = true :: true fi }
	:: dead[AT(0, 1)] = true
	:: atomic { dead[AT(1, 0)] = true; if :: dead[AT(1, 1)] = true :: true fi }
	:: dead[AT(1, 1)] = true
	:: true
	fi
}
