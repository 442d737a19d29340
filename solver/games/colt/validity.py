"""Validity checks for Colt Express positions; each refuses one kind of impossible position."""

from __future__ import annotations

import re

from solver.games.colt import codes, names
from solver.games.colt.deal import deck_of
from solver.games.colt.fields import Fields
from solver.games.colt.figures import Figures
from solver.games.colt.notation import bad
from solver.games.colt.validity_asked import Impossible, check_asked
from solver.games.colt.writing import values_of

_TOGETHER = ("horse", "starter", "reserve", "turmoil", "keep")
#: The stages in which each phase comes.
_STAGES = {
    "horse": "attack", "starter": "attack", "reserve": "start", "plan": "plan", "cover": "plan",
    "turmoil": "plan", "keep": "keep", "discard": "end", "showboard": "attack", "showstart": "attack",
    "drawfirst": "attack", "drawround": "start", "showdrawers": "plan", "showturmoil": "plan",
    "showkeepers": "keep", "showcard": "pile", "showleast": "event", "showpurse": "over", "over": "over",
}  # fmt: skip
_OF_A_BANDIT = (
    "move", "fire", "rob", "victim", "knock", "push", "ride", "hostage", "flee", "pickpocket",
    "showleast", "drawpurse", "drawvalue",
)  # fmt: skip
_CARD_STAGES = ("plan", "keep", "pile", "event", "roll", "end", "over")


def validate(fields: Fields, figures: Figures) -> None:
    """Refuse a position from which the rules could not continue.

    Raises NotationError (code ``position``) naming the offending word. Positions that no game reaches but the
    rules can handle are accepted, such as bandits who never moved but were shot at.
    """
    try:
        _check_setting(fields)
        _check_train(fields)
        _check_bandits(fields, figures)
        _check_loot(fields, figures)
        _check_cards(fields, figures)
        _check_secrets(fields)
        _check_round(fields, figures)
        _check_question(fields)
        check_asked(fields, figures)
    except Impossible as fault:
        # what is named must stand in the text: the field as written, or the part of it that cannot be
        written = values_of(fields, figures)[fault.field]
        word = f"{fault.field}={written}"
        if fault.part is None or fault.part not in re.split("[/+]", written):
            raise bad(f"{word}: {fault.why}", word) from None
        raise bad(f"{fault.part} in {word}: {fault.why}", fault.part) from None


def _refuse(field: str, why: str, part: str | None = None) -> None:
    raise Impossible(field, part, why)


def _check_setting(fields: Fields) -> None:
    flags = fields.flags
    if flags & names.STAGE and not flags & names.HORSES:
        _refuse("settings", "the stagecoach comes with the horses", "stage")
    if flags & names.TEAMS and len(fields.seats) not in (4, 6):
        _refuse("settings", f"teams are for 4 or 6 seats, not {len(fields.seats)}", "teams")
    if flags & names.PAIRS and len(fields.bandits) != 4:
        _refuse("settings", f"two seats have 4 bandits, not {len(fields.bandits)}", "pairs")
    characters = [b.character for b in fields.bandits]
    for character in characters:
        if characters.count(character) > 1:
            _refuse("bandits", "each character is there once", names.CHARACTERS[character])


def _check_train(fields: Fields) -> None:
    staged = bool(fields.flags & names.STAGE)
    if (fields.coach != names.NOTHING) != staged:
        _refuse("coach", "a coach is there exactly with the setting stage")
    if (fields.shotgun != 0) != staged:
        _refuse("shotgun", "the Shotgun is there exactly with the setting stage")
    horses = sum(fields.horses)
    riding = sum(b.place == names.RIDING for b in fields.bandits)
    most = len(fields.bandits) - riding if fields.flags & names.HORSES else 0
    if horses > most:
        _refuse("horses", f"there can be at most {most}")
    attack = names.STAGES[fields.stage] == "attack"
    for bandit in fields.bandits:
        if bandit.place == names.RIDING and not attack:
            _refuse("at", "nobody rides after the horse attack", "riding")
        if bandit.place == names.AWAY and (fields.card == names.NOTHING or not staged):
            _refuse("at", "only in the round of Escape can one ride off", "away")
        if bandit.place in (names.COACH, names.COACH_ROOF) and not staged:
            _refuse("at", "there is no coach in this setting", "coach")


def _check_bandits(fields: Fields, figures: Figures) -> None:
    shot = 0
    for bandit in fields.bandits:
        if bandit.bullets > figures.bullets:
            _refuse("bullets", f"a bandit has at most {figures.bullets}")
        fired = figures.bullets - bandit.bullets
        shot += fired
        if bandit.shots > fired:
            _refuse("shots", f"only {fired} bullets were fired")
        if bandit.fresh_hits > bandit.hits:
            _refuse("new", f"of {bandit.hits} bullets received")
    neutral = figures.neutral[1 if fields.flags & names.STAGE else 0]
    if fields.neutral > neutral:
        _refuse("neutral", f"there are {neutral} neutral bullets in all")
    hits = sum(b.hits for b in fields.bandits)
    if hits != shot + neutral - fields.neutral:
        _refuse("neutral", f"{hits} bullets were received, {shot} fired, the rest is neutral")
    taken = [b.hostage for b in fields.bandits if b.hostage != names.NOTHING]
    count = len(taken) + fields.hostages.bit_count()
    if len({*taken}) != len(taken) or any(fields.hostages >> hostage & 1 for hostage in taken):
        _refuse("crowd", "a hostage is in two places")
    if count != (len(fields.bandits) - 1 if fields.flags & names.STAGE else 0):
        _refuse("crowd", f"with those taken that makes {count} hostages")
    for number, bandit in enumerate(fields.bandits):
        if fields.new_hostage >> number & 1 and bandit.hostage == names.NOTHING:
            _refuse("entered", f"bandit {number}: this bandit has no hostage")


def _check_loot(fields: Fields, figures: Figures) -> None:
    values = list(fields.pool)
    unknown = 0
    for number, purse in enumerate(fields.purses):
        if purse.bandit == names.NOTHING and purse.place >= names.PLACES:
            _refuse("purses", f"purse {number}: a purse lies on the train or is held")
        if purse.place >= names.COACH and purse.bandit == names.NOTHING and not fields.flags & names.STAGE:
            _refuse("purses", f"purse {number}: there is no coach in this setting")
        if purse.value == names.UNKNOWN:
            unknown += 1
        else:
            values[purse.value] += 1
        looked = names.PHASES[fields.phase] == "drawvalue" and fields.item == number
        if fields.viewer is None:
            known = not looked or bool(purse.seen) or purse.value != names.UNKNOWN
        else:
            known = bool(purse.seen >> fields.viewer & 1)
        if known != (purse.value != names.UNKNOWN):
            _refuse("purses", f"purse {number}: a value is written exactly where it is known")
    if tuple(values) != figures.purse_counts:
        _refuse("pool", "with the purses seen, the values do not add up")
    if sum(fields.fresh) + unknown > sum(fields.pool):
        _refuse("loot", "more purses than there are values for")
    boxes = sum(fields.boxes) + sum(b.boxes for b in fields.bandits) + fields.box_aside
    right = 3 if fields.flags & names.STAGE else 2
    if boxes != right:
        _refuse("boxes", f"there are {right} strongboxes in all")
    if sum(fields.jewels) + sum(b.jewels for b in fields.bandits) > sum(car[1] for car in figures.cars):
        _refuse("jewels", "more jewels than there are")
    flasks = len(fields.flasks) + sum(sum(b.flasks) for b in fields.bandits)
    full = sum(f.state == 0 for f in fields.flasks) + sum(b.flasks[0] for b in fields.bandits)
    if flasks > (fields.last if fields.flags & names.HORSES else 0):
        _refuse("flasks", "more flasks than there are")
    pool = sum(fields.flask_pool)
    if pool < full or any(n > most for n, most in zip(fields.flask_pool, figures.flasks, strict=True)):
        _refuse("whiskey", f"{full} full flasks do not fit this")
    if pool and not fields.flags & names.HORSES:
        _refuse("whiskey", "there is no whiskey in this setting")


def _check_cards(fields: Fields, figures: Figures) -> None:
    """Every card of every deck is somewhere, and the sizes of decks and hands agree with that."""
    teams, pairs = bool(fields.flags & names.TEAMS), bool(fields.flags & names.PAIRS)
    cards = deck_of(fields.flags, figures)
    coming = fields.pile[fields.pile_next :]
    for deck, seat in enumerate(fields.seats):
        total = [seat.deck[kind] + seat.discard[kind] for kind in range(names.KINDS)]
        for kind in range(names.KINDS):
            if kind >= names.SIDE and teams:
                total[kind - names.SIDE] += fields.seats[deck ^ 1].hand[kind]
            else:
                total[kind] += seat.hand[kind]
        for card in coming:
            if card.deck == deck and card.kind != names.UNKNOWN:
                total[card.kind] += 1
        for kind, count in enumerate(total):
            if kind not in (7, 8) and count != cards.count(kind):
                word = names.CARDS[kind % names.SIDE]
                _refuse("decks", f"seat {deck} has {count} {word} cards, it should be {cards.count(kind)}")
        own = (2 * deck, 2 * deck + 1) if pairs else (deck,)
        hits = sum(fields.bandits[bandit].hits for bandit in own)
        if total[7] + total[8] != hits:
            _refuse("decks", f"{total[7] + total[8]} bullets are there, {hits} were received")
        if not teams and (seat.guests or (not pairs and any(seat.hand[names.SIDE :]))):
            _refuse("guests", "only partners hold each other's cards")
        unseen = seat.deck_size + _slots(fields, deck)
        if teams:
            if deck != fields.viewer and fields.viewer is not None:
                unseen -= seat.guests
            if (deck ^ 1) != fields.viewer and fields.viewer is not None:
                unseen += fields.seats[deck ^ 1].guests
        if sum(seat.deck) != unseen:
            _refuse("decks", f"of deck {deck} {unseen} cards are not seen, {sum(seat.deck)} are named")
        if seat.guests > seat.hand_size + sum(c.down and c.by == deck for c in coming):
            _refuse("guests", "more than the hand and the face-down cards")
        if fields.viewer in (None, deck):
            held = sum(seat.hand[names.SIDE :]) + sum(c.down and c.by == deck != c.deck for c in coming)
            if teams and seat.guests != held:
                _refuse("guests", f"seat {deck} has {held} of its partner's cards")


def _slots(fields: Fields, seat: int) -> int:
    """The number of unseen cards in a seat's hand and on the pile."""
    if fields.viewer is None or fields.viewer == seat:
        return 0
    unknown = sum(c.kind == names.UNKNOWN and c.by == seat for c in fields.pile[fields.pile_next :])
    return fields.seats[seat].hand_size + unknown


def _check_secrets(fields: Fields) -> None:
    phase = names.PHASES[fields.phase]
    for number, card in enumerate(fields.pile):
        hidden = card.kind == names.UNKNOWN
        seen = fields.viewer is None or fields.viewer == card.by
        if (hidden and (seen or not card.down)) or (number < fields.pile_next and (hidden or card.down)):
            _refuse("pile", f"card {number}: a card is unseen exactly while it lies face down before others")
        if not seen and card.down and not hidden:
            _refuse("pile", f"card {number}: seat {fields.viewer} does not see this card")
    for number, seat in enumerate(fields.seats):
        seen = fields.viewer in (None, number)
        if any(kind != names.HIDDEN and seat.keep.count(kind) > seat.hand[kind] for kind in seat.keep):
            _refuse("keep", f"seat {number}: the kept card is not in hand")
        if seat.keep and (names.HIDDEN in seat.keep) == seen:
            _refuse("keep", f"seat {number}: a kept card is written exactly where it is seen")
        if len(seat.keep) > seat.hand_size:
            _refuse("keep", f"seat {number}: there is no card to keep")
        if seat.commit == names.NOTHING:
            continue
        late = phase in ("showturmoil", "drawcard")
        if seat.commit == names.HIDDEN and seen:
            _refuse("commit", f"seat {number}: this choice is known here")
        if seat.commit != names.HIDDEN and not seen and not (late and seat.commit == codes.DRAW):
            _refuse("commit", f"seat {number}: seat {fields.viewer} does not see this choice")


def _check_round(fields: Fields, figures: Figures) -> None:
    stage = names.STAGES[fields.stage]
    if (fields.card != names.NOTHING) != (stage in _CARD_STAGES):
        _refuse("card", f"a round card lies open exactly from planning on, not in stage={stage}")
    if (fields.first == names.NOTHING) != (stage == "attack") and not (
        stage == "attack" and not fields.flags & names.HORSES
    ):
        _refuse("first", "the first player is known exactly after the horse attack")
    if fields.card != names.NOTHING and not fields.played >> fields.card & 1:
        _refuse("shown", "the card that lies open was shown", names.ROUND_CARDS[fields.card])
    shown = fields.round + (fields.card != names.NOTHING)
    if fields.played.bit_count() != shown:
        _refuse("shown", f"{shown} round cards have been shown by now")
    stations = range(12, 18)
    for card in range(len(names.ROUND_CARDS)):
        if fields.played >> card & 1:
            expansion = card in names.EXPANSION_CARDS or card in names.EXPANSION_STATIONS
            if expansion and not fields.flags & names.STAGE:
                _refuse("shown", "this card belongs to the stagecoach", names.ROUND_CARDS[card])
            if (card in stations) != (fields.round == 4 and card == fields.card):
                _refuse("shown", "a station comes in round 5, and nowhere else", names.ROUND_CARDS[card])
    if fields.pile_next > len(fields.pile):
        _refuse("done", f"there are {len(fields.pile)} cards on the pile")
    laid = 0
    if fields.card != names.NOTHING:
        turns = figures.turns[len(fields.seats) > 4][fields.card]
        if fields.turn >= len(turns):
            _refuse("turn", f"this round card has {len(turns)} turns, counted from 0")
        laid = sum(2 if turn == 2 else 1 for turn in turns[: fields.turn + 1]) * len(fields.seats) + 4
        laid *= 2 if fields.flags & names.PAIRS else 1
        if names.PHASES[fields.phase] == "turmoil" and turns[fields.turn] != 4:
            _refuse("ask", "this turn is none")
    if len(fields.pile) > min(laid, 40):
        _refuse("pile", "so many cards cannot lie there by now")
    if stage in ("plan", "start", "attack", "keep") and fields.pile_next:
        _refuse("done", "no card is carried out before the pile is complete")


def _check_end(fields: Fields, phase: str) -> None:
    """At the end all held purses are turned up one by one before the game is over."""
    everybody = (1 << len(fields.seats)) - 1
    held = [n for n, purse in enumerate(fields.purses) if purse.bandit != names.NOTHING]
    covered = [n for n in held if fields.purses[n].seen != everybody]
    if phase == "over" and covered:
        _refuse("ask", f"purse {covered[0]} is yet to be turned up: the question is showpurse")
    if phase == "showpurse" and fields.item != (covered[0] if covered else names.NOTHING):
        right = f"it is purse {covered[0]}'s turn" if covered else "all purses are turned up"
        _refuse("item", right)


def _check_question(fields: Fields) -> None:
    phase, stage = names.PHASES[fields.phase], names.STAGES[fields.stage]
    if _STAGES.get(phase, stage) != stage:
        _refuse("ask", f"this is not asked in stage={stage}")
    if phase in ("move", "fire", "rob", "victim", "knock", "push", "ride", "marshal") and stage != "pile":
        _refuse("ask", f"this is not asked in stage={stage}")
    if bool(fields.owed) != (phase in _TOGETHER):
        _refuse("owed", f"several seats choose together, not with ask={phase}")
    if (fields.bandit != names.NOTHING) != (phase in _OF_A_BANDIT):
        _refuse("bandit", f"a bandit is named exactly where he acts, not with ask={phase}")
    if fields.bandit != names.NOTHING:
        seat = fields.bandit >> 1 if fields.flags & names.PAIRS else fields.bandit
        if seat != fields.seat:
            _refuse("seat", f"bandit {fields.bandit} is seat {seat}'s")
        if fields.bandits[fields.bandit].place >= names.PLACES:
            _refuse("bandit", "he is not on the train")
    punched = phase in ("knock", "push") or (
        phase in ("drawpurse", "drawvalue") and names.OCCASIONS[fields.why] in ("knock", "cheyenne")
    )
    if (fields.victim != names.NOTHING) != punched:
        _refuse("victim", "a victim is named exactly while a punch lasts")
    if punched and fields.bandits[fields.victim].place >= names.PLACES:
        _refuse("victim", "he is not on the train")
    if phase == "drawvalue" and fields.item >= len(fields.purses):
        _refuse("item", "there is no such purse")
    if stage == "over":
        _check_end(fields, phase)
    drunk = phase == "drawflask" and names.OCCASIONS[fields.why] == "drink"
    if (fields.item != names.NOTHING) != (phase in ("drawvalue", "cover", "showpurse") or drunk):
        _refuse("item", "this is asked nowhere here")
    if drunk and fields.item >= len(fields.bandits):
        _refuse("item", "there is no such bandit")
    if phase == "cover" and (fields.item > 1 or not fields.flags & names.PAIRS):
        _refuse("item", "0 or 1: which bandit has fired, with two bandits a seat")
    for bandit in range(len(fields.bandits)):
        place = fields.bandits[bandit].place
        roof = fields.shotgun == 2 and place == 2 * fields.coach + 1
        if fields.flee >> bandit & 1 and not roof:
            _refuse("flee", f"bandit {bandit}: only who shares the Shotgun's roof flees")
        if fields.enter >> bandit & 1 and place != names.COACH:
            _refuse("enter", f"bandit {bandit}: only who is inside the coach takes a hostage")
