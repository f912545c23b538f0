/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long things take, in clocks of a core.  Every figure has its source;
 * "unverified" is a guess that no figure of a chip was found for.
 */
#ifndef EMU_EPIPHANY_TIMING_H
#define EMU_EPIPHANY_TIMING_H

enum {
	/* Pipeline: latencies of GCC's scheduling description. */
	T_BRANCH = 3, /* taken; also jumps, calls and returns */
	T_LOAD = 2,   /* until the loaded register may be used */
	T_FPU = 5,    /* until the result may be used */

	T_INTERRUPT = 8, /* from latch to first instruction; unverified */

	/* On the chip: 1.5 clocks a hop (data sheet), 18 + 3 a hop to read. */
	T_WRITE_LEAST = 2,
	T_READ = 18,
	T_READ_HOP = 3,
	T_PORT = 1,  /* a node takes one transaction a clock */
	T_SLACK = 8, /* a writer stalls when so far ahead of its target */

	/*
	 * DMA: at 600 MHz 1950 MB/s writing and 481 MB/s reading were measured
	 * between cores in units of 8 bytes, 155 MB/s from external memory.
	 */
	T_DMA_WRITE = 2,
	T_DMA_READ = 10,
	T_DMA_READ_EXTERNAL = 31,
	T_DMA_FETCH = 6, /* a descriptor, three units; unverified */

	/*
	 * External memory: 493 MB/s of 8-byte writes, 4.2 MB/s of loads, both
	 * measured at 600 MHz.
	 */
	T_EXTERNAL_WRITE = 10,
	T_EXTERNAL_READ = 570,
};

#endif
