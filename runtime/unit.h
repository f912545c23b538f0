/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Files that are compiled as one.
 *
 * A folder with a file named `unit` lists there, a line each, files that the build
 * compiles together, so that a call from one to another can be inlined, or need
 * not be one.  Where that is done, UNIT is `static`.  Compiled apart (make
 * UNITS=), UNIT is nothing; what a file keeps to itself is plain `static`, and a
 * test compiles the files apart to see that no other uses it.
 *
 * A function with UNIT is declared so in a header of its folder and defined so in one
 * file of the list.
 *
 * A unit may also list, with their path, files of a lower folder that have no variables
 * of their own, since their state is their client's.  Such a unit has a copy, so that
 * calls to it can be inlined; all other clients link the one that is compiled by
 * itself.  The functions of such files have SHARED in place of UNIT.
 */
#ifndef RUNTIME_UNIT_H
#define RUNTIME_UNIT_H

#ifdef WEFT_UNIT
#define UNIT   static
#define SHARED static __attribute__((unused))
#else
#define UNIT
#define SHARED
#endif

#endif
