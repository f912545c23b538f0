/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All variables of the environment that the library reads: WEFT_K and so on.
 *
 * This table makes the functions that read them, rt_variable_K() and so on, and the bounds
 * outside which these refuse a value.  tools/settings.py makes the manual's tables from it
 * (docs/settings.md and tools/weft-run.1).  A program that reads none of the variables
 * links nothing of this.
 *
 *   NUMBER(name, usual, least, most, what it is)
 *   OWN(name, usual, least, most, what it is)     the caller says what is usual
 *   NAME(name, usual, what it is)                 a name of an algorithm, read by rt_env
 *
 * `usual` is the value of a variable that is not set, or is empty.  A number is decimal, or
 * hexadecimal after 0x.  The run is refused if a value is no number or out of bounds.
 */
#ifndef RUNTIME_VARIABLES_H
#define RUNTIME_VARIABLES_H

#include "runtime/boot.h"

#define RT_VARIABLES(NUMBER, OWN, NAME)                                        \
	NUMBER(K, 7, 1, 65535, "degree of trees where a program names none")   \
	NUMBER(PATIENCE_US, 0, 0, UINT32_MAX,                                  \
	       "microseconds after which a wait without a deadline ends the "  \
	       "run with a report; 0: never")                                  \
	NUMBER(STACK, 0, 0, 1073741824,                                        \
	       "bytes of stack that main has at least; if the port's stack "   \
	       "is smaller, they come from the heap.  Ports that cannot "      \
	       "switch stacks, or have little memory, do not read it")         \
	NUMBER(BOOT_US, 30000000, 0, UINT32_MAX,                               \
	       "microseconds that a core waits for the others at start")       \
	NUMBER(SHOW_MAP, 0, 0, 1,                                              \
	       "rank 0 prints what each part has of the MPB")                  \
	OWN(MPB_HEAP, "a sixteenth of the MPB, or what the program declares",  \
	    0, UINT32_MAX,                                                     \
	    "bytes of the MPB that the program's heap has at least")           \
	NUMBER(MPB_LEAST, 0, 0, 1,                                             \
	       "every part has the fewest bytes of the MPB that it can do "    \
	       "with")                                                         \
	NAME(BARRIER, "the fastest", "the barrier to take")                    \
	NAME(BCAST, "the fastest",                                             \
	     "the broadcast to take, for sizes that it can do")                \
	NAME(REDUCE, "the fastest",                                            \
	     "the reduction to take, for sizes that it can do")                \
	OWN(TEAMS, "4, or fewer where the MPB is nearly full", 0, 32,          \
	    "teams of weft/team.h that a core has room for")                   \
	NUMBER(SHOW_CHOICE, 0, 0, 1, "rank 0 prints what was chosen, and why") \
	NUMBER(CREDIT, 4, 1, 256,                                              \
	       "chunks of a core's asynchronous broadcasts that may be under " \
	       "way at once")                                                  \
	NUMBER(ABCAST_K, 0, 0, 65535,                                          \
	       "degree of the trees of asynchronous broadcast; 0: the "        \
	       "fastest")                                                      \
	NUMBER(BURST, 8, 1, 128,                                               \
	       "chunks that a handler receives before the application goes "   \
	       "on")                                                           \
	NUMBER(TICK_US, 10000, 0, UINT32_MAX,                                  \
	       "microseconds between two looks of the watchdog; 0: none")      \
	NUMBER(HOP_US, 5000000, 0, UINT32_MAX,                                 \
	       "microseconds that a core may be silent before the others "     \
	       "give it up; 0: for ever")                                      \
	OWN(BSP_PROCESSES, "one a core", 1, 65535,                             \
	    "processes that bsp_nprocs of bsp_virtual.h returns before "       \
	    "bsp_begin")                                                       \
	NUMBER(BSP_STACK, 16384, 0, UINT32_MAX,                                \
	       "bytes of stack that a process of bsp_virtual.h has for "       \
	       "itself")                                                       \
	NAME(BSP_SCHEDULE, "latin",                                            \
	     "in which order a process serves its partners: docs/bsp.md")      \
	NAME(BSP_OVERLAP, "any",                                               \
	     "pids: puts that overlap are written in the order of "            \
	     "processes; any: in any order.  Ports with little memory do not " \
	     "read it")                                                        \
	NUMBER(EPOCH, 0, 0, UINT32_MAX,                                        \
	       "the value at which flags start to count, to test that they "   \
	       "may wrap")

#define RT_READ_NUMBER(name, usual, least, most, what)                         \
	static inline uint32_t rt_variable_##name(void)                        \
	{                                                                      \
		return rt_env_number("WEFT_" #name, usual, least, most);       \
	}
#define RT_READ_OWN(name, told, least, most, what)                             \
	static inline uint32_t rt_variable_##name(uint32_t usual)              \
	{                                                                      \
		return rt_env_number("WEFT_" #name, usual, least, most);       \
	}
#define RT_READ_NAME(name, told, what)                                         \
	static inline const char *rt_variable_##name(void)                     \
	{                                                                      \
		return rt_env("WEFT_" #name);                                  \
	}

RT_VARIABLES(RT_READ_NUMBER, RT_READ_OWN, RT_READ_NAME)

#endif
