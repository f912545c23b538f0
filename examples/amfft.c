/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A Fourier transform by Active Messages (examples/am_fft.h).
 *
 *   amfft [n=<numbers>] [by=word|row|block] [order=round|staggered|naive|synchronised]
 *       [via=poll|irq]
 *
 * n is a power of 4, up to 65536.  Each core computes some of its numbers once more by
 * the definition.
 */
#include "examples/am_fft.h"

enum {
	CHECKED = 3
};

static struct transpose t;

int main(int argc, char **argv)
{
	uint32_t n = argument(argc, argv, "n", 1024);
	uint64_t start;
	int result;

	if (!fourier_side(n)) {
		weft_panic("amfft: n is no power of 4 up to 65536");
	}
	amk_begin(argument_text(argc, argv, "via", "poll"));
	t.by = transpose_named(argument_text(argc, argv, "by", "word"));
	t.order = transpose_order_named(
		argument_text(argc, argv, "order", "round"));
	transpose_open(&t, fourier_side(n));
	fft_fill(&t);
	amk_barrier();
	start = weft_cycles();
	fft_run(&t);
	start = weft_cycles() - start;
	result = amk_end("amfft", n, fft_wrong(&t, CHECKED), start);
	transpose_close(&t);
	return result;
}
