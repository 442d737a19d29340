"""Checks that refuse impossible Heckmeck positions."""

from __future__ import annotations

from solver.games.common.dice import CHOOSE
from solver.games.common.text_fields import bad, seats_text
from solver.games.heckmeck import names
from solver.games.heckmeck.fields import Fields


def validate(fields: Fields) -> None:
    """Refuse a position from which the rules cannot continue.

    Raises NotationError (code ``position``) naming the offending word. Positions that no game reaches but the
    rules can handle are accepted, such as worms in hand without any plate laid.
    """
    _check_pieces(fields)
    _check_worms(fields)
    fields.check_dice()
    if fields.phase > CHOOSE:
        _check_end(fields)


def _check_pieces(fields: Fields) -> None:
    """Check that every plate and every snail of the box is accounted for."""
    for seat in range(fields.seats):
        held, lying = fields.plates[seat], fields.on_grill(seat)
        if held + lying != fields.box_plates:
            word = f"plates={seats_text(fields.plates)}"
            message = (
                f"{word}: seat {seat} has {held} plates in hand and {lying} on the grill; "
                f"by box= it has {fields.box_plates}"
            )
            raise bad(message, word)
    lying = fields.grill.count(names.SNAIL)
    taken = sum(fields.snails)
    if fields.supply + lying + taken != fields.box_snails:
        word = f"supply={fields.supply}"
        message = (
            f"{word}: with {lying} snails on the grill and {taken} taken that makes "
            f"{fields.supply + lying + taken}; by box= there are {fields.box_snails}"
        )
        raise bad(message, word)


def _check_worms(fields: Fields) -> None:
    """Check that a seat holds at least the gains of its plates, so that it can pay when robbed."""
    for seat in range(fields.seats):
        if fields.worms[seat] < fields.owed(seat):
            word = f"worms={seats_text(fields.worms)}"
            owed = fields.owed(seat)
            raise bad(f"{word}: the plates of seat {seat} on the grill have brought it {owed} worms", word)


def _check_end(fields: Fields) -> None:
    """Check that the end of the game agrees with the pieces on the grill."""
    word = f"phase={names.PHASES[fields.phase]}"
    open_spaces = [there for there in fields.grill if there == names.EMPTY or names.plates(there)[1] == 1]
    if fields.phase == names.OVER_SUPPLY and fields.supply:
        raise bad(f"{word}: the supply still holds {fields.supply} snails", word)
    if fields.phase == names.OVER_GRILL and not fields.supply:
        raise bad(f"{word}: the supply holds no snail, which is over:supply", word)
    if fields.phase == names.OVER_GRILL and open_spaces:
        raise bad(f"{word}: a space is empty or holds a single plate, so a snail could go there", word)
    if fields.phase == names.OVER_SNAILS and (fields.supply or names.SNAIL in fields.grill):
        raise bad(f"{word}: a snail is still to be had", word)
