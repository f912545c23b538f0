/* SPDX-License-Identifier: Apache-2.0
 *
 * The barrier by lines: five cores in clusters of two, two and one, so that the
 * part of one core tells three clusters; EPOCHS barriers one after another.  A
 * row is looked at word by word, and each word that has been seen is not looked at
 * again.  Who leaves a barrier finds that all have entered it; what is in a row
 * is of this barrier or of the next one, never later.
 */
#ifndef EPOCHS
#define EPOCHS 3
#endif
#define CORES	 5
#define SIZE	 2	/* of a cluster, but the last */
#define CLUSTERS 3
#define CORES_OF(c) ((c) == CLUSTERS - 1 -> 1 : SIZE)
#ifdef MUT_ONE_ROW
#define WORD(step, cluster, part) ((cluster) * CLUSTERS + (part))
#else
#define WORD(step, cluster, part) \
	(((step) * CLUSTERS + (cluster)) * CLUSTERS + (part))
#endif

byte word[2 * CLUSTERS * CLUSTERS];
byte entered[CORES];

#ifdef MUT_PARITY
#define REACHED(w) ((w) % 2 == n % 2)
#else
#define REACHED(w) ((w) >= n)
#endif

inline await_row(step, parts)		/* src: collectives/barrier/barrier_lines.c:barrier_lines */
{
	part = 0;
	do
	:: part < parts ->
		REACHED(word[WORD(step, mine, part)]);
		assert(word[WORD(step, mine, part)] <= n + 1);
		part++
	:: part == parts -> break
	od;
	part = 0
}

inline tell_clusters()			/* src: collectives/barrier/barrier_lines.c:join */
{
	to = me - mine * SIZE;
	do
	:: to < CLUSTERS ->
		word[WORD(1, to, mine)] = n;
#ifdef MUT_TELL_ONE
		break
#else
		to = to + CORES_OF(mine)
#endif
	:: to >= CLUSTERS -> break
	od
}

proctype core(byte me)
{
	byte n = 1, mine = me / SIZE, part, to;
	do
	:: n <= EPOCHS ->
		entered[me] = n;
#ifdef MUT_TELL_EARLY
		tell_clusters();
#endif
		word[WORD(0, mine, me - mine * SIZE)] = n;
		await_row(0, CORES_OF(mine));
#ifndef MUT_TELL_EARLY
		tell_clusters();
#endif
#ifdef MUT_ROW_SHORT
		await_row(1, CLUSTERS - 1);
#else
		await_row(1, CLUSTERS);
#endif
		d_step {
			part = 0;
			do
			:: part < CORES ->
				assert(entered[part] >= n);
				part++
			:: part == CORES -> break
			od;
			part = 0;
			to = 0
		}
		n++
	:: n > EPOCHS -> break
	od
}

init {
	byte i;
	atomic {
		do
		:: i < CORES -> run core(i); i++
		:: i == CORES -> break
		od
	}
}
