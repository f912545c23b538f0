/* SPDX-License-Identifier: Apache-2.0 */
#include "e_lib.h"
