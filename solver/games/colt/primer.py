"""The primer of Colt Express: the whole game for people who are about to play it.

Prose is wrapped to lines. Each item of a list is one line that begins with a space.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from solver.games.colt import names
from solver.games.colt.figures import Figures
from solver.games.colt.phrases import CARD_TITLES, CHARACTER_TITLES, HOSTAGE_TITLES, ROUND_TITLES

_WIDTH = 100
_AIM = (
    "Bandits rob a train; the richest wins. Players first plan their cards, then the cards are resolved, and "
    "by then the others have got in the way. The train is a locomotive and as many cars as bandits ({cars} "
    "when two seats play two bandits each). Each has an inside and a roof. The cars hold jewels and "
    "face-down purses; the locomotive holds a strongbox and the Marshal, who is always inside. Bandits "
    "start inside the last two cars, each with a purse of ${least} and {bullets} bullets of his own."
)
_ROUND = (
    "1. Each deck is shuffled and each player draws {hand} cards. A round card is turned up: it shows the "
    "turns.",
    "2. Planning, turn by turn, clockwise from the first player. S: lay an action card face up on the common "
    "pile, or draw {draw} cards. T (tunnel): as S, but face down. D: two actions in a row. R: as S, but "
    "counter-clockwise. B (turmoil): all choose in secret; those who draw do so, then the cards are shown "
    "and laid in the usual order.",
    "3. The pile is resolved, the first card laid first. The details of a card are chosen only now. A card "
    "that can do something must be used; one that cannot is lost.",
    "4. The event of the round card happens. The player to the left becomes the first player.",
)
_ACTIONS = (
    "Move: inside, to a neighbouring car; on roofs, one to three cars in one direction.",
    "Floor: from inside to the roof above, or back.",
    "Fire: inside, shoot a bandit in a neighbouring car; on a roof, shoot the nearest bandit in sight in "
    "either direction, at any distance; never one at your own place. One of the shooter's bullet cards goes "
    "into the victim's deck, where it only fills his hand. Without bullets nothing happens.",
    "Robbery: take a purse, jewel, strongbox or flask that lies where the bandit is.",
    "Punch: a bandit at the same place drops a token whose kind the puncher names (chance picks the purse), "
    "and is pushed to a neighbouring car on the same level. He may be punched even if he has no loot.",
    "Marshal: move the Marshal one car. Any bandit inside a car with him, however they met, takes a neutral "
    "bullet and flees to the roof at once.",
)
_CHARACTERS = (
    "may not be shot or punched while there is another target.",
    "takes at once the purse that her punch knocks loose.",
    "his shots along the train also push the victim one car further away.",
    "draws one extra card at the start of a round.",
    "may lay his first card of each round face down.",
    "may also shoot through the roof of his own car, up or down.",
)
_END = (
    "All purses are turned up: they are worth ${least} to ${most}, a jewel ${jewel}, a strongbox ${box}. "
    "The bandit who fired the most bullets gets ${gunslinger}; if several are tied, each gets it. A tie in "
    "money goes to the bandit who received fewer bullets."
)
_EVENTS = (
    "all on the roof of the Marshal's car take a neutral bullet, then he moves one car to the rear.",
    "all on the train's roofs are swept to the last one.",
    "all on the train's roofs slip one car forward.",
    "the second strongbox is placed beside the Marshal.",
    "all inside the train take a neutral bullet.",
    "nothing happens.",
    "nothing happens.",
    "all in or on the coach, and in or on the car beside it, take a neutral bullet.",
    "bandits on the train's roofs, horses, coach and Shotgun move one car to the rear.",
    "nothing happens.",
    "the rearmost horses leave the game: {tired}, with five or six players {tired_many}.",
    "a flask that lies beside the Marshal leaves the game; after normal whiskey he moves one car to the "
    "rear, after old whiskey to the last car.",
    "all on the roof of the Marshal's car drop their purse of least value.",
    "each bandit who is alone at his place may take a purse there.",
    "all in or on the locomotive gain ${conductor}.",
    "bandits at the same place at the end share the money of the strongboxes they hold.",
    "each bullet received in this round costs ${mortal}.",
    "bandits in or on the train at the end are caught and rank below all who are in or on the coach or have "
    "left; in this round a Ride may also leave for good.",
)
_HORSES = (
    "Start: at each car, from the last forward, all bandits still riding decide in secret whether to board "
    "it and reveal together; those left at the end board the first car. A horse stays where its rider got "
    "off, and anyone may use it from then on. The first player is drawn among the bandits furthest to the "
    "rear.",
    "Ride: each deck has one extra card. From a car with a horse beside it, inside or on the roof, ride up "
    "to three cars either way and get off inside.",
    "Whiskey: a flask lies in each car, drawn from {normal} normal and {old} old; its kind is revealed by "
    "the first drink. Each gives two drinks, instead of playing or drawing, in S turns only. Normal: draw "
    "{draw}, then play one. Old: play two in a row. A flask is loot without money value.",
)
_STAGE = (
    "The coach starts beside the locomotive and rolls one car to the rear after every round. Enter it by "
    "Ride, or by Floor from its roof; its roof is one step from the roof beside it. For Fire and Punch its "
    "inside is next to the car beside it. Bandits on its roof and on any roof of the train can shoot each "
    "other, even with others between them.",
    "Shotgun stands on the coach's roof, on a third strongbox. A punch throws him onto the roof of the train "
    "beside it and frees the box; he then stays level with the coach. He blocks shots along the roofs and "
    "cannot be shot. A bandit who runs past him takes a neutral bullet; one who ends a move beside him takes "
    "one too and flees to a neighbouring roof.",
    "Planning ahead: event cards of the expansion bear a symbol. For each symbol every player may secretly "
    "keep one card for the next round.",
    "Hostages: a bandit who enters the coach without a hostage must take one of those left. A hostage pays a "
    "ransom at the end and is a burden until then.",
)
_HOSTAGES = (
    "a neutral bullet into the deck at the start of each round.",
    "no burden, but pays only with a strongbox.",
    "one card fewer at the start of each round.",
    "Punch may no longer be planned.",
    "Ride may no longer be planned.",
    "for each jewel; on roofs only one car at a time.",
    "for each purse; the character loses its power.",
    "for each bullet received from rivals; no card may be laid face down, even in tunnels.",
)
_VARIANTS = (
    "Two seats: both bandits share one deck. At the start of a round the player chooses one card of it, in "
    "addition to the hand. In S turns a Fire may be followed at once by a card of the other bandit.",
    "Teams: two partners sit side by side and add up their money. At the start of a round each draws one "
    "card of the partner's deck and may play it for him.",
    "Expert: hands are kept. After a round players may discard any cards, then refill their hands; the "
    "discards are shuffled when the deck is empty. Nobody plans ahead.",
)


def _deck(figures: Figures) -> str:
    """The action cards of a bandit's deck, Ride left out: ``2 Move, 2 Floor ...``."""
    counts = zip(figures.deck[:-1], CARD_TITLES, strict=False)
    return ", ".join([f"{count} {title}" for count, title in counts])


def _items(heading: str, texts: Iterable[str]) -> list[str]:
    return [heading, *[f"  {text}" for text in texts]]


def _named(titles: Iterable[str], texts: Iterable[str]) -> list[str]:
    return [f"{title}: {text}" for title, text in zip(titles, texts, strict=True)]


def _round_cards(heading: str, cards: range, figures: Figures) -> list[str]:
    """The lines of a group of round cards: turns and event of each."""
    titles = []
    for card in cards:
        few, many = ["".join([names.SYMBOLS[turn] for turn in band[card]]) for band in figures.turns]
        turns = few if few == many else f"{few}, five or six players {many}"
        titles.append(f"{ROUND_TITLES[card]} ({turns})".replace(" (no event) (", " ("))
    return _items(heading, _named(titles, [_EVENTS[card] for card in cards]))


def event_of(card: int, figures: Figures) -> str:
    """The event of a round card in a sentence."""
    text = _EVENTS[card].format(
        conductor=figures.conductor,
        mortal=figures.mortal,
        tired=figures.tired[0],
        tired_many=figures.tired[1],
    )
    return text[0].upper() + text[1:]


def primer(figures: Figures) -> str:
    """The primer's text with the figures in force."""
    hostages = [
        f"{title.removeprefix('the ')} ${ransom}"
        for title, ransom in zip(HOSTAGE_TITLES, figures.ransom, strict=True)
    ]
    lines = [
        *wrap(_AIM, _WIDTH),
        *_items("A round, of five:", _ROUND),
        *_items(f"Action cards, in a deck {_deck(figures)}:", _ACTIONS),
        *_items("Characters:", _named(CHARACTER_TITLES, _CHARACTERS)),
        *_items("The end:", [_END]),
        *_round_cards("Round cards; four of these, at random:", names.BASE_CARDS, figures),
        *_round_cards("and one of these stations, last:", names.BASE_STATIONS, figures),
        *_items("With horses and whiskey:", _HORSES),
        *_items("With the stagecoach (includes horses and whiskey):", _STAGE),
        *_items("Hostages:", _named(hostages, _HOSTAGES)),
        *_round_cards(
            "Round cards of the stagecoach, mixed with the others:", names.EXPANSION_CARDS, figures
        ),
        *_round_cards("and its stations:", names.EXPANSION_STATIONS, figures),
        *_items("Other ways to play:", _VARIANTS),
        "On the screen, roofs are drawn above the insides of the cars; the pile stands under the seats.",
    ]
    return "\n".join(lines).format(
        cars=figures.pairs_cars,
        least=figures.purse_values[0],
        most=figures.purse_values[-1],
        bullets=figures.bullets,
        hand=figures.hand,
        draw=figures.draw,
        jewel=figures.jewel,
        box=figures.strongbox,
        gunslinger=figures.gunslinger,
        conductor=figures.conductor,
        mortal=figures.mortal,
        normal=figures.flasks[0],
        old=figures.flasks[1],
        tired=figures.tired[0],
        tired_many=figures.tired[1],
    )
