/* SPDX-License-Identifier: Apache-2.0 */
#include "collectives/bcast/bcast.h"

BCAST_LIST_TEAMS
