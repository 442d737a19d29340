"""Validity of a Colt Express text's question: its seat and occasion, and the choices already made.

The checks follow the order in which flow.pyx asks questions. That order is public, so truths and views are
checked alike. ``Impossible`` is raised for an impossible field.
"""

from __future__ import annotations

from solver.games.colt import codes, names
from solver.games.colt.fields import Fields, Seat
from solver.games.colt.figures import Figures
from solver.games.colt.moves import card_word, commitment

_ACTIONS = 7
#: Turn symbols as `Figures.turns` numbers them.
_STANDARD, _DOUBLE, _REVERSE, _TURMOIL = 0, 2, 3, 4
#: The options of each simultaneous choice in words, also for the phase in which it is shown.
_CHOICES = {
    "horse": "horse or board (with two bandits board1, board2, board12)",
    "starter": "start1 or start2",
    "reserve": "reserve and a card",
    "turmoil": "a card, draw or pass",
    "keep": "keep and a card, or none",
}
_SHOWN = {
    "showboard": "horse", "showstart": "starter", "showdrawers": "turmoil", "showturmoil": "turmoil",
    "showkeepers": "keep",
}  # fmt: skip
#: The stage of each question whose draw's occasion does not already fix it.
_STAGES = {
    "flee": ("pile", "event", "end"), "hostage": ("pile", "event", "end"), "pickpocket": ("event",),
}  # fmt: skip
#: The occasions of each draw, with the stage of each.
_WHY = {
    "drawcard": {
        "guest": "start", "hand": "start", "draw": "plan", "drink": "plan", "turmoil": "plan",
        "refill": "end",
    },
    "drawpurse": {"rob": "pile", "knock": "pile", "pickpocket": "event"},
    "drawvalue": {"rob": "pile", "cheyenne": "pile", "pickpocket": "event"},
    "drawflask": {"drink": "plan", "marshal": "event"},
}  # fmt: skip
#: The action card being resolved, by question or, for draws of purses, by occasion.
_CARRIED = {
    "move": "move",
    "fire": "fire",
    "rob": "robbery",
    "victim": "punch",
    "knock": "punch",
    "push": "punch",
    "ride": "ride",
    "marshal": "marshal",
}
_CARRIED_IN_DRAWS = {"rob": "robbery", "knock": "punch", "cheyenne": "punch"}  # fmt: skip
_EVENTS = {"pickpocket": "pickpocket", "showleast": "revenge"}


class Impossible(Exception):
    """An impossible position: ``field`` is the field at fault, ``part`` the part of it or None."""

    def __init__(self, field: str, part: str | None, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field, self.part, self.why = field, part, why


def check_asked(fields: Fields, figures: Figures) -> None:
    """Refuse a question that no game asks in this position, and commitments that do not answer it."""
    asked = _Asked(fields, figures)
    asked.check_setting()
    asked.check_stage()
    asked.check_why()
    asked.check_commitments()
    asked.check_turn()
    asked.check_step()
    asked.check_carried()
    asked.check_more()
    asked.check_left()
    asked.check_drawers()
    asked.check_todo()


class _Asked:
    """The question of a position and its consequences."""

    def __init__(self, fields: Fields, figures: Figures) -> None:
        self.fields, self.figures = fields, figures
        self.phase, self.stage = names.PHASES[fields.phase], names.STAGES[fields.stage]
        self.draws = self.phase in _WHY
        self.occasion = names.OCCASIONS[fields.why]
        self.why = self.occasion if self.draws else ""
        self.together = _SHOWN.get(self.phase, self.phase)
        if self.phase == "drawcard" and self.why == "turmoil":
            self.together = "turmoil"
        self.pairs, self.teams = bool(fields.flags & names.PAIRS), bool(fields.flags & names.TEAMS)
        self.expert, self.horses = bool(fields.flags & names.EXPERT), bool(fields.flags & names.HORSES)
        self.seats = len(fields.seats)
        self.band = 1 if self.seats > 4 else 0
        card = fields.card
        self.turns = () if card == names.NOTHING else figures.turns[self.band][card]
        self.symbol = self.turns[fields.turn] if self.stage == "plan" else None

    def refuse(self, field: str, why: str, part: str | None = None) -> None:
        raise Impossible(field, part, why)

    def owner(self, bandit: int) -> int:
        return bandit >> 1 if self.pairs else bandit

    def place_in_order(self, bandit: int) -> int:
        """The rank of a bandit in seat order from the first player."""
        first = self.fields.first * (2 if self.pairs else 1)
        return (bandit - first) % len(self.fields.bandits)

    # --- setting, stage, occasion

    def check_setting(self) -> None:
        """Questions that only some settings and round cards have."""
        fields, phase = self.fields, self.phase
        wanted = {
            "horse": (self.horses, "horses"),
            "showboard": (self.horses, "horses"),
            "drawfirst": (self.horses, "horses"),
            "starter": (self.pairs and not self.horses, "two seats without horses"),
            "showstart": (self.pairs and not self.horses, "two seats without horses"),
            "reserve": (self.pairs, "two seats"),
            "discard": (self.expert, "expert"),
        }
        there, setting = wanted.get(phase, (True, ""))
        if not there:
            self.refuse("ask", f"this is asked only with {setting}")
        if self.together == "keep":
            ahead = fields.flags & names.STAGE and not self.expert and fields.round < 4
            symbols = self.figures.ahead[fields.card] if ahead else 0
            if not symbols:
                self.refuse("ask", "nobody plans ahead with this round card and setting")
            if fields.step >= symbols:
                self.refuse("step", f"this round card lets each seat keep {symbols} at most")
        if self.symbol is not None and phase not in ("drawflask", "drawcard"):
            if (self.symbol == _TURMOIL) != (self.together == "turmoil"):
                self.refuse("ask", "in a turmoil all choose together, in other turns one seat after another")
            if phase == "cover" and self.symbol != _STANDARD:
                self.refuse("ask", "only in a standard turn can one cover")

    def check_stage(self) -> None:
        """Questions that come in some stages only."""
        stages = _STAGES.get(self.phase)
        if stages and self.stage not in stages:
            self.refuse("ask", f"this is not asked in stage={self.stage}")
        word = "whiskey" if self.why == "marshal" else _EVENTS.get(self.phase) or _EVENTS.get(self.why)
        if word and self.fields.card != names.ROUND_CARDS.index(word):
            self.refuse("card", f"the event that asks this is that of {word}")

    def check_why(self) -> None:
        """The occasion of a draw; at a round's start and in the choice of the start how far it has come."""
        if not self.draws:
            right = "-"
            if self.phase in ("starter", "showstart", "reserve"):
                right = "hand"
            elif self.phase == "drawround":
                right = "draw"
            written = self.occasion if self.fields.why else "-"
            if written != right:
                self.refuse("why", f"with ask={self.phase} it is {right}")
            return
        occasions = _WHY[self.phase]
        if self.why not in occasions:
            self.refuse("why", f"with ask={self.phase} it is one of {', '.join(occasions)}")
        if self.stage != occasions[self.why]:
            self.refuse("why", f"this comes in stage={occasions[self.why]}, not in stage={self.stage}")
        needs = {"guest": self.teams, "refill": self.expert, "drink": self.horses, "marshal": self.horses}
        if not needs.get(self.why, True):
            self.refuse("why", "this setting has no such draw")
        if (
            self.why == "drink"
            and self.phase == "drawflask"
            and self.owner(self.fields.item) != self.fields.seat
        ):
            self.refuse("item", f"he is not seat {self.fields.seat}'s")
        if self.symbol is not None:
            fits = {
                "draw": self.symbol != _TURMOIL,
                "drink": self.symbol == _STANDARD,
                "turmoil": self.symbol == _TURMOIL,
            }
            if not fits[self.why]:
                self.refuse("why", f"turn {self.fields.turn} of this round card has no such draw")

    # --- commitments

    def check_commitments(self) -> None:
        """Every commitment comes from a seat that had to choose, and answers the question."""
        fields = self.fields
        for seat, cards in enumerate(fields.seats):
            owes = bool(fields.owed >> seat & 1)
            taking_part = self.together in _CHOICES and self._takes_part(seat)
            if owes and not taking_part:
                self.refuse("owed", f"seat {seat} has nothing to choose with ask={self.phase}")
            if (cards.commit != names.NOTHING) != (taking_part and not owes):
                what = "its choice is in" if taking_part and not owes else "no choice is in"
                part = None if cards.commit == names.NOTHING else self._written(cards.commit)
                self.refuse("commit", f"of seat {seat} {what}", part)
            if cards.commit not in (names.NOTHING, names.HIDDEN):
                self._check_choice(seat, cards)

    def _written(self, commit: int) -> str:
        return commitment(commit, self.fields.flags, self.figures)

    def _takes_part(self, seat: int) -> bool:
        """Whether a seat has, or had, a choice to make here."""
        fields, cards = self.fields, self.fields.seats[seat]
        if self.together == "horse":
            riding = [self.owner(n) for n, b in enumerate(fields.bandits) if b.place == names.RIDING]
            return seat in riding
        if self.together == "reserve":
            return cards.deck_size > 0
        if self.together == "keep":
            return cards.hand_size > fields.step and len(cards.keep) == fields.step
        if self.phase == "showturmoil":  # those before this step have shown theirs
            return (seat - fields.first) % self.seats >= fields.step
        return True

    def _check_choice(self, seat: int, cards: Seat) -> None:
        choice, part = cards.commit, self._written(cards.commit)
        kind, fine, why = self._kind_of_choice(choice)
        if not fine:
            self.refuse("commit", f"with ask={self.phase} a choice is {_CHOICES[self.together]}", part)
        if self.together == "horse" and self.pairs:
            for second in (0, 1):
                bandit = 2 * seat + second
                if choice - codes.HORSE >> second & 1 and self.fields.bandits[bandit].place != names.RIDING:
                    self.refuse("commit", f"bandit {bandit} does not ride any more", part)
        if why == "hand" and cards.hand[kind] <= cards.keep.count(kind):
            self.refuse("commit", f"the chosen card is not in the hand of seat {seat}", part)
        if why == "deck" and not cards.deck[kind]:
            self.refuse("commit", f"the reserved card is not in the deck of seat {seat}", part)
        if self.together == "turmoil":
            self._check_turmoil(seat, cards, part)

    def _kind_of_choice(self, choice: int) -> tuple[int, bool, str]:
        """(kind of card, whether such a choice is asked for, where the card comes from) of a commitment."""
        kinds = names.KINDS if self.pairs else names.SIDE
        hand_kinds = names.KINDS if self.pairs or self.teams else names.SIDE
        if self.together == "horse":
            return 0, codes.HORSE <= choice < codes.HORSE + (4 if self.pairs else 2), ""
        if self.together == "starter":
            return 0, codes.START <= choice < codes.START + 2, ""
        if self.together == "reserve":
            return choice - codes.RESERVE, codes.RESERVE <= choice < codes.RESERVE + kinds, "deck"
        if self.together == "keep":
            if choice == codes.DECLINE:
                return 0, True, ""
            return choice - codes.KEEP, codes.KEEP <= choice < codes.KEEP + kinds, "hand"
        if choice in (codes.DRAW, codes.PASS):
            return 0, True, ""
        return choice, 0 <= choice < hand_kinds, "hand"

    def _check_turmoil(self, seat: int, cards: Seat, part: str) -> None:
        choice = cards.commit
        can_draw = cards.deck_size > 0 or (self.expert and sum(cards.discard) > 0)
        drawn = self.phase in ("drawcard", "showturmoil") and not self.fields.drawers >> seat & 1
        if choice == codes.DRAW:
            if not can_draw and not drawn:
                self.refuse("commit", f"seat {seat} has nothing to draw", part)
        elif choice == codes.PASS:
            playable = any(count and self._may_lay(seat, kind) for kind, count in enumerate(cards.hand))
            if can_draw or playable:
                self.refuse("commit", f"seat {seat} passes only where it can neither play nor draw", part)
        elif not self._may_lay(seat, choice):
            self.refuse("commit", f"{card_word(choice)} cannot be laid by seat {seat}", part)

    def _may_lay(self, seat: int, kind: int) -> bool:
        """Whether a card of a seat's hand can be laid: an action that its bandit's hostage does not bar."""
        action, other = kind % names.SIDE, kind >= names.SIDE
        bandit = 2 * seat + other if self.pairs else seat ^ other
        hostage = self.fields.bandits[bandit].hostage
        held = "" if hostage == names.NOTHING else names.HOSTAGES[hostage]
        barred = {"teacher": "punch", "zealot": "ride"}.get(held)
        return action < _ACTIONS and names.CARDS[action] != barred

    # --- whose turn it is

    def check_turn(self) -> None:
        """The turn counts in planning, is 0 before it, and keeps its last value after it."""
        fields, turn = self.fields, self.fields.turn
        if self.phase == "horse" and not 2 <= turn <= fields.last:
            self.refuse("turn", f"the horse attack comes by the cars {fields.last} to 2")
        if self.phase in ("starter", "showstart") and turn != fields.last:
            self.refuse("turn", f"in the choice of the start it is {fields.last}")
        if self.stage == "start" and turn:
            self.refuse("turn", "before the round card is shown it is 0")
        if self.stage in ("keep", "pile", "event", "end", "over") and turn != len(self.turns) - 1:
            self.refuse("turn", f"after planning it is the last, {len(self.turns) - 1}")

    def _step_and_seat(self) -> tuple[int | None, int | None]:
        """The required `step` and `seat`; None where this check does not apply."""
        fields = self.fields
        if self.together == "keep":
            return None, 0
        if self.phase in ("reserve", "drawround") or self.stage == "attack":
            return 0, 0
        if self.stage == "over":
            return 0, 0
        if self.stage in ("pile", "event") or self.phase in ("flee", "hostage"):
            return 0, 0 if self.why == "marshal" else None
        if self.phase == "drawcard" and self.stage in ("start", "end"):
            return None, (fields.first + fields.step - 1) % self.seats
        if self.phase in ("discard", "showturmoil"):
            return None, (fields.first + fields.step) % self.seats
        if self.phase in ("turmoil", "showdrawers"):
            return 0, 0
        if self.why == "turmoil":
            return 0, None
        if self.symbol == _REVERSE:
            return None, (fields.first - fields.step + self.teams) % self.seats
        return None, (fields.first + fields.step) % self.seats

    def check_step(self) -> None:
        """The seat to move follows from the first player and the number of seats that are done."""
        fields = self.fields
        step, seat = self._step_and_seat()
        dealing = self.phase == "drawcard" and self.stage in ("start", "end")
        least, most = (1, self.seats) if dealing else (0, self.seats - 1)
        if step is not None and fields.step != step:
            self.refuse("step", f"with ask={self.phase} it is {step}")
        if not least <= fields.step <= most:
            self.refuse("step", f"with ask={self.phase} it is {least} to {most}")
        if seat is not None and fields.seat != seat:
            self.refuse("seat", f"with step={fields.step} and ask={self.phase} it is seat {seat}'s turn")

    def check_carried(self) -> None:
        """Questions of the pile belong to the card being resolved; a face-down card is shown by its seat."""
        fields = self.fields
        if self.phase == "showcard":
            if fields.pile_next >= len(fields.pile) or not fields.pile[fields.pile_next].down:
                self.refuse("done", "the next card is shown, so it lies face down")
            by = fields.pile[fields.pile_next].by
            if fields.seat != by:
                self.refuse("seat", f"the next card was laid by seat {by}")
        action = _CARRIED_IN_DRAWS.get(self.why) if self.draws else _CARRIED.get(self.phase)
        if action is None:
            return
        if not fields.pile_next:
            self.refuse("done", f"a card is being carried out with ask={self.phase}")
        card = fields.pile[fields.pile_next - 1]
        if card.kind % names.SIDE != names.CARDS.index(action):
            self.refuse("ask", f"the card that is carried out is {names.CARDS[card.kind % names.SIDE]}")
        bandit = 2 * card.deck + (card.kind >= names.SIDE) if self.pairs else card.deck
        if self.phase == "marshal":
            if fields.seat != card.deck:
                self.refuse("seat", f"the card that is carried out is seat {card.deck}'s")
        elif fields.bandit != bandit:
            self.refuse("bandit", f"the card that is carried out moves bandit {bandit}")

    def check_more(self) -> None:
        """Further cards due and drinks: only within a seat's part of a turn."""
        fields, phase = self.fields, self.phase
        if fields.must_play:
            within = phase in ("plan", "cover") or (phase == "drawcard" and self.why == "drink")
            if not self.horses or self.symbol != _STANDARD or not within:
                self.refuse("drank", f"nobody has just drunk with ask={phase} in this turn")
        elif phase == "drawcard" and self.why == "drink":
            self.refuse("drank", "these cards are drawn for a drink")
        if fields.more:
            within = phase in ("plan", "cover") or (phase == "drawcard" and self.why == "draw")
            if not within or self.symbol != (_STANDARD if fields.must_play else _DOUBLE):
                self.refuse("more", "further cards are due in a double turn and after old whiskey only")

    # --- what is still to be done

    def _hand_target(self, seat: int) -> int:
        """Cards that a seat draws up to."""
        target = self.figures.hand
        for number, bandit in enumerate(self.fields.bandits):
            if self.owner(number) != seat:
                continue
            held = None if bandit.hostage == names.NOTHING else names.HOSTAGES[bandit.hostage]
            target += bandit.character == names.DOC and held != "poker"
            target -= held == "minister"
        return target

    def check_left(self) -> None:
        """The cards still to be drawn: the shortfall of a hand, else at most the number for the occasion."""
        fields = self.fields
        left, cards = fields.left, fields.seats[fields.seat]
        if self.phase != "drawcard":
            if left:
                self.refuse("left", f"no cards are drawn with ask={self.phase}")
            return
        if not left:
            self.refuse("left", "cards are drawn, so some are left to draw")
        source = fields.seats[fields.seat ^ 1] if self.why == "guest" else cards
        if not source.deck_size:
            self.refuse("left", "there is no card left to draw")
        if self.why in ("hand", "refill"):
            # with two seats the reserved card comes on top of the hand
            reserved = 1 if self.pairs and self.why == "hand" else 0
            right = self._hand_target(fields.seat) + reserved - cards.hand_size
            if left != right:
                self.refuse("left", f"seat {fields.seat} lacks {max(right, 0)} cards")
            return
        most = {"guest": 1, "drink": 3}.get(self.why, self.figures.draw)
        if left > most:
            self.refuse("left", f"with why={self.why} at most {most} are drawn")

    def check_drawers(self) -> None:
        """The seats that have yet to draw in a turmoil come after the one that draws now."""
        fields = self.fields
        if self.why != "turmoil":
            if fields.drawers:
                self.refuse("drawers", "seats have yet to draw only while a turmoil's cards are drawn")
            return
        if fields.seats[fields.seat].commit != codes.DRAW:
            self.refuse("seat", f"seat {fields.seat} has not chosen to draw")
        right = 0
        for seat, cards in enumerate(fields.seats):
            after = (seat - fields.first) % self.seats > (fields.seat - fields.first) % self.seats
            if after and cards.commit == codes.DRAW:
                right |= 1 << seat
        if fields.drawers != right:
            self.refuse("drawers", f"after seat {fields.seat} it is for {_digits(right)} to draw")

    def check_todo(self) -> None:
        """The bandits that an event has yet to handle, in order; elsewhere the mark of a question asked."""
        fields = self.fields
        right = 0
        if self.phase in ("showleast", "pickpocket") or self.why == "pickpocket":
            right = self._waiting()
        else:
            dealing = self.pairs and self.stage == "start" and self.phase == "drawcard"
            right = int(self.phase in ("reserve", "discard") or self.why == "marshal" or dealing)
        if fields.todo != right:
            self.refuse("todo", f"with ask={self.phase} it is {_digits(right)} here")

    def _waiting(self) -> int:
        """The bandits that the event handles after the present one; they do not move in it."""
        fields = self.fields
        places = [bandit.place for bandit in fields.bandits]

        def concerned(bandit: int) -> bool:
            if self.phase == "showleast":
                return places[bandit] == 2 * fields.marshal + 1
            return places[bandit] < names.PLACES and places.count(places[bandit]) == 1

        if not concerned(fields.bandit):
            self.refuse("bandit", "the event does not concern him where he is")
        now = self.place_in_order(fields.bandit)
        return sum(
            1 << bandit
            for bandit in range(len(places))
            if concerned(bandit) and self.place_in_order(bandit) > now
        )


def _digits(mask: int) -> str:
    return "".join([str(bit) for bit in range(mask.bit_length()) if mask >> bit & 1]) or "-"
