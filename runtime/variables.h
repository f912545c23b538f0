/* SPDX-License-Identifier: Apache-2.0 */
/*
 * All variables of the environment that the library reads: WEFT_K and so on.
 *
 * From this table come the functions that read them, rt_variable_K() and so on, and what
 * these refuse; tools/settings.py writes the manual's from it (docs/variables.md and
 * tools/weft-run.1).  A program that reads none of them has none of it.
 *
 *   NUMBER(name, usual, least, most, what it is)
 *   OWN(name, usual, least, most, what it is)     the caller says what is usual
 *   NAME(name, usual, what it is)                 of an algorithm: rt_env
 *
 * `usual` counts where the variable is not set, or empty.  A number is decimal, or
 * hexadecimal after 0x; if it is none, or outside these bounds, the run is refused.
 */
#ifndef RUNTIME_VARIABLES_H
#define RUNTIME_VARIABLES_H

#include "runtime/boot.h"

#define RT_VARIABLES(NUMBER, OWN, NAME)                                        \
	NUMBER(K, 7, 1, 65535, "degree of trees where a program names none")   \
	NUMBER(PATIENCE_US, 0, 0, UINT32_MAX,                                  \
	       "a wait without a deadline that lasts longer ends the run "     \
	       "with a report; 0: never")                                      \
	NUMBER(STACK, 0, 0, 1073741824,                                        \
	       "bytes of stack that main has, from the heap, where the port "  \
	       "has fewer")                                                    \
	NUMBER(BOOT_US, 30000000, 0, UINT32_MAX,                               \
	       "how long a core waits for the others at start")                \
	NUMBER(SHOW_MAP, 0, 0, 1, "rank 0 prints who has which of the MPB")    \
	OWN(MPB_HEAP, "a sixteenth of the MPB, or what the program declares",  \
	    0, UINT32_MAX,                                                     \
	    "bytes of the MPB that the program's heap has at least")           \
	NUMBER(MPB_LEAST, 0, 0, 1,                                             \
	       "every part has the fewest bytes of the MPB that it can do "    \
	       "with")                                                         \
	NAME(BARRIER, "the fastest", "the barrier to take")                    \
	NAME(BCAST, "the fastest", "the broadcast to take, where it can")      \
	NAME(REDUCE, "the fastest", "how to reduce, where it can")             \
	NUMBER(TEAMS, 4, 0, 32, "teams of weft/team.h that a core may be in")  \
	NUMBER(SHOW_CHOICE, 0, 0, 1, "rank 0 prints what was chosen, and why") \
	NUMBER(CREDIT, 4, 1, 256,                                              \
	       "chunks of a core that may be under way: weft/abcast.h")        \
	NUMBER(ABCAST_K, 0, 0, 65535,                                          \
	       "degree of the trees of asynchronous broadcast; 0: the "        \
	       "fastest")                                                      \
	NUMBER(BURST, 8, 1, 128,                                               \
	       "chunks that a handler receives before the application goes "   \
	       "on")                                                           \
	NUMBER(TICK_US, 10000, 0, UINT32_MAX,                                  \
	       "period of the watchdog; 0: none")                              \
	NUMBER(HOP_US, 5000000, 0, UINT32_MAX,                                 \
	       "how long a core may be silent until it is given up; 0: for "   \
	       "ever")                                                         \
	OWN(BSP_PROCESSES, "one a core", 1, 65535,                             \
	    "processes that bsp_virtual.h's bsp_nprocs tells before "          \
	    "bsp_begin")                                                       \
	NUMBER(BSP_STACK, 16384, 0, UINT32_MAX,                                \
	       "bytes of stack that a process of bsp_virtual.h has for "       \
	       "itself")                                                       \
	NAME(BSP_SCHEDULE, "latin",                                            \
	     "in which order a process serves its partners: docs/bsp.md")      \
	NAME(BSP_OVERLAP, "any",                                               \
	     "pids: puts that overlap are written in the order of processes")  \
	NUMBER(EPOCH, 0, 0, UINT32_MAX,                                        \
	       "where flags start to count, to test that they may wrap")

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
