/* A game in the numbers of tikal.bots: methods of the class Game. */
#include "bridge.h"

/* The marks of all actions, and how many there are of them; chance has no numbers. */
static int mark_moves(const Position *p, uint8_t *mask) {
    Moves moves;
    int marked = 0;
    memset(mask, 0, ACTIONS);
    list_moves(p, &moves);
    for (int i = 0; i < moves.count; i++) {
        int n = number_of(p, moves.codes[i]);
        if (n >= 0) marked += mask[n] = 1;
    }
    return marked;
}

PyObject *game_numbers(PyObject *self, PyObject *nothing) {
    uint8_t mask[ACTIONS];
    int marked = mark_moves(&((GameObject *)self)->position, mask), n = 0;
    (void)nothing;
    PyObject *found = PyList_New(marked);
    for (int i = 0; found && i < marked; i++) {
        while (!mask[n]) n++;
        PyList_SetItem(found, i, PyLong_FromLong(n++));
    }
    return found;
}

PyObject *game_mask(PyObject *self, PyObject *nothing) {
    const Position *p = &((GameObject *)self)->position;
    uint8_t mask[ACTIONS];
    (void)nothing;
    mark_moves(p, mask);
    return PyByteArray_FromStringAndSize((const char *)mask, p->auction ? ACTIONS : BASIC_ACTIONS);
}

/* _observe(seat, scaled): Python has looked at the seat. */
PyObject *game_observe(PyObject *self, PyObject *arguments) {
    const Position *p = &((GameObject *)self)->position;
    int seat, scaled;
    if (!PyArg_ParseTuple(arguments, "ip:_observe", &seat, &scaled)) return NULL;
    if (seat < 1 || seat > p->players) {
        PyErr_SetString(PyExc_ValueError, "there is no such seat");
        return NULL;
    }
    PyObject *found = PyByteArray_FromStringAndSize(NULL, OBSERVATION * sizeof(float));
    if (found) observe(p, seat, scaled, (float *)(void *)PyByteArray_AsString(found));
    return found;
}

/* _take(number): whether its move could be made; if not, nothing has changed. */
PyObject *game_take(PyObject *self, PyObject *number) {
    Position *p = &((GameObject *)self)->position;
    Moves moves;
    long n = PyLong_AsLong(number);
    if (PyErr_Occurred()) PyErr_Clear(); /* -1: it is no number, or longer than any */
    if (n < 0 || n >= ACTIONS || !p->active) return PyBool_FromLong(0);
    int code = code_of_number(p, (int)n);
    if (code >= 0) code = canonical(p, code);
    list_moves(p, &moves);
    if (code < 0 || !is_listed(&moves, code)) return PyBool_FromLong(0);
    make(p, code);
    return PyBool_FromLong(1);
}
