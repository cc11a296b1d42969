"""The answer to `edit`: a draft after some changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from tikal.grid import CELLS
from tikal.notation.documents.fields import Fields
from tikal.notation.documents.readings import TEXT, one_of, plain, several
from tikal.notation.positions import format_position
from tikal.page import views
from tikal.page.drafts import changed, cleared, draft_of, inspected, possible_diggers
from tikal.page.games import state_at
from tikal.page.requests import OBJECT, Answer, Request
from tikal.page.settling import settled, tiles_that_may_wait


def edit(request: Request) -> Answer:
    """A draft after some changes, and every invariant that it breaks."""
    draft = request.optional("draft", OBJECT, None)
    if draft is None:
        draft = draft_of(state_at(request))
    for how, path, to in request.optional("changes", _CHANGES, ()):
        draft = how(draft, path, to)
    state, problems = inspected(draft, request.language)
    found: Answer = {
        "draft": draft,
        "problems": list(problems),
        "position": None if problems else format_position(state),
        **views.position_view(state, (), request),
        "diggers": possible_diggers(state),
        "may_wait": tiles_that_may_wait(state),
    }
    if views.wants_a_picture(request):
        found["picture"] = views.picture(state, (), request, None)
    return found


def _change(value: object) -> tuple[_Changing, str, object]:
    """How a draft is changed, a path and what it is set to; a cell is cleared."""
    fields = Fields(value, "must be an object with set and to, choose and to, or with clear")
    how: _Changing
    if "clear" in fields:
        how, path, to = _cleared, fields.required("clear", _CELL), None
    else:
        name, how = ("choose", settled) if "choose" in fields else ("set", changed)
        path, to = fields.required(name, TEXT), fields.optional("to", plain("must be JSON"), None)
    fields.finish()
    return how, path, to


def _cleared(draft: Mapping[str, object], cell: str, _to: object) -> dict[str, object]:
    return cleared(draft, cell)


_Changing: TypeAlias = Callable[[Mapping[str, object], str, object], dict[str, object]]
_CELL: Final = one_of("must be a cell a1 to h5", CELLS)
_CHANGES: Final = several("must be a list of changes", _change)
