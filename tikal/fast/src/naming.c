/* Moves as Python objects: each is made once, stored, and found again by its address. */
#include "bridge.h"

#define CODES (FIRST_BID + MAX_SCORE + 1)
#define PLACES (1 << 14) /* more than twice as many as codes */

static PyObject *objects[CODES];
static struct { PyObject *object; Code code; } by_address[PLACES];

static size_t place_of(PyObject *object) {
    return (size_t)(((uint64_t)(uintptr_t)object * UINT64_C(0x9E3779B97F4A7C15)) >> 50);
}

/* The object of a move, borrowed. */
PyObject *move_object(int code) {
    if (objects[code]) return objects[code];
    PyObject *number = PyLong_FromLong(code);
    if (!number) return NULL;
    PyObject *object = PyObject_CallFunctionObjArgs(hooks[HOOK_MOVE_OF_CODE], number, NULL);
    Py_DECREF(number);
    if (!object) return NULL;
    size_t place = place_of(object);
    while (by_address[place].object) place = (place + 1) % PLACES;
    by_address[place].object = object;
    by_address[place].code = (Code)code;
    return objects[code] = object;
}

/* The number of a move, -1 if no position allows it; false after an error. */
bool code_of(PyObject *move, int *code) {
    for (size_t place = place_of(move); by_address[place].object; place = (place + 1) % PLACES)
        if (by_address[place].object == move) {
            *code = by_address[place].code;
            return true;
        }
    PyObject *number = PyObject_CallFunctionObjArgs(hooks[HOOK_CODE_OF_MOVE], move, NULL);
    if (!number) return false;
    int overflow = 0;
    long found = number == Py_None ? -1 : PyLong_AsLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (PyErr_Occurred()) return false;
    *code = overflow || found < 0 || found >= CODES ? -1 : (int)found;
    return true;
}
