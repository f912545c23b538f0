/* SPDX-License-Identifier: Apache-2.0
 *
 * A child that was only slow: its parent's hop deadline has passed, the
 * parent counts it as gone and uses the buffer again, perhaps under its copy.
 * The child must not deliver what it did not announce; it may learn that it has
 * been evicted.  The copy is in two halves.
 */
#include "trees.pml"

byte header;		/* n, or 0 */
byte half[2];		/* the buffer */
byte copied;		/* written by the child */
bit gone;		/* parent: no longer counts the child */

inline announce(n)
{
#ifndef MUT_NO_INVALIDATION
	if
	:: gone -> header = 0
	:: !gone
	fi;
#endif
	half[0] = n;
	half[1] = n;
	header = n
}

active proctype parent()
{
	announce(1);
	if
	:: copied == 1
	:: gone = 1		/* the hop deadline, at any time */
	fi;
	announce(2);
	if
	:: copied == 2
	:: gone = 1
	fi;
	announce(3)
}

active proctype child()
{
	byte n, a, b;
	bit evicted;
end:	do
	:: d_step { header == copied + 1 -> n = header }
		a = half[0];
		b = half[1];
#ifndef MUT_NO_SECOND_READ
		if
		:: header != n -> evicted = 1; break
		:: header == n
		fi;
#endif
		CHECK(X, a == n && b == n);
		copied = n
	:: d_step { header > copied + 1 -> evicted = 1 } break
	od;
	CHECK(N, gone)		/* nobody is evicted without a deadline */
}
