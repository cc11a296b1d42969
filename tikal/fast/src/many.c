/* Many random games at once, on threads of their own. */
#include "bridge.h"

#include <stdlib.h>

typedef struct {
    Position start;
    const uint64_t *seeds;
    Outcome *outcomes;
    size_t games;
    int threads;
    atomic_int stop; /* set when the user wants no more */
} Work;

/* Every n-th game of n threads, so that the shares take the same time. */
static void play_share(void *all, int share) {
    Work *work = all;
    for (size_t i = (size_t)share; i < work->games && !work->stop; i += (size_t)work->threads)
        rollout(&work->start, work->seeds[i], &work->outcomes[i]);
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
    bool ready = work && seeds && outcomes;
    if (!ready) PyErr_NoMemory();
    for (size_t i = 0; ready && i < games; i++)
        ready = seed_of(engine, PyTuple_GetItem(list, (Py_ssize_t)i), &seeds[i]);
    if (ready) {
        work->start = ((GameObject *)game)->position;
        work->seeds = seeds;
        work->outcomes = outcomes;
        work->games = games;
        work->threads = threads;
        share_out(play_share, work, threads, &work->stop);
        if (!work->stop) found = playouts(engine, work);
    }
    free(outcomes);
    free(seeds);
    free(work);
    Py_DECREF(list);
    return found;
}
