/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RCCE on weft: the interface of RCCE 1.0.13 (T. Mattson, R. van der Wijngaart, Intel),
 * so that programs written for it compile as they are.  Link with libweft-rcce.a before
 * libweft.a (docs/compat.md).
 *
 * As there, a program is built with or without GORY defined: with it, it has the
 * message passing buffer and its flags in its own hands, and the long forms of send
 * and receive.  Without it, it has the short forms.  All else is the same.
 *
 * What differs:
 *  - A t_vcharp from RCCE_malloc is a pointer to this core's own MPB where the board has
 *    one (weft_mpb_pointer in weft/mpb.h).  Elsewhere it names a place for the calls below only,
 *    and a load or store through it faults.
 *  - RCCE_malloc has what weft's other parts leave of the MPB; WEFT_MPB_HEAP=n asks for
 *    more.  Chunks of RCCE_send are of weft_send's size; a program sees no difference.
 *  - A broadcast is weft's: the root may return before others have the data.
 *  - Sums and products of floats are combined in weft's groups of ranks, always in the
 *    same ones; RCCE goes rank by rank.
 *  - Of each program's RCCE_COMMs other than RCCE_COMM_WORLD, four may be there at once;
 *    WEFT_TEAMS=n makes room for more (weft/team.h).
 *  - Off-chip shared memory is there where the board has it (weft_common in weft/core.h);
 *    RCCE_shmalloc panics elsewhere.
 *  - Power management is bookkeeping.  RCCE_recv_test needs a port whose messages are
 *    pulled (weft/sendrecv.h).
 *
 * Messages that do not wait are iRCCE's (iRCCE.h).  RWTH Aachen's own RCCE has them in this
 * header, without another init: -DRCCE_RWTH.
 *
 * Errors are RCCE's numbers.  All calls: thread.
 */
#ifndef RCCE_H
#define RCCE_H

#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

#define _RCCE                 "1.0.13 on weft"
#define RCCE_APP              main
#define STDERR                stdout
#define LOG2_LINE_SIZE        5
#define RCCE_LINE_SIZE        32
#define RCCE_BUFF_SIZE_MAX    8192
#define RCCE_MAXNP            64 /* cores of a program; RCCE_init refuses more */
#define RCCE_MAX_ERROR_STRING 45

#define RCCE_SUM    23232323
#define RCCE_MIN    23232324
#define RCCE_MAX    23232325
#define RCCE_PROD   23232326
#define RCCE_INT    63636363
#define RCCE_LONG   63636364
#define RCCE_FLOAT  63636365
#define RCCE_DOUBLE 63636366

#define RCCE_FLAG_SET   1
#define RCCE_FLAG_UNSET 0

#define RCCE_DEBUG_ALL   111111
#define RCCE_DEBUG_SYNCH 111444
#define RCCE_DEBUG_COMM  111555
#define RCCE_DEBUG_RPC   111666
#define RCCE_DEBUG_DEBUG 111888

#define RCCE_SUCCESS                       0
#define RCCE_ERROR_BASE                    1234321
#define RCCE_ERROR_TARGET                  (RCCE_ERROR_BASE + 1)
#define RCCE_ERROR_SOURCE                  (RCCE_ERROR_BASE + 2)
#define RCCE_ERROR_ID                      (RCCE_ERROR_BASE + 3)
#define RCCE_ERROR_MESSAGE_LENGTH          (RCCE_ERROR_BASE + 4)
#define RCCE_ERROR_FLAG_UNDEFINED          (RCCE_ERROR_BASE + 5)
#define RCCE_ERROR_NUM_UES                 (RCCE_ERROR_BASE + 6)
#define RCCE_ERROR_DATA_OVERLAP            (RCCE_ERROR_BASE + 7)
#define RCCE_ERROR_ALIGNMENT               (RCCE_ERROR_BASE + 8)
#define RCCE_ERROR_DEBUG_FLAG              (RCCE_ERROR_BASE + 9)
#define RCCE_ERROR_FLAG_NOT_IN_COMM_BUFFER (RCCE_ERROR_BASE + 10)
#define RCCE_ERROR_FLAG_STATUS_UNDEFINED   (RCCE_ERROR_BASE + 11)
#define RCCE_ERROR_FLAG_NOT_ALLOCATED      (RCCE_ERROR_BASE + 12)
#define RCCE_ERROR_VAL_UNDEFINED           (RCCE_ERROR_BASE + 13)
#define RCCE_ERROR_INVALID_ERROR_CODE      (RCCE_ERROR_BASE + 14)
#define RCCE_ERROR_RPC_NOT_ALLOCATED       (RCCE_ERROR_BASE + 15)
#define RCCE_ERROR_RPC_INTERNAL            (RCCE_ERROR_BASE + 16)
#define RCCE_ERROR_MULTIPLE_RPC_REQUESTS   (RCCE_ERROR_BASE + 17)
#define RCCE_ERROR_FDIVIDER                (RCCE_ERROR_BASE + 18)
#define RCCE_ERROR_FREQUENCY_EXCEEDED      (RCCE_ERROR_BASE + 19)
#define RCCE_ERROR_NO_ACTIVE_RPC_REQUEST   (RCCE_ERROR_BASE + 20)
#define RCCE_ERROR_STALE_RPC_REQUEST       (RCCE_ERROR_BASE + 21)
#define RCCE_ERROR_COMM_UNDEFINED          (RCCE_ERROR_BASE + 22)
#define RCCE_ERROR_ILLEGAL_OP              (RCCE_ERROR_BASE + 23)
#define RCCE_ERROR_ILLEGAL_TYPE            (RCCE_ERROR_BASE + 24)
#define RCCE_ERROR_MALLOC                  (RCCE_ERROR_BASE + 25)
#define RCCE_ERROR_COMM_INITIALIZED        (RCCE_ERROR_BASE + 26)
#define RCCE_ERROR_CORE_NOT_IN_HOSTFILE    (RCCE_ERROR_BASE + 27)

typedef volatile unsigned char *t_vcharp;
typedef volatile int *RCCE_FLAG; /* a place, as a t_vcharp */
typedef int RCCE_FLAG_STATUS;

typedef struct {
	int size;
	int my_rank;
	int initialized;
	int member[RCCE_MAXNP];
	void *team; /* weft's */
} RCCE_COMM;

extern RCCE_COMM RCCE_COMM_WORLD;
extern int RCCE_NP, RCCE_IAM;     /* what the two calls below return */
extern int RC_COREID[RCCE_MAXNP]; /* the chip's numbers of all cores */
extern int RC_MY_COREID;

int RCCE_init(int *argc, char ***argv);
int RCCE_finalize(void);
int RCCE_ue(void);
int RCCE_num_ues(void);
double RCCE_wtime(void);

/* Returns RCCE_SUCCESS and up to 44 characters and their number; else an empty text. */
int RCCE_error_string(int error, char *text, int *length);
/* From then on each error is printed where it happens. */
int RCCE_debug_set(int what);
int RCCE_debug_unset(int what);

int RCCE_barrier(RCCE_COMM *comm);
void RCCE_fence(void);

/*
 * Collective over all cores, with the same function; a core is with those that have its
 * colour, in the order of their ranks.  RCCE_ERROR_MALLOC: there is no room for
 * one more.  RCCE_comm_free is collective over the cores of the RCCE_COMM.
 */
int RCCE_comm_split(int (*colour)(int rank, void *arg), void *arg,
		    RCCE_COMM *comm);
int RCCE_comm_free(RCCE_COMM *comm);
int RCCE_comm_size(RCCE_COMM comm, int *size);
int RCCE_comm_rank(RCCE_COMM comm, int *rank);

/* Roots are ranks of the RCCE_COMM. */
int RCCE_bcast(char *data, size_t bytes, int root, RCCE_COMM comm);
int RCCE_reduce(char *in, char *out, int n, int type, int op, int root,
		RCCE_COMM comm);
int RCCE_allreduce(char *in, char *out, int n, int type, int op,
		   RCCE_COMM comm);

/* RCCE_comm (E. Chan): blocks of so many bytes, one for each core. */
int RCCE_scatter(char *in, char *out, int bytes, int root, RCCE_COMM comm);
int RCCE_gather(char *in, char *out, int bytes, int root, RCCE_COMM comm);
int RCCE_allgather(char *in, char *out, int bytes, RCCE_COMM comm);

/* The test-and-set register of a core: weft_lock.  Who has acquired it releases it. */
int RCCE_acquire_lock(int ue);
int RCCE_release_lock(int ue);

#ifdef GORY
t_vcharp RCCE_malloc(size_t bytes);
t_vcharp RCCE_malloc_request(size_t bytes, size_t *got);
void RCCE_free(t_vcharp place);
int RCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
int RCCE_flag_alloc(RCCE_FLAG *flag);
int RCCE_flag_free(RCCE_FLAG *flag);
int RCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS status, int ue);
int RCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *status, int ue);
int RCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS status);
int RCCE_test_flag(RCCE_FLAG flag, RCCE_FLAG_STATUS status, int *result);
#define RCCE_send      RCCE_gory_send
#define RCCE_recv      RCCE_gory_recv
#define RCCE_recv_test RCCE_gory_recv_test
int RCCE_send(char *data, t_vcharp buffer, size_t chunk, RCCE_FLAG *ready,
	      RCCE_FLAG *sent, size_t bytes, int dest);
int RCCE_recv(char *data, t_vcharp buffer, size_t chunk, RCCE_FLAG *ready,
	      RCCE_FLAG *sent, size_t bytes, int source);
int RCCE_recv_test(char *data, t_vcharp buffer, size_t chunk, RCCE_FLAG *ready,
		   RCCE_FLAG *sent, size_t bytes, int source, int *test);
#else
/* Returns when the receiver has all; 0 bytes are nothing, at once.  To itself: a panic. */
int RCCE_send(char *data, size_t bytes, int dest);
int RCCE_recv(char *data, size_t bytes, int source);
/* *test: the message had begun to come, and is there. */
int RCCE_recv_test(char *data, size_t bytes, int source, int *test);
#endif

/* Power management: checked and remembered as on the SCC; no clock changes. */
#define RCCE_POWER_DEFAULT (-99999)
typedef struct {
	int release;
	int old_voltage_level, new_voltage_level;
	int old_frequency_divider, new_frequency_divider;
	long long start_cycle;
} RCCE_REQUEST;
int RCCE_power_domain(void);
int RCCE_power_domain_master(void);
int RCCE_power_domain_size(void);
int RCCE_iset_power(int divider, RCCE_REQUEST *request, int *new_divider,
		    int *new_level);
int RCCE_wait_power(RCCE_REQUEST *request);
int RCCE_set_frequency_divider(int divider, int *new_divider);
void print_dividers(void);

/*
 * Memory off the chip that all cores load and store.  All make the same calls in one order, and
 * get the same block, at a multiple of 32 bytes; null if there is no room.  RCCE_shflush comes
 * between a core's stores and the flag, message or barrier by which others hear of them.
 */
#define RCCE_SHM_SIZE_MAX (64 << 20)
t_vcharp RCCE_shmalloc(size_t bytes);
t_vcharp RCCE_shmalloc_request(size_t bytes, size_t *got); /* or half of it, .. */
void RCCE_shfree(t_vcharp place);
void RCCE_shflush(void);

#ifdef __cplusplus
}
#endif

#ifdef RCCE_RWTH
#include "iRCCE.h"

static inline int RCCE_rwth_init(int *argc, char ***argv)
{
	int error = RCCE_init(argc, argv);

	return error ? error : iRCCE_init();
}
#define RCCE_init RCCE_rwth_init
#undef RCCE_isend_push
#undef RCCE_irecv_push
#define RCCE_isend_push(dest)   iRCCE_isend_push()
#define RCCE_irecv_push(source) iRCCE_irecv_push()
#endif
#endif
