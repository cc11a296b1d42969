/* Many random games at once, on threads of their own and without the interpreter's lock. */
#include "bridge.h"

#include <stdatomic.h>
#include <stdlib.h>

/* How often the waiting thread looks whether the user wants to stop, in microseconds. */
#define LOOK_UP 50000
#define NO_THREAD ((unsigned long)-1) /* what the limited API leaves without a name */

typedef struct {
    Position start;
    const uint64_t *seeds;
    Outcome *outcomes;
    size_t games;
    int threads;
    atomic_int stop; /* set when the user wants no more */
} Work;

typedef struct {
    Work *work;
    int number;
    PyThread_type_lock done; /* held while the share is being played */
} Share;

/* Every n-th game of n threads, so that the shares take the same time. */
static void play_share(const Share *share) {
    Work *work = share->work;
    for (size_t i = (size_t)share->number; i < work->games && !work->stop; i += (size_t)work->threads)
        rollout(&work->start, work->seeds[i], &work->outcomes[i]);
}

static void run(void *argument) {
    Share *share = argument;
    play_share(share);
    PyThread_release_lock(share->done);
}

/* Wait for a thread, and look now and then whether the user wants to stop; then all shall stop. */
static void wait_for(const Share *share) {
    for (;;) {
        PyLockStatus status;
        Py_BEGIN_ALLOW_THREADS
        status = PyThread_acquire_lock_timed(share->done, LOOK_UP, 0);
        Py_END_ALLOW_THREADS
        if (status == PY_LOCK_ACQUIRED) return;
        if (!share->work->stop && PyErr_CheckSignals()) share->work->stop = 1;
    }
}

/* Play all games; false with an error set if the user stopped it. */
static bool play(Work *work, Share *shares) {
    for (int i = 0; i < work->threads; i++) {
        Share *share = &shares[i];
        share->work = work;
        share->number = i;
        share->done = PyThread_allocate_lock();
        if (share->done) {
            PyThread_acquire_lock(share->done, WAIT_LOCK);
            if (PyThread_start_new_thread(run, share) != NO_THREAD) continue;
            PyThread_release_lock(share->done);
            PyThread_free_lock(share->done);
            share->done = NULL;
        }
        Py_BEGIN_ALLOW_THREADS /* no thread to be had: this one does it */
        play_share(share);
        Py_END_ALLOW_THREADS
    }
    for (int i = 0; i < work->threads; i++)
        if (shares[i].done) {
            wait_for(&shares[i]);
            PyThread_release_lock(shares[i].done);
            PyThread_free_lock(shares[i].done);
        }
    return !work->stop;
}

static PyObject *playouts(Engine *engine, const Work *work) {
    PyObject *found = PyList_New((Py_ssize_t)work->games);
    for (size_t i = 0; found && i < work->games; i++) {
        PyObject *made = playout(engine, &work->start, &work->outcomes[i]);
        if (!made || PyList_SetItem(found, (Py_ssize_t)i, made)) Py_CLEAR(found);
    }
    return found;
}

/* many(game, seeds, threads): a Playout for every seed of the list. */
PyObject *many(PyObject *module, PyObject *arguments) {
    PyObject *game, *given, *list, *found = NULL;
    Engine *engine = engine_of_module(module);
    int threads;
    if (!PyArg_ParseTuple(arguments, "OOi:many", &game, &given, &threads)) return NULL;
    if (!PyObject_TypeCheck(game, (PyTypeObject *)engine->game_type) || !PyList_CheckExact(given)
        || threads < 1) {
        PyErr_SetString(PyExc_TypeError, "many takes a Game, a list of seeds and a number of threads");
        return NULL;
    }
    list = PyList_AsTuple(given); /* a hook may change a list */
    if (!list) return NULL;
    Work *work = calloc(1, sizeof *work);
    size_t games = (size_t)PyTuple_Size(list), room = games ? games : 1;
    uint64_t *seeds = calloc(room, sizeof *seeds);
    Outcome *outcomes = calloc(room, sizeof *outcomes);
    Share *shares = calloc((size_t)threads, sizeof *shares);
    bool ready = work && seeds && outcomes && shares;
    if (!ready) PyErr_NoMemory();
    for (size_t i = 0; ready && i < games; i++)
        ready = seed_of(engine, PyTuple_GetItem(list, (Py_ssize_t)i), &seeds[i]);
    if (ready) {
        work->start = ((GameObject *)game)->position;
        work->seeds = seeds;
        work->outcomes = outcomes;
        work->games = games;
        work->threads = threads;
        if (play(work, shares)) found = playouts(engine, work);
    }
    free(shares);
    free(outcomes);
    free(seeds);
    free(work);
    Py_DECREF(list);
    return found;
}
