"""Validity checks for Longhorn positions; each refuses one kind of impossible position."""

from __future__ import annotations

from solver.games.common.text_fields import bad
from solver.games.longhorn import names
from solver.games.longhorn.fields import NO_CATTLE, Fields
from solver.games.longhorn.figures import CATTLE_OF_A_COLOUR, Figures, standard
from solver.games.longhorn.geometry import walk_ends
from solver.games.longhorn.notation import counts_text, gold_text, phase_text, square_text


def validate(fields: Fields, figures: Figures) -> None:
    """Refuse a position from which the rules could not continue.

    Raises NotationError (code ``position``) naming the offending word. Ends that no turn brings about
    are refused too. Positions that no game reaches but from which the rules can continue are accepted, since
    people compose them: for example, with fewer cattle than were dealt, or with ten tokens.
    """
    if fields.phase == names.START:
        _check_start(fields, figures)
    _check_cattle(fields)
    _check_tokens(fields, figures)
    _check_outlaw(fields)
    _check_nine(fields)
    if fields.phase in (names.DRAW, names.MOVE):
        _check_ambush(fields)
    if fields.phase in (names.OVER_MONEY, names.OVER_NINE, names.OVER_SHERIFF):
        _check_over(fields, figures)


def _check_cattle(fields: Fields) -> None:
    """At most nine of a colour; the word with the tenth is named."""
    words = [square_text(fields, square) for square in range(9)]
    words += [counts_text(herd) for herd in fields.herds]
    for colour, name in enumerate(names.COLOURS):
        seen = 0
        for word, counts in zip(words, fields.cattle + fields.herds, strict=True):
            seen += counts[colour]
            if seen > CATTLE_OF_A_COLOUR:
                raise bad(f"more than nine {name} cattle: the tenth stands in {word}", word)


def _check_tokens(fields: Fields, figures: Figures) -> None:
    """Tokens lie with cattle, no more of a kind than the box holds, the Sheriff at Nugget Hill."""
    found = [(kind, names.token_word(kind)) for kind in fields.tokens if kind != names.NO_TOKEN]
    for square, kind in enumerate(fields.tokens):
        if kind != names.NO_TOKEN and not fields.total(square):
            where = square_text(fields, square)
            raise bad(f"{where}: no token lies on an empty location", where)
        if kind == names.SHERIFF and fields.places[square] != names.NUGGET_HILL:
            where = square_text(fields, square)
            raise bad(f"{where}: the Sheriff is only ever at nugget", where)
    found += [(names.GOLD + value, str(100 * value)) for held in fields.gold for value in held]
    counts: dict[int, int] = {}
    for kind, word in found:
        counts[kind] = counts.get(kind, 0) + 1
        most = figures.count(kind)
        if counts[kind] > most:
            title = names.token_title(kind)
            message = f"{word}: more than {most} {title} tokens; there are no more{_whose(figures)}"
            raise bad(message, word)


def _whose(figures: Figures) -> str:
    """The figures that a text was read with, in words for its errors."""
    if figures == standard():
        return " by the standard figures (a game dealt with the option Figures says its own in figures=)"
    return " by the figures that the text says"


def _check_outlaw(fields: Fields) -> None:
    """The outlaw stands where the phase needs him."""
    phase, word = fields.phase, f"outlaw={fields.word(fields.outlaw)}"
    said = phase_text(phase, fields.steps)
    if (fields.outlaw == names.NONE) != (phase == names.START):
        need = "is not on the board yet" if phase == names.START else "stands on a location"
        raise bad(f"{word}: in phase {said} the outlaw {need}", word)
    if phase == names.PLAY and not fields.total(fields.outlaw):
        raise bad(f"{word}: no cattle are there, so seat {fields.turn} could not act", word)
    if phase in (names.DRAW, names.MOVE, names.OVER_SHERIFF) and fields.total(fields.outlaw):
        raise bad(f"{word}: in phase {said} that location has just been emptied", word)
    if phase == names.OVER_SHERIFF and fields.places[fields.outlaw] != names.NUGGET_HILL:
        raise bad(f"{word}: in phase {said} he was caught, and the Sheriff is only ever at nugget", word)


def _check_nine(fields: Fields) -> None:
    """Nine of a colour end the game for the seat that has just acted, and for nobody else."""
    nine = [seat for seat in (0, 1) if CATTLE_OF_A_COLOUR in fields.herds[seat]]
    word = f"phase={phase_text(fields.phase, fields.steps)}"
    if fields.phase == names.OVER_NINE and nine != [fields.turn]:
        raise bad(f"{word}: seat {fields.turn}, and nobody else, must hold nine of a colour", word)
    if fields.phase == names.OVER_SHERIFF and nine == [1 - fields.turn]:
        raise bad(f"{word}: seat {nine[0]} holds nine of a colour and had won before", word)
    if nine and fields.phase not in (names.OVER_NINE, names.OVER_SHERIFF):
        raise bad(f"{word}: seat {nine[0]} holds nine of a colour, which ends a game", word)


def _check_ambush(fields: Fields) -> None:
    """In the middle of an Ambush: a nugget to draw, then a way to go."""
    turn, word = fields.turn, f"phase={phase_text(fields.phase, fields.steps)}"
    if fields.last[turn] != fields.outlaw:
        last = _last(fields)
        here = fields.word(fields.outlaw)
        raise bad(f"{last}: in {word} seat {turn} is in its turn at {here}, which last must name", last)
    if fields.phase == names.DRAW and not fields.gold[1 - turn]:
        raise bad(f"{word}: seat {1 - turn} holds no nugget that could be drawn", word)
    ends = walk_ends(fields.outlaw, fields.steps)
    if fields.phase == names.MOVE and not any(fields.total(square) for square in ends):
        raise bad(f"{word}: no cattle are {fields.steps} steps away, so the game would be over", word)


def _check_start(fields: Fields, figures: Figures) -> None:
    """Before the start is chosen everything lies as it was set up."""
    herds = f"herds={counts_text(fields.herds[0])}/{counts_text(fields.herds[1])}"
    gold = f"gold={gold_text(fields.gold[0])}/{gold_text(fields.gold[1])}"
    last = _last(fields)
    if fields.turn != 1:
        raise bad(f"turn={fields.turn}: seat 1 chooses the start", f"turn={fields.turn}")
    if fields.herds != (NO_CATTLE, NO_CATTLE):
        raise bad(f"{herds}: nobody holds cattle before the start", herds)
    if fields.gold != ((), ()):
        raise bad(f"{gold}: nobody holds nuggets before the start", gold)
    if fields.last != (names.NONE, names.NONE):
        raise bad(f"{last}: nobody has played before the start", last)
    for square, place in enumerate(fields.places):
        word = square_text(fields, square)
        if fields.total(square) != figures.cattle[place]:
            dealt = figures.cattle[place]
            raise bad(f"{word}: {dealt} cattle are dealt there{_whose(figures)}", word)
        if fields.tokens[square] == names.NO_TOKEN:
            raise bad(f"{word}: before the start a token lies on every location", word)


def _last(fields: Fields) -> str:
    return f"last={fields.word(fields.last[0])}/{fields.word(fields.last[1])}"


def _check_over(fields: Fields, figures: Figures) -> None:
    """A turn of seat `turn` at the outlaw's location can have ended the game in this way."""
    turn, word = fields.turn, f"phase={phase_text(fields.phase, fields.steps)}"
    if fields.last[turn] != fields.outlaw:
        last, here = _last(fields), fields.word(fields.outlaw)
        raise bad(f"{last}: in {word} seat {turn} has just acted at {here}, which last must name", last)
    if fields.herds[turn] == NO_CATTLE:
        herds = f"herds={counts_text(fields.herds[0])}/{counts_text(fields.herds[1])}"
        raise bad(f"{herds}: in {word} seat {turn} has just taken cattle, and holds some", herds)
    if fields.phase == names.OVER_MONEY and not _can_have_stranded(fields, figures):
        message = f"cattle lie wherever the last theft of seat {turn} can have led, so the game would go on"
        raise bad(f"{word}: {message}", word)


def _can_have_stranded(fields: Fields, figures: Figures) -> bool:
    """Whether some theft by seat `turn`, of cattle that its herd still has, leads to no cattle.

    All of the colour was taken; a Rattlesnake, met where nothing is left, has since scattered one of them.
    """
    here, herd = fields.cattle[fields.outlaw], fields.herds[fields.turn]
    met = not any(here) and fields.tokens.count(names.RATTLESNAKE) < figures.count(names.RATTLESNAKE)
    most = max((held + met for held, left in zip(herd, here, strict=True) if not left), default=0)
    return any(
        not any(map(fields.total, walk_ends(fields.outlaw, steps)))
        for steps in range(1, min(most, CATTLE_OF_A_COLOUR - 1) + 1)
    )
