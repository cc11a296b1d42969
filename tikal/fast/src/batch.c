/* The class Batch: games in slots that fill arrays of Python. tikal/fast/batch.py completes it. */
#include "bridge.h"
#include "slots.h"

#include <stdlib.h>

enum { OBSERVATIONS, MASKS, SEATS_TO_MOVE, COUNTS, REWARDS, SCORES, DONE, ARRAYS };

typedef struct {
    PyObject_HEAD
    Engine *engine;
    GameObject *start; /* the position that every game begins with */
    Slots slots;
    Py_buffer arrays[ARRAYS];
    int held; /* the number of arrays that have been taken */
    int threads;
    Pool *pool; /* made when it is needed first */
    bool busy; /* a thread is at work on the games, without the interpreter's lock */
} BatchObject;

static BatchObject *batch_of(PyObject *self) { return (BatchObject *)self; }

/* Whether the games may be touched; otherwise an error is set. */
static bool is_free(const BatchObject *batch) {
    if (batch->busy) PyErr_SetString(PyExc_RuntimeError, "another thread is stepping this batch");
    return !batch->busy;
}

/* --- making and ending --- */

/* Take a writable array of this many bytes and this size of item. */
static bool hold(BatchObject *batch, PyObject *given, size_t items, size_t size) {
    Py_buffer *view = &batch->arrays[batch->held];
    if (PyObject_GetBuffer(given, view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)) return false;
    batch->held++;
    if ((size_t)view->itemsize == size && (size_t)view->len == items * size
        && (uintptr_t)view->buf % size == 0)
        return true;
    PyErr_SetString(PyExc_TypeError, "an array of a batch has the wrong size");
    return false;
}

static bool hold_arrays(BatchObject *batch, PyObject *given) {
    Slots *slots = &batch->slots;
    size_t n = slots->games, seats = n * slots->start.players, marks = n * (size_t)slots->actions;
    const size_t items[ARRAYS] = {n * OBSERVATION, marks, n, n, seats, seats, n};
    const size_t sizes[ARRAYS] = {sizeof(float), 1, 1, sizeof(int32_t), sizeof(float), sizeof(int32_t), 1};
    for (int i = 0; i < ARRAYS; i++)
        if (!hold(batch, PyTuple_GetItem(given, i), items[i], sizes[i])) return false;
    slots->to = (Arrays){
        batch->arrays[OBSERVATIONS].buf, batch->arrays[MASKS].buf, batch->arrays[SEATS_TO_MOVE].buf,
        batch->arrays[COUNTS].buf, batch->arrays[REWARDS].buf, batch->arrays[SCORES].buf,
        batch->arrays[DONE].buf,
    };
    return true;
}

static PyObject *batch_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *start, *arrays;
    Py_ssize_t games;
    int threads, by_points, scaled;
    Engine *engine = engine_of_type(type);
    if (keywords && PyDict_Size(keywords)) {
        PyErr_SetString(PyExc_TypeError, "Batch takes no keywords");
        return NULL;
    }
    if (!engine || !PyArg_ParseTuple(arguments, "OnippO:Batch", &start, &games, &threads, &by_points,
                                     &scaled, &arrays))
        return NULL;
    if (!PyObject_TypeCheck(start, (PyTypeObject *)engine->game_type) || !PyTuple_CheckExact(arrays)
        || PyTuple_Size(arrays) != ARRAYS || games < 1 || games > MAX_BATCH || threads < 1) {
        PyErr_SetString(PyExc_TypeError, "Batch takes a Game, numbers and its arrays");
        return NULL;
    }
    PyObject *self = PyType_GenericAlloc(type, 0); /* filled with zeros */
    if (!self) return NULL;
    BatchObject *batch = batch_of(self);
    batch->engine = engine;
    Py_INCREF(start);
    batch->start = (GameObject *)start;
    batch->threads = threads < games ? threads : (int)games;
    Slots *slots = &batch->slots;
    slots->start = batch->start->position;
    slots->games = (size_t)games;
    slots->actions = slots->start.auction ? ACTIONS : BASIC_ACTIONS;
    slots->by_points = by_points;
    slots->scaled = scaled;
    slots->slots = calloc(slots->games, sizeof *slots->slots);
    slots->numbers = calloc(slots->games, sizeof *slots->numbers);
    if (!slots->slots || !slots->numbers) {
        PyErr_NoMemory();
    } else if (hold_arrays(batch, arrays)) {
        return self;
    }
    Py_DECREF(self);
    return NULL;
}

static void batch_dealloc(PyObject *self) {
    BatchObject *batch = batch_of(self);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    if (batch->pool && is_here(batch->pool)) end_pool(batch->pool);
    for (int i = 0; i < batch->held; i++) PyBuffer_Release(&batch->arrays[i]);
    free(batch->slots.numbers);
    free(batch->slots.slots);
    Py_XDECREF(batch->start);
    release(self);
    Py_DECREF(type);
}

/* --- stepping --- */

typedef struct {
    const Slots *slots;
    void (*work)(const Slots *all, size_t game);
} Round;

/* A stretch of games, beside each other in the arrays. */
static void work_share(void *all, int share, int shares) {
    const Round *round = all;
    size_t games = round->slots->games, number = (size_t)share, of = (size_t)shares;
    for (size_t i = games * number / of; i < games * (number + 1) / of; i++) round->work(round->slots, i);
}

static void work_on_all(BatchObject *batch, void (*work)(const Slots *all, size_t game)) {
    Round round = {&batch->slots, work};
    if (batch->pool)
        run_pool(batch->pool, work_share, &round);
    else
        work_share(&round, 0, 1);
}

/* Let other threads run Python; until `end_work` they cannot touch the games. */
static PyThreadState *begin_work(BatchObject *batch) {
    bool is_ready = batch->pool && is_here(batch->pool);
    if (batch->threads > 1 && !is_ready) batch->pool = new_pool(batch->threads);
    batch->busy = true;
    return PyEval_SaveThread();
}

static void end_work(BatchObject *batch, PyThreadState *state) {
    PyEval_RestoreThread(state);
    batch->busy = false;
}

/* reset(seeds or None): new games for all, by fresh dice or by those that lie. */
static PyObject *batch_reset(PyObject *self, PyObject *seeds) {
    BatchObject *batch = batch_of(self);
    Slots *slots = &batch->slots;
    uint64_t *found = NULL;
    if (seeds != Py_None) {
        if (!PyTuple_CheckExact(seeds) || (size_t)PyTuple_Size(seeds) != slots->games) {
            PyErr_SetString(PyExc_TypeError, "reset takes a tuple of seeds, one for each game");
            return NULL;
        }
        found = calloc(slots->games, sizeof *found);
        if (!found) return PyErr_NoMemory();
        for (size_t i = 0; i < slots->games; i++)
            if (!seed_of(batch->engine, PyTuple_GetItem(seeds, (Py_ssize_t)i), &found[i])) {
                free(found);
                return NULL;
            }
    }
    bool ready = is_free(batch); /* now that no more Python runs */
    for (size_t i = 0; ready && found && i < slots->games; i++) set_seed(&slots->slots[i], found[i]);
    free(found);
    if (!ready) return NULL;
    PyThreadState *state = begin_work(batch);
    work_on_all(batch, restart);
    end_work(batch, state);
    Py_RETURN_NONE;
}

/* An integer of a buffer; one that is no number of an action is REFUSED. */
static int32_t integer_at(const Py_buffer *view, size_t place, bool is_signed) {
    const char *at = (const char *)view->buf + (Py_ssize_t)place * view->strides[0];
    union { int8_t b; int16_t h; int32_t i; int64_t q; uint8_t B; uint16_t H; uint32_t I; uint64_t Q; } n;
    memcpy(&n, at, (size_t)view->itemsize);
    int64_t found;
    switch (view->itemsize) {
        case 1: found = is_signed ? n.b : n.B; break;
        case 2: found = is_signed ? n.h : n.H; break;
        case 4: found = is_signed ? n.i : (int64_t)n.I; break;
        default: found = is_signed || n.Q < ACTIONS ? n.q : REFUSED;
    }
    return found >= WAITS && found < ACTIONS ? (int32_t)found : REFUSED;
}

static void copy_numbers(Slots *slots, const Py_buffer *view) {
    bool is_signed = strchr("bhilq", view->format[0]) != NULL;
    for (size_t i = 0; i < slots->games; i++) slots->numbers[i] = integer_at(view, i, is_signed);
}

/* The first game whose number is refused, or the number of games. */
static size_t first_refused(const Slots *slots) {
    size_t i = 0;
    while (i < slots->games && slots->numbers[i] != REFUSED) i++;
    return i;
}

static bool is_integers(const Py_buffer *view, size_t number) {
    return view->ndim == 1 && (size_t)view->shape[0] == number && view->format && view->format[0]
        && !view->format[1] && strchr("bhilqBHILQ", view->format[0])
        && (view->itemsize == 1 || view->itemsize == 2 || view->itemsize == 4 || view->itemsize == 8);
}

/* step(numbers): None, or the place of the first number that is illegal; then nothing has moved. */
static PyObject *batch_step(PyObject *self, PyObject *numbers) {
    BatchObject *batch = batch_of(self);
    Py_buffer view;
    if (PyObject_GetBuffer(numbers, &view, PyBUF_STRIDED_RO | PyBUF_FORMAT)) return NULL;
    if (!is_integers(&view, batch->slots.games)) {
        PyBuffer_Release(&view);
        PyErr_SetString(PyExc_TypeError, "step takes an integer for each game");
        return NULL;
    }
    if (!is_free(batch)) {
        PyBuffer_Release(&view);
        return NULL;
    }
    copy_numbers(&batch->slots, &view);
    batch->busy = true; /* the owner of the buffer may be a class of Python */
    PyBuffer_Release(&view);
    PyThreadState *state = begin_work(batch);
    work_on_all(batch, check_number);
    size_t refused = first_refused(&batch->slots);
    if (refused == batch->slots.games) work_on_all(batch, step);
    end_work(batch, state);
    if (refused < batch->slots.games) return PyLong_FromSize_t(refused);
    Py_RETURN_NONE;
}

/* sample(array): a marked number for each game, from dice that decide nothing else. */
static PyObject *batch_sample(PyObject *self, PyObject *array) {
    BatchObject *batch = batch_of(self);
    Py_buffer view;
    if (PyObject_GetBuffer(array, &view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)) return NULL;
    bool fits = view.itemsize == sizeof(int32_t)
        && (size_t)view.len == batch->slots.games * sizeof(int32_t);
    if (!fits) PyErr_SetString(PyExc_TypeError, "sample takes an array of 32 bits for each game");
    if (fits && is_free(batch)) {
        batch->slots.sampled = view.buf;
        PyThreadState *state = begin_work(batch);
        work_on_all(batch, sample);
        end_work(batch, state);
    }
    PyBuffer_Release(&view);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* --- single games --- */

static Slot *slot_at(BatchObject *batch, PyObject *index) {
    Py_ssize_t place = PyLong_AsSsize_t(index);
    if (place == -1 && PyErr_Occurred()) return NULL;
    if (!is_free(batch)) return NULL;
    if (place >= 0 && (size_t)place < batch->slots.games) return &batch->slots.slots[place];
    PyErr_SetString(PyExc_IndexError, "there is no such game");
    return NULL;
}

static PyObject *game_at(BatchObject *batch, const Position *p) {
    GameObject *like = batch->start;
    return game_with(Py_TYPE(like), like->engine, p, like->edition, like->header);
}

static PyObject *batch_game(PyObject *self, PyObject *index) {
    const Slot *slot = slot_at(batch_of(self), index);
    return slot ? game_at(batch_of(self), &slot->now) : NULL;
}

static PyObject *batch_ended(PyObject *self, PyObject *index) {
    const Slot *slot = slot_at(batch_of(self), index);
    if (!slot) return NULL;
    if (slot->has_ended) return game_at(batch_of(self), &slot->ended);
    Py_RETURN_NONE;
}

static PyObject *batch_seed(PyObject *self, PyObject *index) {
    const Slot *slot = slot_at(batch_of(self), index);
    return slot ? PyLong_FromUnsignedLongLong(slot->seed) : NULL;
}

/* --- the class --- */

static PyMethodDef methods[] = {
    {"reset", batch_reset, METH_O, "Begin new games, with these seeds or by the dice as they lie."},
    {"step", batch_step, METH_O,
     "Make a move in each game; the place of the first illegal number, or None."},
    {"sample", batch_sample, METH_O, "Fill an array with random marked numbers."},
    {"game", batch_game, METH_O, "A copy of a game."},
    {"ended", batch_ended, METH_O, "The game that ended last in a place, or None."},
    {"seed", batch_seed, METH_O, "The seed of the game in a place."},
    {NULL, NULL, 0, NULL},
};

PyObject *make_batch_type(PyObject *module) {
    static PyType_Slot slots[] = {
        {Py_tp_new, (void *)batch_new},
        {Py_tp_dealloc, (void *)batch_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc, "Many games that fill arrays."},
        {0, NULL},
    };
    static PyType_Spec spec = {
        "tikal.fast._engine.Batch", sizeof(BatchObject), 0, Py_TPFLAGS_DEFAULT, slots,
    };
    return PyType_FromModuleAndSpec(module, &spec, NULL);
}
