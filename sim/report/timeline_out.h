/* SPDX-License-Identifier: Apache-2.0 */
/* How the timeline's file is written: events of Chrome's trace event format. */
#ifndef SIM_REPORT_TIMELINE_OUT_H
#define SIM_REPORT_TIMELINE_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Who did last what another core may come to know. */
struct origin {
	uint64_t time; /* 0: nobody */
	uint32_t rank;
};

extern FILE *timeline_out;

void timeline_open(const char *path); /* or death */
void timeline_close(void);

/* Text within quotes, up to n bytes or its end. */
void put_text(const char *text, uint64_t n);

/*
 * An event of that kind ('X': a slice) up to its name, which the caller writes;
 * then put_until: the name's end, and how long it was; then, if it likes, args;
 * then the closing brace.
 */
void put_event(char kind, uint32_t rank, uint64_t time);
void put_until(uint64_t from, uint64_t until);

/* A mark at one moment, but for args and the closing brace. */
void put_mark(uint32_t rank, uint64_t time, const char *text, uint64_t n);

/* An arrow from there, if anybody was, to that core's slice of that time. */
void put_arrow(const struct origin *from, uint32_t to, uint64_t time);

#endif
