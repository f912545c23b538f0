/* SPDX-License-Identifier: Apache-2.0 */
/*
 * iRCCE 2.0 on weft: RCCE's messages without waiting (C. Clauss, S. Lankes, J. Galowicz, S.
 * Pickartz and others, RWTH Aachen, "iRCCE: a non-blocking communication extension to the
 * RCCE communication library").  For programs that are built without GORY.
 *
 * As in the original, a core has one queue of all its sends, and one queue of receives for
 * each source.  Messages go on only within these calls.  A call that waits, or looks in
 * vain, brings both sends and receives forward.  A send is over when its receiver has the
 * whole message.
 *
 * All cores call iRCCE_init after RCCE_init.  Then RCCE_send and RCCE_recv go the same way,
 * so a message may be sent by RCCE and received by iRCCE, or the reverse.  A receive whose
 * size is not the message's is a panic; iRCCE_ANY_LENGTH takes any size.
 *
 * Not there: tagged flags, multicast (iRCCE_mcast, _msend, _mrecv).
 */
#ifndef IRCCE_H
#define IRCCE_H

#include <sys/types.h>

#include "RCCE.h"

#ifdef __cplusplus
extern "C" {
#endif

#define iRCCE_VERSION      "2.0"
#define iRCCE_SUCCESS      0
#define iRCCE_ERROR        (-1)
#define iRCCE_PENDING      (-2)
#define iRCCE_RESERVED     (-3)
#define iRCCE_NOT_ENQUEUED (-4)

#define _iRCCE_ANY_LENGTH_
extern const int iRCCE_ANY_LENGTH;
extern const int iRCCE_ANY_SOURCE;

/* Programs read these fields; `at` and `state` are the library's. */
typedef struct _iRCCE_SEND_REQUEST {
	char *privbuf;
	size_t size;
	int dest;
	int sync;
	int finished;
	size_t at;
	int state;
	struct _iRCCE_SEND_REQUEST *next;
} iRCCE_SEND_REQUEST;

typedef struct _iRCCE_RECV_REQUEST {
	char *privbuf;
	size_t size;
	int source;
	int sync;
	int finished;
	int started;
	size_t at;
	struct _iRCCE_RECV_REQUEST *next;
} iRCCE_RECV_REQUEST;

#define iRCCE_WAIT_LIST_RECV_TYPE 0
#define iRCCE_WAIT_LIST_SEND_TYPE 1

typedef struct _iRCCE_WAIT_LISTELEM {
	int type;
	struct _iRCCE_WAIT_LISTELEM *next;
	void *req;
} iRCCE_WAIT_LISTELEM;

typedef struct _iRCCE_WAIT_LIST {
	iRCCE_WAIT_LISTELEM *first;
	iRCCE_WAIT_LISTELEM *last;
} iRCCE_WAIT_LIST;

int iRCCE_init(void);

/*
 * Return SUCCESS if the message is over already, PENDING if it is under way, and RESERVED if
 * it waits behind others.  With a null request the call waits until it is over.  A message
 * of 0 bytes is over at once.
 */
int iRCCE_isend(char *data, ssize_t bytes, int dest, iRCCE_SEND_REQUEST *req);
int iRCCE_irecv(char *data, ssize_t bytes, int source, iRCCE_RECV_REQUEST *req);
/* The same, but a message of 0 bytes waits for the other side. */
int iRCCE_issend(char *data, ssize_t bytes, int dest, iRCCE_SEND_REQUEST *req);
int iRCCE_isrecv(char *data, ssize_t bytes, int source,
		 iRCCE_RECV_REQUEST *req);

/* A null request stands for all sends, or all receives.  `test` may be null. */
int iRCCE_isend_test(iRCCE_SEND_REQUEST *req, int *test);
int iRCCE_isend_wait(iRCCE_SEND_REQUEST *req);
int iRCCE_isend_push(void);
int iRCCE_irecv_test(iRCCE_RECV_REQUEST *req, int *test);
int iRCCE_irecv_wait(iRCCE_RECV_REQUEST *req);
int iRCCE_irecv_push(void);

/*
 * Return SUCCESS with *test 1 if the message had not begun, PENDING with *test 0 if it has,
 * and NOT_ENQUEUED if there is no such request.
 */
int iRCCE_isend_cancel(iRCCE_SEND_REQUEST *req, int *test);
int iRCCE_irecv_cancel(iRCCE_RECV_REQUEST *req, int *test);

int iRCCE_ssend(char *data, ssize_t bytes, int dest);
int iRCCE_srecv(char *data, ssize_t bytes, int source);
int iRCCE_srecv_test(char *data, ssize_t bytes, int source, int *test);

/* Tell whether a message has begun to come that no receive waits for, and from which core. */
int iRCCE_probe(int source, int *rank);
int iRCCE_iprobe(int source, int *rank, int *test);

/* A null request stands for the last message that was received or probed. */
int iRCCE_get_dest(iRCCE_SEND_REQUEST *req);
int iRCCE_get_source(iRCCE_RECV_REQUEST *req);
int iRCCE_get_size(iRCCE_SEND_REQUEST *sent, iRCCE_RECV_REQUEST *received);
int iRCCE_get_length(void);

/* Requests that are over leave the list. */
void iRCCE_init_wait_list(iRCCE_WAIT_LIST *list);
void iRCCE_add_to_wait_list(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST *sent,
			    iRCCE_RECV_REQUEST *received);
void iRCCE_add_send_to_wait_list(iRCCE_WAIT_LIST *list,
				 iRCCE_SEND_REQUEST *req);
void iRCCE_add_recv_to_wait_list(iRCCE_WAIT_LIST *list,
				 iRCCE_RECV_REQUEST *req);
int iRCCE_test_all(iRCCE_WAIT_LIST *list, int *test);
int iRCCE_wait_all(iRCCE_WAIT_LIST *list);
int iRCCE_test_any(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST **sent,
		   iRCCE_RECV_REQUEST **received);
int iRCCE_wait_any(iRCCE_WAIT_LIST *list, iRCCE_SEND_REQUEST **sent,
		   iRCCE_RECV_REQUEST **received);

/* These do what RCCE's calls of the same names do, without their limits. */
int iRCCE_barrier(RCCE_COMM *comm);
int iRCCE_bcast(char *data, size_t bytes, int root, RCCE_COMM comm);
t_vcharp iRCCE_malloc(size_t bytes);
int iRCCE_put(t_vcharp target, t_vcharp source, int bytes, int ue);
int iRCCE_get(t_vcharp target, t_vcharp source, int bytes, int ue);
void *iRCCE_memcpy_put(void *to, const void *from, size_t bytes);
void *iRCCE_memcpy_get(void *to, const void *from, size_t bytes);
#define iRCCE_memcpy iRCCE_memcpy_put
int iRCCE_flag_alloc(RCCE_FLAG *flag);
int iRCCE_flag_write(RCCE_FLAG *flag, RCCE_FLAG_STATUS status, int ue);
int iRCCE_flag_read(RCCE_FLAG flag, RCCE_FLAG_STATUS *status, int ue);
int iRCCE_wait_until(RCCE_FLAG flag, RCCE_FLAG_STATUS status);

#define RCCE_NOT_ON_WEFT __attribute__((error("not on weft: docs/compat.md")))
RCCE_NOT_ON_WEFT int iRCCE_mcast(char *data, size_t bytes, int root);
RCCE_NOT_ON_WEFT int iRCCE_msend(char *data, ssize_t bytes);
RCCE_NOT_ON_WEFT int iRCCE_mrecv(char *data, ssize_t bytes, int root);

#define RCCE_isend         iRCCE_isend
#define RCCE_isend_test    iRCCE_isend_test
#define RCCE_isend_wait    iRCCE_isend_wait
#define RCCE_isend_push    iRCCE_isend_push
#define RCCE_irecv         iRCCE_irecv
#define RCCE_irecv_test    iRCCE_irecv_test
#define RCCE_irecv_wait    iRCCE_irecv_wait
#define RCCE_irecv_push    iRCCE_irecv_push
#define RCCE_SEND_REQUEST  iRCCE_SEND_REQUEST
#define RCCE_RECV_REQUEST  iRCCE_RECV_REQUEST
#define iRCCE_send         iRCCE_ssend
#define iRCCE_recv         iRCCE_srecv
#define iRCCE_recv_test    iRCCE_srecv_test
#define iRCCE_issend_test  iRCCE_isend_test
#define iRCCE_issend_wait  iRCCE_isend_wait
#define iRCCE_issend_push  iRCCE_isend_push
#define iRCCE_isrecv_test  iRCCE_irecv_test
#define iRCCE_isrecv_wait  iRCCE_irecv_wait
#define iRCCE_isrecv_push  iRCCE_irecv_push

#ifdef __cplusplus
}
#endif
#endif
