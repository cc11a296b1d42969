/* Threads that wait for work, so that no step has to start any. */
#include "bridge.h"

#include <stdlib.h>
#ifdef _WIN32
#define getpid() 0 /* nothing forks there */
#else
#include <unistd.h>
#endif

/* How often a thread looks before it sleeps, which costs it 20 microseconds of waking up. */
#define LOOKS 2000
#define NO_THREAD ((unsigned long)-1) /* what the limited API leaves without a name */

/* A number that goes up by one, for a thread that waits until it is reached. */
typedef struct {
    atomic_uint number;
    atomic_bool asleep;
    PyThread_type_lock bell; /* held until the sleeper shall wake */
} Gate;

typedef struct {
    Pool *pool;
    int share;
    Gate begun;
} Worker;

struct Pool {
    void (*work)(void *all, int share, int shares); /* NULL: all shall end */
    void *all;
    int workers;
    unsigned jobs;
    Gate done;
    atomic_int users; /* the last one frees the pool */
    long process;     /* threads do not live on in a fork */
    Worker each[];
};

static void rest(void) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#endif
}

static bool open_gate(Gate *gate) {
    gate->bell = PyThread_allocate_lock();
    return gate->bell && PyThread_acquire_lock(gate->bell, WAIT_LOCK);
}

static void raise_number(Gate *gate) {
    atomic_fetch_add(&gate->number, 1);
    if (atomic_exchange(&gate->asleep, false)) PyThread_release_lock(gate->bell);
}

static void wait_until(Gate *gate, unsigned number) {
    for (;;) {
        for (int i = 0; i < LOOKS; i++) {
            if (atomic_load(&gate->number) == number) return;
            rest();
        }
        atomic_store(&gate->asleep, true);
        bool is_reached = atomic_load(&gate->number) == number;
        /* if it was reached meanwhile, the bell rings only for one who was seen asleep */
        if (is_reached && atomic_exchange(&gate->asleep, false)) return;
        PyThread_acquire_lock(gate->bell, WAIT_LOCK);
    }
}

static void leave(Pool *pool) {
    if (atomic_fetch_sub(&pool->users, 1) > 1) return;
    for (int i = 0; i < pool->workers; i++) PyThread_free_lock(pool->each[i].begun.bell);
    PyThread_free_lock(pool->done.bell);
    free(pool);
}

static void work_on(void *argument) {
    Worker *self = argument;
    Pool *pool = self->pool;
    for (unsigned job = 1;; job++) {
        wait_until(&self->begun, job);
        if (!pool->work) break;
        pool->work(pool->all, self->share, pool->workers + 1);
        raise_number(&pool->done);
    }
    leave(pool);
}

/* A pool of this many threads with the calling one, or of fewer; NULL if there is no memory. */
Pool *new_pool(int threads) {
    Pool *pool = calloc(1, sizeof *pool + (size_t)threads * sizeof *pool->each);
    if (!pool || !open_gate(&pool->done)) {
        free(pool);
        return NULL;
    }
    pool->process = getpid();
    pool->users = 1;
    for (int i = 1; i < threads; i++) {
        Worker *worker = &pool->each[pool->workers];
        worker->pool = pool;
        worker->share = i;
        if (!open_gate(&worker->begun)) break;
        atomic_fetch_add(&pool->users, 1);
        if (PyThread_start_new_thread(work_on, worker) == NO_THREAD) {
            atomic_fetch_sub(&pool->users, 1);
            PyThread_free_lock(worker->begun.bell);
            break;
        }
        pool->workers++;
    }
    return pool;
}

/* Whether the threads of a pool are in this process, not in the one that it was forked from. */
bool is_here(const Pool *pool) { return pool->process == getpid(); }

/* Do every share of some work, without the interpreter's lock, and wait for all. */
void run_pool(Pool *pool, void (*work)(void *all, int share, int shares), void *all) {
    pool->work = work;
    pool->all = all;
    for (int i = 0; i < pool->workers; i++) raise_number(&pool->each[i].begun);
    work(all, 0, pool->workers + 1);
    wait_until(&pool->done, pool->jobs += (unsigned)pool->workers);
}

/* Let the threads end, each by itself. */
void end_pool(Pool *pool) {
    pool->work = NULL;
    for (int i = 0; i < pool->workers; i++) raise_number(&pool->each[i].begun);
    leave(pool);
}
