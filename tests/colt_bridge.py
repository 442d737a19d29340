"""The fast Colt Express and its reference side by side: the words of one in the numbers of the other."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

from reference.colt import Game
from reference.colt_figures import (
    BASE_ROUNDS,
    BASE_STATIONS,
    CARS,
    EXPANSION_ROUNDS,
    EXPANSION_STATIONS,
    TURNS,
)
from reference.colt_figures import HOSTAGES as REFERENCE_HOSTAGES
from reference.colt_flow import Chance, Decision, Option
from reference.colt_knowledge import knowledge
from reference.colt_position import COACH_INSIDE, COACH_ROOF, GONE, Card, Loot, Place, Settings
from reference.colt_setup import Deal
from solver.game import State
from solver.games.colt import names
from solver.games.colt.fields import Fields

ROUND_CARDS = [*BASE_ROUNDS, *EXPANSION_ROUNDS, *BASE_STATIONS, *EXPANSION_STATIONS]
"""The reference's round cards in the order of the fast side's."""
KINDS = ("move", "floor", "fire", "rob", "punch", "marshal", "ride")
FLASKS = ("full", "halfnormal", "halfold")
VALUES = (250, 300, 350, 400, 450, 500)

# actions and outcomes: the bases that rules.pxd gives them
PLAY, PLAY_DOWN, DRAW, PASS, DECLINE, DRINK = 0x000, 0x020, 0x040, 0x041, 0x042, 0x048
HORSE, START, RESERVE, KEEP, DISCARD, GO, CAR = 0x050, 0x058, 0x060, 0x080, 0x0A0, 0x0C0, 0x0E0
SHOOT, HIT, LOOT, RIDE_TO, HOSTAGE = 0x0F0, 0x0F8, 0x100, 0x120, 0x140
FIRST, CARD, ROUND, PICK, VALUE, KIND = 0x1C0, 0x1E0, 0x200, 0x240, 0x260, 0x270
BLIND, JEWEL, BOX, FLASK, SHOTGUN = 18, 19, 20, 21, 6

PHASE_OF = {
    "attack": "horse",
    "start": "starter",
    "reserve": "reserve",
    "plan": "plan",
    "drunk": "plan",
    "cover": "cover",
    "turmoil": "turmoil",
    "keep": "keep",
    "discard": "discard",
    "move": "move",
    "marshal": "marshal",
    "fire": "fire",
    "rob": "rob",
    "punch": "victim",
    "ride": "ride",
    "hostage": "hostage",
    "flee": "flee",
    "pickpocket": "pickpocket",
}
"""The fast side's phase for each kind of the reference's decisions."""
FURTHER = {
    "punch": ("victim", "knock", "push", "drawpurse"),
}
"""The phases in which the fast side asks the parts of a decision; parts that are sure are left out."""
TOGETHER = ("attack", "start", "reserve", "keep", "turmoil")
"""Decisions that all seats take at once."""


class Disagreement(AssertionError):
    """The two sides do not say the same."""


def place_number(place: Place) -> int:
    """The fast side's number of a place."""
    if place == COACH_INSIDE:
        return names.COACH
    if place == COACH_ROOF:
        return names.COACH_ROOF
    return 2 * place.car + (place.level == "roof")


def counts(codes: list[int], size: int) -> tuple[int, ...]:
    """Count of each number below `size` among `codes`."""
    found = Counter(codes)
    return tuple(found[code] for code in range(size))


def same_start(fields: Fields, random: Random) -> Game:
    """A reference game that begins as `fields` do; what is still open there is drawn here."""
    flags = fields.flags
    settings = Settings(
        characters=tuple(names.CHARACTERS[bandit.character] for bandit in fields.bandits),
        seats=len(fields.seats),
        expansion=bool(flags & names.STAGE),
        intro=bool(flags & names.HORSES) and not flags & names.STAGE,
        teams=bool(flags & names.TEAMS),
        expert=bool(flags & names.EXPERT),
    )
    letters = {loot: letter for letter, loot in CARS.items()}
    cars = [letters[fields.fresh[car], fields.jewels[2 * car]] for car in range(1, fields.last + 1)]
    pool = [value for value, number in zip(VALUES, fields.pool, strict=True) for _ in range(number)]
    random.shuffle(pool)
    flasks = [False] * fields.flask_pool[0] + [True] * fields.flask_pool[1]
    random.shuffle(flasks)
    rounds, stations = list(BASE_ROUNDS), list(BASE_STATIONS)
    if settings.expansion:
        rounds, stations = rounds + list(EXPANSION_ROUNDS), stations + list(EXPANSION_STATIONS)
    shown = [] if fields.card == names.NOTHING else [ROUND_CARDS[fields.card]]
    rounds = [name for name in rounds if name not in shown]
    return Game.new(
        settings,
        Deal(
            cars=cars,
            purses=[[pool.pop() for _ in range(CARS[letter][0])] for letter in cars],
            round_cards=[*shown, *random.sample(rounds, 4 - len(shown)), random.choice(stations)],
            first=0 if fields.first == names.NOTHING else fields.first,
            flasks=flasks[: settings.bandits] if settings.horses else [],
            hostages=[name for bit, name in enumerate(REFERENCE_HOSTAGES) if fields.hostages >> bit & 1],
        ),
    )


class Bridge:
    """One game on both sides. `step` takes one choice or draw on both, comparing what is offered.

    Attributes:
        state, game: the fast side and the reference.
        tokens: the fast side's number of each purse that somebody has taken, by the reference's.
        seen: how often each kind of question was met.
    """

    def __init__(self, state: State, random: Random) -> None:
        self.state = state
        self.random = random
        self.read: Fields | None = None
        self.half: set[int] = set()
        fields = self.fields()
        self.game = same_start(fields, random)
        self.pool = fields.pool
        self.tokens: dict[int, int] = {}
        self.register()
        self.seen: Counter[str] = Counter()
        self.history_of_fast: list[int] = []
        self.picks: list[tuple[dict[int, Fraction], int]] = []

    def fields(self) -> Fields:
        """The fast side's position as data, read once between two of its steps."""
        if self.read is None:
            self.read = self.state.fields()  # type: ignore[attr-defined]
        assert self.read is not None
        return self.read

    @property
    def settings(self) -> Settings:
        return self.game.position.settings

    # Words and numbers

    def kind(self, seat: int, card: Card) -> int:
        """The number of a card as `seat` sees it in its hand or its deck."""
        if card.kind == "bullet":
            position = self.game.position
            own = card.bandit is None or (
                self.settings.side(position.bandits[card.bandit].seat) == self.settings.side(card.deck)
            )
            code = 8 if own else 7
            return code + (names.SIDE if card.deck != seat else 0)
        code = KINDS.index(card.kind)
        second = self.settings.pairs and card.bandit is not None and card.bandit % 2 == 1
        return code + (names.SIDE if second or card.deck != seat else 0)

    def loot_code(self, name: str, number: int | None) -> int:
        """The loot code of a token by its name, and of a purse that the chooser knows by its number."""
        if name == "purse":
            return BLIND if number is None else self.tokens[number]
        if name in FLASKS:
            return FLASK + FLASKS.index(name)
        return {"jewel": JEWEL, "strongbox": BOX}[name]

    def actions(self, option: Option) -> tuple[int, ...]:
        """The fast side's action or, for a punch, actions that are this option of the reference."""
        word = option[0]
        if word == "play":
            _, seat, card, down = option
            tunnel = self.fields().turn < 6 and self.symbol() == "T"
            return ((PLAY_DOWN if down and not tunnel else PLAY) + self.kind(seat, card),)
        if word in ("draw", "pass"):
            return (DRAW if word == "draw" else PASS,)
        if word == "drink":
            second = option[2] % 2 if self.settings.pairs else 0
            return (DRINK + 3 * second + FLASKS.index(option[3]),)
        if word in ("reserve", "keep", "discard", "cover"):
            base = {"reserve": RESERVE, "keep": KEEP, "discard": DISCARD, "cover": PLAY}[word]
            return (DECLINE if option[2] is None else base + self.kind(option[1], option[2]),)
        if word == "attack":
            first = self.settings.bandits_of(option[1])[0]
            return (HORSE + sum(1 << (bandit - first) for bandit in option[2]),)
        if word == "start":
            return (START + option[2] % 2,)
        if word in ("move", "flee"):
            return (GO + place_number(option[2]),)
        if word == "marshal":
            return (CAR + option[2],)
        if word == "fire":
            return (SHOOT + option[2],)
        if word == "rob":
            return (DECLINE if option[2] is None else LOOT + self.loot_code(option[2], option[3]),)
        if word == "ride":
            return (RIDE_TO + (names.AWAY if option[2] == GONE else place_number(option[2])),)
        if word == "hostage":
            return (HOSTAGE + REFERENCE_HOSTAGES.index(option[2]),)
        assert word == "punch"
        if option[2] == "shotgun":
            return (HIT + SHOTGUN,)
        lost = () if option[3] is None else (LOOT + self.loot_code(option[3], None),)
        return (HIT + option[2], *lost, GO + place_number(option[4]))

    def symbol(self) -> str:
        """The turn symbol that the reference is at."""
        position = self.game.position
        return TURNS[position.round_cards[position.round - 1]][self.settings.band][position.turn - 1]

    # Step by step

    def play(self, check_every: float = 1.0) -> None:
        """The whole game at random; positions compared with this probability, the end always."""
        for _ in range(5000):
            if not self.step():
                break
            if self.random.random() < check_every:
                self.compare()
        else:
            raise Disagreement("a game without end")
        self.compare_end()

    def phase(self) -> str:
        """The word for what the fast side asks."""
        return names.PHASES[self.fields().phase]

    def step(self) -> bool:
        """One question answered; whether any was left.

        What is sure on one side need not be asked there, so the sides can be apart by such questions. Where
        both ask something that is open it must be the same.
        """
        pending: Decision | Chance | None = self.game.decision or self.game.chance
        phase = self.phase()
        if isinstance(pending, Chance) and pending.kind in ("purse", "flask"):
            self.pick(pending)
        elif isinstance(pending, Decision) and len(pending.options) == 1 and pending.kind not in TOGETHER:
            self.seen[f"sure {pending.kind}"] += 1
            self.answer(pending.options[0])
            self.register()
        elif self.resolve(phase):
            pass
        elif isinstance(pending, Decision) and self.asks_the_same(pending, phase):
            self.decide(pending)
        elif phase not in ("drawcard", "over") and (sure := self.sure()) is not None:
            self.seen[f"sure fast {phase}"] += 1
            self.take(*sure)
        elif phase == "drawcard" and not isinstance(pending, Chance):
            self.take(self.only())
        elif isinstance(pending, Chance) and pending.kind in ("draw", "partner"):
            self.draw_card(pending, phase)
        elif isinstance(pending, Chance) and pending.kind == "first" and phase == "drawfirst":
            self.odds({FIRST + seat: part for seat, part in pending.outcomes.items()})
            seat = self.random.choice(list(pending.outcomes))
            self.game.apply(seat)
            self.take(FIRST + seat)
        elif isinstance(pending, Decision) and len(set(map(self.actions, pending.options))) == 1:
            # nothing to choose for the fast side, which does not tell bullets from bullets
            self.game.apply(pending.options[0])
        elif pending is None and phase == "over":
            return False
        else:
            raise Disagreement(f"the reference asks {pending}, the fast side {phase}: {self.fields()}")
        return True

    def legal(self) -> list[int]:
        """Legal actions or chance outcomes on the fast side."""
        if self.state.is_chance_node():
            return [action for action, _ in self.state.chance_outcomes()]
        players = self.state.players_to_move()
        return self.state.legal_actions(players[0]) if len(players) == 1 else [-1, -2]

    def sure(self) -> tuple[int, int | None] | None:
        """Question of the fast side with one answer: the action and the seat (one of perhaps several)."""
        if self.state.is_chance_node():
            return (self.only(), None) if len(self.legal()) == 1 else None
        for seat in self.state.players_to_move():
            actions = self.state.legal_actions(seat)
            if len(actions) == 1:
                return actions[0], seat
        return None

    def take(self, action: int, seat: int | None = None) -> None:
        """One action or outcome on the fast side."""
        self.history_of_fast.append(action)
        self.read = None
        if self.state.is_chance_node():
            self.state.apply_action(action)
        else:
            players = self.state.players_to_move()
            self.state.apply_action(action, players[0] if seat is None else seat)

    def agree(self, what: str, fast: object, reference: object) -> None:
        """Refuse to go on if the sides differ."""
        if fast != reference:
            raise Disagreement(
                f"{what}: fast {fast}, reference {reference}; {self.fields()}; after {self.game.history[-8:]}"
            )

    def odds(self, expected: dict[int, Fraction]) -> None:
        """Compare the odds of a draw."""
        self.agree("odds", dict(self.state.chance_outcomes()), expected)

    def asks_the_same(self, decision: Decision, phase: str) -> bool:
        """Whether the fast side asks the decision that the reference asks, or a part of it."""
        if decision.kind in FURTHER and phase in FURTHER[decision.kind]:
            return bool(self.fields().bandit == decision.options[0][1])
        if PHASE_OF[decision.kind] != phase or decision.seat not in self.state.players_to_move():
            return False
        by_bandit = decision.kind in ("move", "fire", "rob", "punch", "ride", "hostage", "flee", "pickpocket")
        return not by_bandit or bool(self.fields().bandit == decision.options[0][1])

    def decide(self, decision: Decision) -> None:
        """The same decision on both sides: compare the options, choose, carry on to the next question."""
        self.seen[decision.kind] += 1
        options = {option: self.actions(option) for option in decision.options}
        option = self.random.choice(decision.options)
        self.answer(option)
        self.register()
        while self.game.chance and self.game.chance.kind in ("purse", "flask"):
            self.pick(self.game.chance)
        self.tell(decision, options, option)
        if decision.kind == "punch":
            while self.phase() in ("drawpurse", "drawvalue") and self.resolve(self.phase()):
                pass
            self.tell_push(options, option)

    def pick(self, chance: Chance) -> None:
        """A token drawn blind by the reference; the fast side asks for it if it can tell the tokens apart."""
        self.seen[chance.kind] += 1
        numbers = list(chance.outcomes)
        if chance.kind == "flask":
            # full flasks are all the same to the fast side, which takes the first
            self.game.apply(numbers[0])
            return
        number = self.random.choice(numbers)
        odds: dict[int, Fraction] = {}
        for other, part in chance.outcomes.items():
            code = PICK + self.tokens.get(other, BLIND)
            odds[code] = odds.get(code, Fraction(0)) + part
        if len(odds) > 1:
            self.picks.append((odds, PICK + self.tokens.get(number, BLIND)))
        self.game.apply(number)
        self.register()

    def tell(self, decision: Decision, options: dict[Option, tuple[int, ...]], option: Option) -> None:
        """The choice itself, and what a punch knocks loose; what is not asked must be sure."""
        actions = options[option]
        offered = sorted({other[0] for other in options.values()})
        if self.phase() == PHASE_OF[decision.kind]:
            what = f"options of {decision.kind} {decision.options}"
            self.agree(what, sorted(self.state.legal_actions(decision.seat)), offered)
            self.take(actions[0], decision.seat)
        else:
            self.agree(f"{decision.kind} is not asked, {decision.options}", 1, len(offered))
        if decision.kind == "punch" and len(actions) == 3:
            losses = sorted({other[1] for other in options.values() if other[0] == actions[0]})
            if len(losses) > 1:
                self.agree(f"phase after {option}", self.phase(), "knock")
                self.agree(f"losses of {decision.options}", sorted(self.legal()), losses)
                self.take(actions[1])

    def tell_push(self, options: dict[Option, tuple[int, ...]], option: Option) -> None:
        """Choose the destination of a punch's victim on the fast side."""
        actions = options[option]
        ways = sorted({other[-1] for other in options.values() if other[:-1] == actions[:-1]})
        if len(actions) == 1 or len(ways) == 1:
            return
        self.agree(f"phase after {option}", self.phase(), "push")
        self.agree(f"push {option}", sorted(self.legal()), ways)
        self.take(actions[-1])

    def answer(self, option: Option) -> None:
        """A decision on the reference; before a drink it is noted which flasks are half empty."""
        if option[0] == "drink":
            held = [loot for bandit in self.game.position.bandits for loot in bandit.loot]
            self.half = {loot.number for loot in held if loot.half}
        self.game.apply(option)

    def register(self) -> None:
        """Give the fast side's numbers to the purses that were taken for the first time."""
        for number in self.game.position.taken[len(self.tokens) :]:
            self.tokens[number] = len(self.tokens)

    def resolve(self, phase: str) -> bool:
        """An outcome on the fast side that the reference has had already; whether there was one to take."""
        fields, position = self.fields(), self.game.position
        if phase == "drawround":
            self.odds_of_round(fields)
            self.take(ROUND + ROUND_CARDS.index(position.round_cards[fields.round]))
        elif phase == "drawvalue" and fields.item < len(position.taken):
            values = {loot.number: loot.value for bandit in position.bandits for loot in bandit.loot}
            values |= {loot.number: loot.value for lying in position.loot.values() for loot in lying}
            self.take(VALUE + VALUES.index(values[position.taken[fields.item]]))
        elif phase == "drawpurse" and self.picks:
            odds, code = self.picks.pop(0)
            self.odds(odds)
            self.take(code)
        elif phase == "drawflask" and self.flask_is_open(fields):
            self.seen[phase] += 1
            self.take(KIND + int(self.flask_in_question(fields).old))
        elif phase.startswith("show"):
            self.take(self.only())
        else:
            return False
        return True

    def odds_of_round(self, fields: Fields) -> None:
        """The next round card is any of those not played yet, the last a station."""
        settings = self.settings
        names_left = set(BASE_STATIONS if fields.round == 4 else BASE_ROUNDS)
        if settings.expansion:
            names_left |= set(EXPANSION_STATIONS if fields.round == 4 else EXPANSION_ROUNDS)
        names_left -= set(self.game.position.round_cards[: fields.round])
        part = Fraction(1, len(names_left))
        self.odds({ROUND + ROUND_CARDS.index(name): part for name in names_left})

    def flask_is_open(self, fields: Fields) -> bool:
        """Whether the reference has opened the flask that the fast side asks about."""
        position = self.game.position
        if names.OCCASIONS[fields.why] != "marshal":
            return True
        later = position.round > fields.round + 1 or position.phase in ("event", "roll", "discard", "over")
        return later

    def flask_in_question(self, fields: Fields) -> Loot:
        """The flask that the reference has just opened."""
        position = self.game.position
        if names.OCCASIONS[fields.why] == "marshal":
            return position.out[-1]
        (opened,) = (
            loot
            for bandit in position.bandits
            for loot in bandit.loot
            if loot.half and loot.number not in self.half
        )
        return opened

    def draw_card(self, chance: Chance, phase: str) -> None:
        """A card drawn on both sides, or on the one that lags behind."""
        seat = chance.seat
        assert seat is not None
        fields = self.fields()
        fast = sum(entry.hand_size for entry in fields.seats)
        reference = sum(len(piles.hand) for piles in self.game.position.piles)
        expected: dict[int, Fraction] = {}
        for card, part in chance.outcomes.items():
            code = CARD + self.kind(seat, card)
            expected[code] = expected.get(code, Fraction(0)) + part
        in_step = fast == reference and fields.seat == seat and fields.round + 1 == self.game.position.round
        if phase == "drawcard" and not in_step and len(self.legal()) == 1:
            self.take(self.only())
        elif not in_step or phase != "drawcard":
            self.game.apply(self.drawn_before(chance, fields, len(expected)))
        else:
            self.agree("who draws", fields.seat, seat)
            self.odds(expected)
            card = self.random.choices(
                list(chance.outcomes), [float(part) for part in chance.outcomes.values()]
            )[0]
            self.game.apply(card)
            self.take(CARD + self.kind(seat, card))

    def drawn_before(self, chance: Chance, fields: Fields, kinds: int) -> Card:
        """A card that the fast side has drawn already: a sure one, or one of its first hands."""
        assert chance.seat is not None
        if self.history_of_fast:
            self.agree("cards that only the reference draws", kinds, 1)
        seat = chance.seat
        hand = [self.kind(seat, card) for card in self.game.position.piles[seat].hand]
        cards: list[Card] = list(chance.outcomes)
        for card in cards:
            kind = self.kind(seat, card)
            if not self.history_of_fast and hand.count(kind) >= fields.seats[seat].hand[kind]:
                continue
            return card
        raise Disagreement(f"hand of {seat}: {fields.seats[seat].hand}, reference {hand}")

    def only(self) -> int:
        """The one thing that can be taken now on the fast side."""
        legal = self.legal()
        self.agree(f"sure at {self.phase()}", len(legal), 1)
        return legal[0]

    # Positions

    def compare(self) -> None:
        """Both positions, where both sides ask the same; nothing elsewhere."""
        decision = self.game.decision
        if decision is not None and decision.kind in ("attack", "start", "reserve", "keep"):
            return  # the reference takes commitments one by one
        if decision is None or len(decision.options) == 1 or self.phase() != PHASE_OF[decision.kind]:
            return
        if not self.asks_the_same(decision, self.phase()):
            return
        self.seen["compared"] += 1
        fields = self.fields()
        for what, (fast, reference) in self.open_parts(fields).items():
            self.agree(what, fast, reference)
        for seat in range(self.settings.seats):
            self.compare_cards(fields, seat)
        if self.random.random() < 0.1:
            self.compare_view(self.random.randrange(self.settings.seats))

    def open_parts(self, fields: Fields) -> dict[str, tuple[object, object]]:
        """Public parts of the position, by name: (fast, reference)."""
        position = self.game.position
        parts: dict[str, tuple[object, object]] = {}
        for bandit, fast in zip(position.bandits, fields.bandits, strict=True):
            at = names.AWAY if bandit.escaped else names.RIDING if bandit.place == GONE else None
            names_held = [loot.name for loot in bandit.loot]
            parts[f"bandit {bandit.number}"] = (
                (fast.place, fast.bullets, fast.shots, fast.hits, fast.fresh_hits, fast.jewels, fast.boxes),
                (
                    place_number(bandit.place) if at is None else at,
                    bandit.bullets,
                    bandit.shots,
                    bandit.received,
                    bandit.received_this_round,
                    names_held.count("jewel"),
                    names_held.count("strongbox"),
                ),
            )
            parts[f"more of bandit {bandit.number}"] = (
                (fast.flasks, fast.hostage, fast.bonus),
                (
                    tuple(names_held.count(name) for name in FLASKS),
                    names.NOTHING if bandit.hostage is None else REFERENCE_HOSTAGES.index(bandit.hostage),
                    bandit.cash,
                ),
            )
        parts["loot"] = (
            (fields.fresh, fields.jewels, fields.boxes, self.purses_of(fields), self.flasks_of(fields)),
            self.loot(),
        )
        parts["train"] = (
            (
                fields.marshal,
                fields.coach,
                ("none", "coach", "train")[fields.shotgun],
                fields.horses,
                fields.neutral,
                fields.box_aside,
                fields.hostages,
                fields.round,
            ),
            (
                position.marshal,
                names.NOTHING if position.coach is None else position.coach,
                "none" if position.shotgun is None else "coach" if position.guarded() else "train",
                counts(position.horses, names.CARS),
                position.neutral,
                position.spare_strongbox is not None,
                sum(1 << REFERENCE_HOSTAGES.index(name) for name in position.hostages),
                max(0, position.round - 1),
            ),
        )
        if position.phase not in ("setup", "attack", "start"):
            shown = [ROUND_CARDS.index(name) for name in position.round_cards[: position.round]]
            fast_shown = (fields.first, fields.card, fields.played)
            parts["round"] = (fast_shown, (position.first, shown[-1], sum(1 << card for card in shown)))
        return parts

    def purses_of(self, fields: Fields) -> list[tuple[int, int, int, int]]:
        """The fast side's purse tokens: class, seats that know it, holder, place (where nobody holds it)."""
        nowhere = names.NOTHING
        return [
            (purse.value, purse.seen, purse.bandit, purse.place if purse.bandit == nowhere else nowhere)
            for purse in fields.purses
        ]

    @staticmethod
    def flasks_of(fields: Fields) -> list[tuple[int, int]]:
        """The flasks that lie about on the fast side."""
        return [(flask.place, flask.state) for flask in fields.flasks]

    def loot(self) -> tuple[object, ...]:
        """The reference's loot in the fast side's form."""
        position = self.game.position
        fresh = [0] * names.CARS
        jewels, boxes = [0] * names.PLACES, [0] * names.PLACES
        flasks = []
        purses: dict[int, tuple[int, int, int, int]] = {}

        def mask(loot: Loot) -> int:
            return sum(1 << seat for seat in loot.seen)

        for place, lying in sorted(position.loot.items(), key=lambda entry: place_number(entry[0])):
            at = place_number(place)
            for loot in lying:
                if loot.kind == "jewel":
                    jewels[at] += 1
                elif loot.kind == "strongbox":
                    boxes[at] += 1
                elif loot.kind == "flask":
                    flasks.append((at, FLASKS.index(loot.name)))
                elif loot.number in self.tokens:
                    purses[self.tokens[loot.number]] = (
                        VALUES.index(loot.value),
                        mask(loot),
                        names.NOTHING,
                        at,
                    )
                else:
                    fresh[place.car] += 1
        if position.guarded():
            boxes[names.COACH_ROOF] += 1
        for bandit in position.bandits:
            for loot in bandit.loot:
                if loot.kind == "purse":
                    entry = (VALUES.index(loot.value), mask(loot), bandit.number, names.NOTHING)
                    purses[self.tokens[loot.number]] = entry
        ordered = [purses[number] for number in range(len(purses))]
        return tuple(fresh), tuple(jewels), tuple(boxes), ordered, flasks

    def compare_cards(self, fields: Fields, seat: int) -> None:
        """Hand, deck, what lies aside, and the pile."""
        position = self.game.position
        piles, fast = position.piles[seat], fields.seats[seat]
        if position.phase in ("attack", "setup"):
            return

        def kinds(cards: list[Card]) -> tuple[int, ...]:
            return counts([self.kind(seat, card) for card in cards], names.KINDS)

        # the fast side leaves a kept card in the hand
        self.agree(f"hand of {seat}", fast.hand, kinds(piles.hand + piles.kept))
        if position.phase == "plan":
            self.agree(f"deck of {seat}", fast.deck, kinds(piles.draw))
            pile = [(card.kind, card.deck, card.by, card.down) for card in fields.pile[fields.pile_next :]]
            reference = [
                (self.kind(played.card.deck, played.card), played.card.deck, played.seat, played.face_down)
                for played in position.pile
            ]
            self.agree("pile", pile, reference)
            if position.settings.expert:
                self.agree(f"discards of {seat}", fast.discard, kinds(piles.aside))

    def compare_view(self, seat: int) -> None:
        """Compare a seat's knowledge on both sides."""
        known = knowledge(self.game.position, seat)
        view: Fields = self.state.view(seat).fields()  # type: ignore[attr-defined]
        values: dict[int, int] = {}
        for lying in [*known.loot.values(), *known.held]:
            for number, name, value in lying:
                if name == "purse" and number in self.tokens:
                    values[self.tokens[number]] = names.UNKNOWN if value is None else VALUES.index(value)
        self.agree(
            f"values known to {seat}",
            [purse.value for purse in view.purses],
            [values[number] for number in range(len(values))],
        )
        unseen = tuple(known.unseen.get(value, 0) for value in VALUES)
        self.agree(f"purse values not seen by {seat}", view.pool, unseen)
        if self.game.position.phase == "plan":
            hand = counts([self.kind(seat, card) for card in known.hand], names.KINDS)
            self.agree(f"hand in the view of {seat}", view.seats[seat].hand, hand)
            for deck in range(self.settings.seats):
                hidden = counts([self.kind(deck, card) for card in known.hidden[deck]], names.KINDS)
                self.agree(f"hidden cards of {deck} for {seat}", view.seats[deck].deck, hidden)

    def compare_end(self) -> None:
        """Money and ranks."""
        end = self.game.result()
        self.agree("result", self.state.result(), (end.ranks, end.scores))
        for seat in range(self.settings.seats):
            self.agree(
                f"result in the view of {seat}", self.state.view(seat).result(), (end.ranks, end.scores)
            )
