/* Moves as Python objects: each is made once, stored, and found again by its address. */
#include "bridge.h"

static size_t place_of(PyObject *object) {
    return (size_t)(((uint64_t)(uintptr_t)object * UINT64_C(0x9E3779B97F4A7C15)) >> 50);
}

/* The object of a move, borrowed. */
PyObject *move_object(Engine *engine, int code) {
    if (engine->moves[code]) return engine->moves[code];
    PyObject *number = PyLong_FromLong(code);
    if (!number) return NULL;
    PyObject *object = PyObject_CallFunctionObjArgs(engine->hooks[HOOK_MOVE_OF_CODE], number, NULL);
    Py_DECREF(number);
    if (!object) return NULL;
    if (engine->moves[code]) { /* another thread was faster while Python ran */
        Py_DECREF(object);
        return engine->moves[code];
    }
    size_t place = place_of(object);
    while (engine->by_address[place].object) place = (place + 1) % PLACES;
    engine->by_address[place].object = object;
    engine->by_address[place].code = (Code)code;
    return engine->moves[code] = object;
}

/* The number of a move, -1 if no position allows it; false after an error. */
bool code_of(Engine *engine, PyObject *move, int *code) {
    for (size_t place = place_of(move); engine->by_address[place].object; place = (place + 1) % PLACES)
        if (engine->by_address[place].object == move) {
            *code = engine->by_address[place].code;
            return true;
        }
    PyObject *number = PyObject_CallFunctionObjArgs(engine->hooks[HOOK_CODE_OF_MOVE], move, NULL);
    if (!number) return false;
    int overflow = 0;
    long found = number == Py_None ? -1 : PyLong_AsLongAndOverflow(number, &overflow);
    Py_DECREF(number);
    if (PyErr_Occurred()) return false;
    *code = overflow || found < 0 || found >= CODES ? -1 : (int)found;
    return true;
}
