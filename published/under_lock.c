/* SPDX-License-Identifier: Apache-2.0 */
#include "sync/delegate.h"

#include <weft/published/delegate.h>

DELEGATE_UNDER(ticket);
DELEGATE_UNDER(clh);
DELEGATE_UNDER(hyblock);
DELEGATE_UNDER(server);
DELEGATE_UNDER(token);
