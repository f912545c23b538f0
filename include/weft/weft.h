/* SPDX-License-Identifier: Apache-2.0 */
/* All of weft: one header a topic, each its own manual. */
#ifndef WEFT_WEFT_H
#define WEFT_WEFT_H

#include <weft/types.h>
#include <weft/core.h>
#include <weft/mpb.h>
#include <weft/rma.h>
#include <weft/flag.h>
#include <weft/lock.h>
#include <weft/delegate.h>
#include <weft/object.h>
#include <weft/barrier.h>
#include <weft/sendrecv.h>
#include <weft/fifo.h>
#include <weft/bcast.h>
#include <weft/team.h>
#include <weft/reduce.h>
#include <weft/gather.h>
#include <weft/event.h>
#include <weft/connection.h>
#include <weft/abcast.h>
#include <weft/am.h>
#include <weft/am_segment.h>
#include <weft/am_way.h>
#include <weft/call.h>
#include <weft/fiber.h>
#include <weft/started.h>

#endif
