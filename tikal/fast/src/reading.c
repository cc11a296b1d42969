/* A tikal.State, record by record, into a position; whatever is not of the right type is refused. */
#include "bridge.h"

/* References to all that was taken from the records, held until the position is read: the hooks run
   Python, which may change any record. */
typedef struct {
    Engine *engine;
    PyObject *held; /* a list */
} Reading;

/* A field of a record, borrowed from what is held; NULL if there is none. */
static PyObject *field(const Reading *from, PyObject *record, const char *name) {
    PyObject *value = PyObject_GetAttrString(record, name);
    if (!value) {
        PyErr_Clear();
        return NULL;
    }
    int lost = PyList_Append(from->held, value);
    Py_DECREF(value);
    if (!lost) return value;
    PyErr_Clear();
    return NULL;
}

static PyObject *record(const Reading *from, PyObject *owner, const char *name, int class_) {
    PyObject *value = field(from, owner, name);
    return value && (PyObject *)Py_TYPE(value) == from->engine->records[class_] ? value : NULL;
}

static bool number(PyObject *value, long least, long most, long *found) {
    int overflow = 0;
    if (!value || !PyLong_CheckExact(value)) return false; /* True is not a number here */
    *found = PyLong_AsLongAndOverflow(value, &overflow);
    return !overflow && least <= *found && *found <= most;
}

static bool byte(PyObject *value, uint8_t *found) {
    long wide;
    if (!number(value, 0, 254, &wide)) return false;
    *found = (uint8_t)wide;
    return true;
}

static bool points(PyObject *value, int16_t *found) {
    long wide;
    if (!number(value, 0, MAX_SCORE, &wide)) return false;
    *found = (int16_t)wide;
    return true;
}

static bool flag(PyObject *value, uint8_t *found) {
    *found = value == Py_True;
    return value == Py_True || value == Py_False;
}

static bool is_tuple(PyObject *value, Py_ssize_t length) {
    return value && PyTuple_CheckExact(value) && (length < 0 || PyTuple_Size(value) == length);
}

/* A tuple of exactly `length` small numbers. */
static bool bytes_of(PyObject *value, int length, uint8_t *found) {
    if (!is_tuple(value, length)) return false;
    for (int i = 0; i < length; i++)
        if (!byte(PyTuple_GetItem(value, i), &found[i])) return false;
    return true;
}

/* A tuple of at most `most` small numbers. */
static bool some_bytes(PyObject *value, int most, uint8_t *found, uint8_t *count) {
    if (!is_tuple(value, -1) || PyTuple_Size(value) > most) return false;
    *count = (uint8_t)PyTuple_Size(value);
    return bytes_of(value, *count, found);
}

/* A tuple of different numbers below a limit, ascending, as a set of bits. */
static bool ascending(PyObject *value, long least, long most, uint64_t *found) {
    long before = least - 1, next;
    *found = 0;
    if (!is_tuple(value, -1)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_Size(value); i++, before = next) {
        if (!number(PyTuple_GetItem(value, i), before + 1, most, &next)) return false;
        *found |= BIT(next - least);
    }
    return true;
}

static bool seats(PyObject *value, uint8_t *found) {
    uint64_t bits;
    if (!ascending(value, 1, MAX_PLAYERS, &bits)) return false;
    *found = (uint8_t)bits;
    return true;
}

static bool is_text(PyObject *value, const char *text) {
    return value && PyUnicode_CheckExact(value)
        && !PyUnicode_CompareWithASCIIString(value, text);
}

static bool figure(PyObject *value, uint8_t *found) {
    *found = is_text(value, "L") ? FIGURE_LEADER : FIGURE_WORKER;
    return *found == FIGURE_LEADER || is_text(value, "W");
}

static bool read_bidding(const Reading *from, Position *p, PyObject *bidding) {
    return some_bytes(field(from, bidding, "display"), MAX_PLAYERS, p->display, &p->display_length)
        && points(field(from, bidding, "high_bid"), &p->high_bid)
        && byte(field(from, bidding, "high_bidder"), &p->high_bidder)
        && seats(field(from, bidding, "passed"), &p->passed)
        && byte(field(from, bidding, "first_passer"), &p->first_passer)
        && seats(field(from, bidding, "done"), &p->done);
}

static bool read_course(const Reading *from, Position *p, PyObject *course) {
    PyObject *tile = field(from, course, "tile");
    PyObject *bidding = record(from, course, "bidding", RECORD_BIDDING);
    p->tile = NOTHING;
    return (tile == Py_None || byte(tile, &p->tile))
        && flag(field(from, course, "scoring"), &p->scoring)
        && some_bytes(field(from, course, "queue"), MAX_PLAYERS, p->queue, &p->queue_length)
        && bidding && read_bidding(from, p, bidding)
        && seats(field(from, course, "winners"), &p->winners);
}

/* One of the diggers, which come in ascending order of hex, kind and place. */
static bool read_digger(Position *p, PyObject *digger) {
    uint8_t cell, kind;
    long place;
    if (!is_tuple(digger, 3) || !byte(PyTuple_GetItem(digger, 0), &cell)
        || !figure(PyTuple_GetItem(digger, 1), &kind)
        || !number(PyTuple_GetItem(digger, 2), -2, CELLS - 1, &place) || place == -1)
        return false; /* OUT_OF_PLAY is -2 there, and no digger is in supply (-1) */
    if (!p->dug || p->diggers[p->dug - 1].cell != cell) {
        if (p->dug == MAX_DUG) return false;
        memset(&p->diggers[p->dug], 0, sizeof(Diggers));
        p->diggers[p->dug++].cell = cell;
    }
    Cells *places = &p->diggers[p->dug - 1].places[kind];
    Cells bit = BIT(place < 0 ? GONE : place), later = BIT(GONE) - bit;
    if (kind == FIGURE_LEADER && p->diggers[p->dug - 1].places[FIGURE_WORKER]) return false;
    if (*places & (place < 0 ? ~UINT64_C(0) : bit | (later & ~BIT(GONE)))) return false;
    *places |= bit;
    return true;
}

static bool read_turn(const Reading *from, Position *p, PyObject *turn) {
    PyObject *phase = field(from, turn, "phase");
    PyObject *worked = field(from, turn, "worked"), *diggers = field(from, turn, "diggers");
    uint8_t cell, before = 0;
    p->phase = 0;
    while (p->phase < PHASES && !is_text(phase, PHASE_NAMES[p->phase])) p->phase++;
    if (p->phase == PHASES || !byte(field(from, turn, "active"), &p->active)
        || !byte(field(from, turn, "ap"), &p->ap) || !is_tuple(worked, -1) || !is_tuple(diggers, -1))
        return false;
    memset(p->worked, 0, sizeof p->worked);
    for (Py_ssize_t i = 0; i < PyTuple_Size(worked); i++, before = cell) {
        if (!byte(PyTuple_GetItem(worked, i), &cell) || cell < before || cell >= CELLS) return false;
        if (++p->worked[cell] > LEVELS_A_TURN) return false;
    }
    p->dug = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(diggers); i++)
        if (!read_digger(p, PyTuple_GetItem(diggers, i))) return false;
    return true;
}

static bool read_ground(const Reading *from, Position *p, PyObject *ground) {
    PyObject *board = record(from, ground, "board", RECORD_BOARD);
    PyObject *tiles = board ? field(from, board, "tiles") : NULL;
    if (!tiles || !PyBytes_CheckExact(tiles) || PyBytes_Size(tiles) != CELLS) return false;
    memcpy(p->tiles, PyBytes_AsString(tiles), CELLS);
    return bytes_of(field(from, ground, "values"), CELLS, p->values)
        && bytes_of(field(from, ground, "tokens"), CELLS, p->tokens);
}

/* --- what a board carries along must follow from its tiles, as tikal/geometry.py derives it --- */

static bool steps_follow(const Position *p, PyObject *steps, int cell) {
    Py_ssize_t at = 0;
    if (!is_tuple(steps, -1)) return false;
    for (int i = 0; i < NEIGHBOUR_COUNT[cell]; i++) {
        uint8_t step[2];
        if (!p->steps[cell][i]) continue;
        if (at >= PyTuple_Size(steps) || !bytes_of(PyTuple_GetItem(steps, at++), 2, step)) return false;
        if (step[0] != NEIGHBOURS[cell][i].cell || step[1] != p->steps[cell][i]) return false;
    }
    return at == PyTuple_Size(steps);
}

/* Bits 0 to 5: sides towards hexes with a way in; 6: a stone there; 7: any hex is next. */
static int offered(const Position *p, int cell) {
    int offer = 0;
    for (int i = 0; i < NEIGHBOUR_COUNT[cell]; i++) {
        Neighbour other = NEIGHBOURS[cell][i];
        if (p->explored >> cell & 1 || !(p->explored >> other.cell & 1)) continue;
        offer |= 1 << 7;
        if (p->volcanoes >> other.cell & 1) continue;
        offer |= 1 << other.side;
        if (STONES[p->tiles[other.cell]][other.facing]) offer |= 1 << 6;
    }
    return offer;
}

static bool board_follows(const Reading *from, const Position *p, PyObject *ground) {
    PyObject *board = record(from, ground, "board", RECORD_BOARD); /* a hook may have changed it */
    if (!board) return false;
    PyObject *steps = field(from, board, "steps");
    PyObject *offers = field(from, board, "_offers"), *campable = field(from, board, "campable");
    if (!is_tuple(steps, CELLS) || !offers || !PyBytes_CheckExact(offers) || !campable
        || !PyBytes_CheckExact(campable) || PyBytes_Size(offers) != CELLS)
        return false;
    const uint8_t *found = (const uint8_t *)PyBytes_AsString(offers);
    const uint8_t *cleared = (const uint8_t *)PyBytes_AsString(campable);
    Py_ssize_t left = PyBytes_Size(campable);
    EACH(cell, p->campable) if (left-- <= 0 || *cleared++ != cell) return false;
    for (int cell = 0; cell < CELLS; cell++)
        if (found[cell] != offered(p, cell) || !steps_follow(p, PyTuple_GetItem(steps, cell), cell))
            return false;
    return left == 0;
}

static bool read_stock(const Reading *from, Position *p, PyObject *stock) {
    return ascending(field(from, stock, "tiles"), 0, LOOSE_TILES - 1, &p->stock)
        && bytes_of(field(from, stock, "floors"), FLOORS, p->floors)
        && bytes_of(field(from, stock, "unseen"), KINDS, p->unseen);
}

static bool read_guards(Expedition *who, PyObject *guards) {
    if (!is_tuple(guards, -1) || PyTuple_Size(guards) > GUARDS) return false;
    who->guard_count = (uint8_t)PyTuple_Size(guards);
    for (int i = 0; i < who->guard_count; i++) {
        PyObject *guard = PyTuple_GetItem(guards, i);
        if (!is_tuple(guard, 2) || !byte(PyTuple_GetItem(guard, 0), &who->guards[i])
            || !figure(PyTuple_GetItem(guard, 1), &who->guard_figures[i]))
            return false;
    }
    return true;
}

static bool read_expedition(const Reading *from, Expedition *who, PyObject *record, int seat) {
    long own, leader;
    if ((PyObject *)Py_TYPE(record) != from->engine->records[RECORD_EXPEDITION]) return false;
    if (!number(field(from, record, "seat"), seat, seat, &own)) return false;
    if (!number(field(from, record, "leader"), -2, CELLS - 1, &leader)) return false;
    who->leader = (uint8_t)leader; /* -1 and -2 become IN_SUPPLY and OUT_OF_PLAY */
    return points(field(from, record, "score"), &who->score)
        && bytes_of(field(from, record, "workers"), CELLS, who->workers)
        && byte(field(from, record, "supply"), &who->supply)
        && bytes_of(field(from, record, "removed"), FIGURES, who->removed)
        && some_bytes(field(from, record, "camps"), CAMPS, who->camps, &who->camp_count)
        && read_guards(who, field(from, record, "guards"))
        && bytes_of(field(from, record, "treasures"), KINDS, who->treasures);
}

static bool read_table(const Reading *from, Position *p, PyObject *table, PyObject **edition,
                       PyObject **header) {
    *edition = field(from, table, "edition");
    if (!*edition || !flag(field(from, table, "auction"), &p->auction)) return false;
    *header = PyObject_CallFunctionObjArgs(from->engine->hooks[HOOK_HEADER], *edition, NULL);
    if (!*header) {
        PyErr_Clear();
        return false;
    }
    if (!PyBytes_CheckExact(*header) || PyBytes_Size(*header) < SWITCH_BYTES) return false;
    read_switches(p, (const uint8_t *)PyBytes_AsString(*header) + PyBytes_Size(*header) - SWITCH_BYTES);
    return true;
}

static bool read_records(const Reading *from, Position *p, PyObject *state, PyObject **edition,
                         PyObject **header) {
    if ((PyObject *)Py_TYPE(state) != from->engine->records[RECORD_STATE]) return false;
    PyObject *table = record(from, state, "table", RECORD_TABLE);
    PyObject *course = record(from, state, "course", RECORD_COURSE);
    PyObject *turn = record(from, state, "turn", RECORD_TURN);
    PyObject *ground = record(from, state, "ground", RECORD_GROUND);
    PyObject *stock = record(from, state, "stock", RECORD_STOCK);
    PyObject *expeditions = field(from, state, "expeditions");
    if (!table || !course || !turn || !ground || !stock || !is_tuple(expeditions, -1)) return false;
    Py_ssize_t players = PyTuple_Size(expeditions);
    if (players < MIN_PLAYERS || players > MAX_PLAYERS) return false; /* COMP-01 */
    p->players = (uint8_t)players;
    for (int i = 0; i < p->players; i++)
        if (!read_expedition(from, &p->expeditions[i], PyTuple_GetItem(expeditions, i), i + 1))
            return false;
    return read_course(from, p, course) && read_turn(from, p, turn) && read_ground(from, p, ground)
        && read_stock(from, p, stock) && read_table(from, p, table, edition, header)
        && is_playable(p) && board_follows(from, p, ground);
}

/* Whether it is a position that can be played; then the edition and the header are new references,
   otherwise NULL. */
bool read_state(Engine *engine, Position *p, PyObject *state, PyObject **edition, PyObject **header) {
    Reading from = {engine, PyList_New(0)};
    *edition = *header = NULL;
    bool fits = from.held && read_records(&from, p, state, edition, header);
    if (fits)
        Py_INCREF(*edition);
    else
        Py_CLEAR(*header);
    PyErr_Clear(); /* such as that there is no memory; whatever was read is refused */
    Py_XDECREF(from.held);
    return fits;
}
