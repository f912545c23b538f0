/* SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "host/host.h"
#include "host/view.h"

const char *host_view_path;

void host_view(const struct host_view *view)
{
	char line[1024];
	int used, fd;

	if (!host_view_path) {
		return;
	}
	used = snprintf(
		line, sizeof(line),
		"{\"index\": %" PRIu32 ", \"pid\": %d, \"base\": %" PRIuPTR
		", \"window\": %" PRIuPTR ", \"clock\": %" PRIuPTR
		", \"us\": %.12g, \"waiting\": %" PRIuPTR
		", \"word\": %" PRIuPTR ", \"moved\": %" PRIuPTR
		", \"parts\": [",
		view->index, (int)getpid(), view->base, (uintptr_t)view->window,
		(uintptr_t)view->clock, view->us, (uintptr_t)view->waiting,
		(uintptr_t)view->word, (uintptr_t)view->moved);
	for (int i = 0; i < VIEW_PARTS && view->part[i].bytes; i++) {
		used += snprintf(line + used, sizeof(line) - (size_t)used,
				 "%s[%" PRIu64 ", %" PRIu64 ", %" PRIuPTR "]",
				 i ? ", " : "", view->part[i].at,
				 view->part[i].bytes,
				 (uintptr_t)view->part[i].here);
	}
	used += snprintf(line + used, sizeof(line) - (size_t)used, "]}\n");
	fd = open(host_view_path, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (fd < 0 || write(fd, line, (size_t)used) != used) {
		die(STATUS_HOST, "%s cannot be written", host_view_path);
	}
	close(fd);
}
