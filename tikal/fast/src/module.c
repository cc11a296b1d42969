/* The module tikal.fast._engine. */
#include "bridge.h"

#ifndef SOURCES
#define SOURCES "unknown"
#endif

static PyModuleDef definition;

Engine *engine_of_module(PyObject *module) { return PyModule_GetState(module); }

/* The engine that a class of games belongs to: that of the first base which was made here. */
Engine *engine_of_type(PyTypeObject *type) {
    for (; type; type = PyType_GetSlot(type, Py_tp_base)) {
        PyObject *module = PyType_GetModule(type);
        if (module && PyModule_GetDef(module) == &definition) {
            Engine *engine = engine_of_module(module);
            if (engine->hooks[0]) return engine;
            PyErr_SetString(PyExc_RuntimeError, "the compiled engine has no hooks: import tikal.fast");
            return NULL;
        }
        PyErr_Clear();
    }
    PyErr_SetString(PyExc_TypeError, "not a class of games of the compiled engine");
    return NULL;
}

static bool is_tuple_of(PyObject *given, int count) {
    return PyTuple_CheckExact(given) && PyTuple_Size(given) == count;
}

static void keep(PyObject *given, PyObject **store, int count) {
    for (int i = 0; i < count; i++) store[i] = Py_NewRef(PyTuple_GetItem(given, i));
}

static PyObject *install(PyObject *module, PyObject *arguments) {
    PyObject *functions, *classes;
    Engine *engine = engine_of_module(module);
    if (!PyArg_ParseTuple(arguments, "OO:install", &functions, &classes)) return NULL;
    if (!is_tuple_of(functions, HOOKS) || !is_tuple_of(classes, RECORDS)) {
        PyErr_SetString(PyExc_TypeError, "install takes the hooks and the classes of the records");
        return NULL;
    }
    if (engine->hooks[0]) { /* games of the first import would get moves of the second */
        PyErr_SetString(PyExc_RuntimeError, "this compiled engine has its hooks: load another one");
        return NULL;
    }
    keep(functions, engine->hooks, HOOKS);
    keep(classes, engine->records, RECORDS);
    Py_RETURN_NONE;
}

static PyObject *is_installed(PyObject *module, PyObject *nothing) {
    (void)nothing;
    return PyBool_FromLong(engine_of_module(module)->hooks[0] != NULL);
}

static PyMethodDef functions[] = {
    {"install", install, METH_VARARGS, "Take what Python gives, once: the hooks, and the records."},
    {"is_installed", is_installed, METH_NOARGS, "Whether an import of the library uses this module."},
    {"many", many, METH_VARARGS, "A Playout of a Game for every seed of a list, on threads."},
    {NULL, NULL, 0, NULL},
};

/* --- making and ending a module --- */

static int add_batch_type(PyObject *module) {
    PyObject *type = make_batch_type(module);
    int failed = !type || PyModule_AddObjectRef(module, "Batch", type);
    Py_XDECREF(type);
    return failed;
}

static int execute(PyObject *module) {
    Engine *engine = engine_of_module(module);
    engine->game_type = make_game_type(module);
    return !engine->game_type || PyModule_AddObjectRef(module, "Game", engine->game_type)
            || add_batch_type(module) || PyModule_AddIntConstant(module, "FORMAT", FORMAT)
            || PyModule_AddStringConstant(module, "SOURCES", SOURCES)
        ? -1 : 0;
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
    Engine *engine = engine_of_module(module);
    if (!engine) return 0;
    for (int i = 0; i < HOOKS; i++) Py_VISIT(engine->hooks[i]);
    for (int i = 0; i < RECORDS; i++) Py_VISIT(engine->records[i]);
    for (int i = 0; i < CODES; i++) Py_VISIT(engine->moves[i]);
    Py_VISIT(engine->game_type);
    return 0;
}

static int clear(PyObject *module) {
    Engine *engine = engine_of_module(module);
    if (!engine) return 0;
    memset(engine->by_address, 0, sizeof engine->by_address);
    for (int i = 0; i < HOOKS; i++) Py_CLEAR(engine->hooks[i]);
    for (int i = 0; i < RECORDS; i++) Py_CLEAR(engine->records[i]);
    for (int i = 0; i < CODES; i++) Py_CLEAR(engine->moves[i]);
    Py_CLEAR(engine->game_type);
    return 0;
}

static void release(void *module) { clear(module); }

/* Numbers of slots, and their values, of later versions than that of Py_LIMITED_API. */
#define MULTIPLE_INTERPRETERS 3 /* from 3.12 */
#define OWN_GIL ((void *)2)
#define GIL 4 /* from 3.13 */
#define GIL_IS_USED ((void *)0)

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)execute},
    {0, NULL}, /* from 3.12: works in every interpreter, also in one with a lock of its own */
    {0, NULL}, /* from 3.13: a game is changed without a lock but that of the interpreter */
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "tikal.fast._engine", "The compiled engine.", sizeof(Engine), functions,
    slots, traverse, clear, release,
};

PyMODINIT_FUNC PyInit__engine(void) {
    if (Py_Version >= 0x030C0000) slots[1] = (PyModuleDef_Slot){MULTIPLE_INTERPRETERS, OWN_GIL};
    if (Py_Version >= 0x030D0000) slots[2] = (PyModuleDef_Slot){GIL, GIL_IS_USED};
    return PyModuleDef_Init(&definition);
}
