"""Words for people about Colt Express: hidden events, consequences of a move, the score sheet."""

from __future__ import annotations

from solver.game import State
from solver.games.colt import names
from solver.games.colt.fields import Bandit, Fields
from solver.games.colt.figures import Figures
from solver.games.colt.phrases import CHARACTER_TITLES, HOSTAGE_TITLES, place_title


def _fields(state: State) -> Fields:
    fields: Fields = state.fields()  # type: ignore[attr-defined]
    return fields


def unseen(state: State, player: int | None) -> str:
    """A hidden event in the words of a seat that does not see it."""
    fields = _fields(state)
    phase = names.PHASES[fields.phase]
    if player is not None:
        done = {
            "plan": "plays a card face down",
            "cover": "may have covered his card",
            "discard": "discards a card",
            "keep": "decides in secret whether to keep a card",
            "horse": "decides in secret whether to board",
            "starter": "chooses in secret who starts in the last car",
            "reserve": "reserves a card in secret",
            "turmoil": "chooses in secret",
        }
        return f"seat {player} {done.get(phase, 'decides in secret')}"
    if phase == "drawcard":
        return f"seat {fields.seat} draws a card"
    if phase == "drawvalue":
        return f"seat {fields.seat} looks into a purse"
    if phase == "drawpurse":
        return f"seat {fields.seat} draws a purse"
    return "something happens that this seat does not see"


def seat_names(state: State) -> list[str] | None:
    """The bandits' names when each seat plays one bandit, else None."""
    fields = _fields(state)
    if fields.flags & names.PAIRS:
        return None
    return [_name(bandit) for bandit in fields.bandits]


def _name(bandit: Bandit) -> str:
    return CHARACTER_TITLES[bandit.character]


def round_of(state: State) -> str:
    """``round 2, turn 3`` while cards are played, ``round 2, card 4 of 9`` while they are carried out."""
    fields = _fields(state)
    stage = names.STAGES[fields.stage]
    if stage == "attack":
        return "horse attack" if fields.flags & names.HORSES else "before round 1"
    if stage == "over":
        return "the end"
    words = f"round {fields.round + 1}"
    if stage == "plan":
        return f"{words}, turn {fields.turn + 1}"
    if stage == "pile" and fields.pile:
        card = min(fields.pile_next + 1, len(fields.pile))
        return f"{words}, card {card} of {len(fields.pile)}"
    return words


def aftermath(before: State, after: State) -> list[str]:
    """The consequences of a move, for the bandit that acted and for the others."""
    old, new = _fields(before), _fields(after)
    out = []
    acting = old.bandit if names.PHASES[old.phase] in ("move", "ride", "flee", "push") else None
    moved = old.victim if names.PHASES[old.phase] == "push" else acting
    for number, (was, now) in enumerate(zip(old.bandits, new.bandits, strict=True)):
        if now.hits > was.hits:
            count = now.hits - was.hits
            out.append(f"{_name(now)} receives {'a bullet' if count == 1 else f'{count} bullets'}")
        if now.place != was.place and (number != moved or now.hits > was.hits):
            out.append(f"{_name(now)} is now {_where(now.place)}")
        if now.hostage != was.hostage and now.hostage != names.NOTHING:
            out.append(f"{_name(now)} has {HOSTAGE_TITLES[now.hostage]}")
        if now.bonus != was.bonus:
            verb = "wins" if now.bonus > was.bonus else "loses"
            out.append(f"{_name(now)} {verb} ${abs(now.bonus - was.bonus)}")
    if new.marshal != old.marshal and names.PHASES[old.phase] != "marshal":
        out.append(f"the Marshal is now in {place_title(2 * new.marshal)}")
    if new.shotgun != old.shotgun:
        out.append("the Shotgun has left the coach")
    if new.pile_next < len(new.pile) and names.STAGES[old.stage] != "pile" == names.STAGES[new.stage]:
        out.append("the cards of the pile are now resolved")
    return out


def _where(place: int) -> str:
    if place == names.RIDING:
        return "on horseback"
    if place == names.AWAY:
        return "far away"
    title = place_title(place)
    return f"on {title}" if place & 1 else f"in {title}"


def tie_break(state: State, seat: int) -> str:
    """The tie-break of equal money: who escaped, where some did, then the bullets received."""
    fields = _fields(state)
    pairs, teams = bool(fields.flags & names.PAIRS), bool(fields.flags & names.TEAMS)
    own = (2 * seat, 2 * seat + 1) if pairs else (seat // 2 * 2, seat // 2 * 2 + 1) if teams else (seat,)
    hits = sum(fields.bandits[bandit].hits for bandit in own)
    escape = names.ROUND_CARDS[fields.card] == "escape" if fields.card != names.NOTHING else False
    return f"{'the escape, then by ' if escape else ''}fewer bullets received: {hits}"


def tally(state: State) -> list[str]:
    """Each seat's money and the loot behind it.

    A team has one score, so its bandits are listed together. Ransoms and the Gunslinger's prize make up the
    rest of a score. A score that rests on purses unseen by the viewer is an estimate.
    """
    fields = _fields(state)
    figures: Figures = state.figures  # type: ignore[attr-defined]
    pairs, teams = bool(fields.flags & names.PAIRS), bool(fields.flags & names.TEAMS)
    out = []
    for seat, score in enumerate(state.scores()):
        own: tuple[int, ...] = (2 * seat, 2 * seat + 1) if pairs else (seat,)
        if teams:
            own = (seat // 2 * 2, seat // 2 * 2 + 1)
        unseen = any(p.value == names.UNKNOWN and p.bandit in own for p in fields.purses)
        out.append(f"{'about ' * unseen}${score}: " + "; ".join(_loot(fields, figures, each) for each in own))
    return out


def _loot(fields: Fields, figures: Figures, bandit: int) -> str:
    one = fields.bandits[bandit]
    parts = []
    for purse in fields.purses:
        if purse.bandit == bandit:
            unknown = purse.value == names.UNKNOWN
            parts.append("an unseen purse" if unknown else f"a purse of ${figures.purse_values[purse.value]}")
    if one.jewels:
        parts.append(f"{one.jewels} jewel{'s' if one.jewels > 1 else ''}")
    if one.boxes:
        parts.append(f"{one.boxes} strongbox{'es' if one.boxes > 1 else ''}")
    if one.bonus:
        parts.append(f"{'-' if one.bonus < 0 else ''}${abs(one.bonus)} from events")
    if one.hostage != names.NOTHING:
        parts.append(f"the ransom for {HOSTAGE_TITLES[one.hostage]}")
    most = max(other.shots for other in fields.bandits)
    if one.shots == most:
        shots = f"{most} shot{'' if most == 1 else 's'}"
        parts.append(f"has fired the most ({shots})" if most else "nobody has fired yet")
    return f"{_name(one)}: {', '.join(parts) or 'nothing'}"
