/* Work in equal shares, on threads of their own and without the interpreter's lock. */
#include "bridge.h"

#include <stdlib.h>

/* How often the waiting thread looks whether the user wants to stop, in microseconds. */
#define LOOK_UP 50000
#define NO_THREAD ((unsigned long)-1) /* what the limited API leaves without a name */

typedef struct {
    void (*work)(void *all, int share);
    void *all;
    int number;
    PyThread_type_lock done; /* held while the share is being done */
} Share;

static void run(void *argument) {
    Share *share = argument;
    share->work(share->all, share->number);
    PyThread_release_lock(share->done);
}

/* Wait for a thread, and look now and then whether the user wants to stop; then all shall stop. */
static void wait_for(const Share *share, atomic_int *stop) {
    for (;;) {
        PyLockStatus status;
        Py_BEGIN_ALLOW_THREADS
        status = PyThread_acquire_lock_timed(share->done, LOOK_UP, 0);
        Py_END_ALLOW_THREADS
        if (status == PY_LOCK_ACQUIRED) return;
        if (!*stop && PyErr_CheckSignals()) *stop = 1;
    }
}

static bool begins(Share *share) {
    share->done = PyThread_allocate_lock();
    if (!share->done) return false;
    PyThread_acquire_lock(share->done, WAIT_LOCK);
    if (PyThread_start_new_thread(run, share) != NO_THREAD) return true;
    PyThread_release_lock(share->done);
    PyThread_free_lock(share->done);
    share->done = NULL;
    return false;
}

/* Do all shares, and wait for them. The user may stop it, which leaves an error set. */
void share_out(void (*work)(void *all, int share), void *all, int threads, atomic_int *stop) {
    Share *shares = calloc((size_t)threads, sizeof *shares);
    for (int i = 0; i < threads; i++) {
        if (shares) {
            shares[i] = (Share){work, all, i, NULL};
            if (begins(&shares[i])) continue;
        }
        Py_BEGIN_ALLOW_THREADS /* no thread to be had: this one does it */
        work(all, i);
        Py_END_ALLOW_THREADS
    }
    for (int i = 0; shares && i < threads; i++)
        if (shares[i].done) {
            wait_for(&shares[i], stop);
            PyThread_release_lock(shares[i].done);
            PyThread_free_lock(shares[i].done);
        }
    free(shares);
}
