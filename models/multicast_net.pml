/* SPDX-License-Identifier: Apache-2.0
 *
 * Of multicast.pml: windows, and the network.  A multicast lands at each target at a time of
 * its own.  Words come after all multicasts before them; bytes may overtake words.
 */
#define SHORT	1	/* kinds: bytes and word in one line */
#define CHUNK	2	/* one unit */
#define LONG	3	/* half of the ring */
#define BARRIER 4

#define LANDED	1	/* multicasts of words */
#define LINE	2
#define RELEASE 3

byte kind[CALLS], root[CALLS];

/* Windows. */
byte ring[CORES * UNITS], line[CORES * UNITS], beside[CORES * UNITS];
byte landed[CORES], room[CORES], put;
byte told[2 * CORES];		/* by a core, at rank 0 */
byte release[CORES];		/* the barrier's, whose arrivals are behind the others */
byte inside;			/* cores that came to barriers, all together */

/* Under way: one multicast of bytes, one of words; targets that lack it. */
byte bytes_left, words_left, caster;
byte bytes_pos, bytes_units, bytes_value;
byte words_kind, words_pos, words_end, words_value;

#define OF_CALLS    0		/* arrivals */
#define OF_BARRIERS CORES
#define ALL	    ((1 << CORES) - 1)
#define AT(core, pos) ((core) * UNITS + (pos))

inline alone()			/* one multicaster at a time */
{
	assert(bytes_left + words_left == 0 || caster == me);
	caster = me
}

inline multicast_bytes()	/* src: arch/tensix/multicast.c:arch_multicast */
{
	atomic {
		alone();
		bytes_left == 0;
		bytes_left = ALL & ~(1 << me);
		bytes_pos = pos;
		bytes_units = units;
		bytes_value = n + 1
	}
}

inline multicast_words(what, upto) /* src: arch/tensix/multicast.c:arch_multicast_words */
{
	atomic {
		alone();
#ifdef MUT_WORDS_OVERTAKE
		words_left == 0;
#else
		bytes_left + words_left == 0;
#endif
		words_left = ALL & ~(1 << me);
		words_kind = what;
		words_pos = pos;
		words_end = upto;
		words_value = n + 1
	}
}

proctype network(byte to)
{
	byte i;

end:	do
	:: d_step {
		bytes_left & (1 << to) ->
		bytes_left = bytes_left & ~(1 << to);
		do
		:: i < bytes_units ->
			ring[AT(to, bytes_pos + i)] = bytes_value;
			i++
		:: i == bytes_units -> break
		od;
		i = 0;
		if
		:: bytes_left == 0 ->
			bytes_pos = 0; bytes_units = 0; bytes_value = 0
		:: else
		fi
	   }
	:: d_step {
		words_left & (1 << to) ->
		words_left = words_left & ~(1 << to);
		if
		:: words_kind == LANDED -> landed[to] = words_end
		:: words_kind == RELEASE -> release[to] = words_end
		:: words_kind == LINE ->
			line[AT(to, words_pos)] = words_end;
			beside[AT(to, words_pos)] = words_value
		fi;
		if
		:: words_left == 0 ->
			words_kind = 0; words_pos = 0;
			words_end = 0; words_value = 0
		:: else
		fi
	   }
	od
}
