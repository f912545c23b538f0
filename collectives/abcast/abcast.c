/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous broadcast, all of its engine: its parts are compiled as one, so that
 * what one part asks of another need not be a call.  That is a tenth of its text, and
 * some of its time.
 */
#include "collectives/abcast/abcast_map.c"
#include "collectives/abcast/abcast_engine.c"
#include "collectives/abcast/abcast_scan.c"
#include "collectives/abcast/abcast_receive.c"
#include "collectives/abcast/abcast_answer.c"
#include "collectives/abcast/abcast_tell.c"
#include "collectives/abcast/abcast_buffer.c"
#include "collectives/abcast/abcast_credit.c"
#include "collectives/abcast/abcast_cut.c"
#include "collectives/abcast/abcast_send.c"
#include "collectives/abcast/abcast_failure.c"
#include "collectives/abcast/abcast_deliver.c"
