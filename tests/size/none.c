/* SPDX-License-Identifier: Apache-2.0 */
/* What every image holds: make size. */
int main(void)
{
	return 0;
}
