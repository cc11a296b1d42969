/* The module tikal.fast._engine. */
#include "bridge.h"

#ifndef SOURCES
#define SOURCES "unknown"
#endif

PyObject *hooks[HOOKS];
PyObject *records[RECORDS];

static bool keep(PyObject *given, PyObject **store, int count) {
    if (!PyTuple_CheckExact(given) || PyTuple_Size(given) != count) {
        PyErr_SetString(PyExc_TypeError, "install takes the hooks and the classes of the records");
        return false;
    }
    for (int i = 0; i < count; i++) {
        PyObject *old = store[i];
        store[i] = PyTuple_GetItem(given, i);
        Py_INCREF(store[i]);
        Py_XDECREF(old);
    }
    return true;
}

static PyObject *install(PyObject *module, PyObject *arguments) {
    PyObject *functions, *classes;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "OO:install", &functions, &classes)) return NULL;
    if (!keep(functions, hooks, HOOKS) || !keep(classes, records, RECORDS)) return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"install", install, METH_VARARGS, "Take what Python gives: the hooks, and the records."},
    {"many", many, METH_VARARGS, "A Playout of a Game for every seed of a list, on threads."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "tikal.fast._engine", "The compiled engine.", -1, functions,
    NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__engine(void) {
    PyObject *module = PyModule_Create(&definition);
    if (!module || !make_game_type()) return NULL;
    Py_INCREF(game_type);
    if (PyModule_AddObject(module, "Game", game_type)
        || PyModule_AddIntConstant(module, "FORMAT", FORMAT)
        || PyModule_AddStringConstant(module, "SOURCES", SOURCES))
        return NULL;
    return module;
}
