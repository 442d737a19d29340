"""Colt Express told to people who are to play it: the whole game.

Prose is broken into lines, an item of a list is a line of its own that begins with a space.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from solver.games.colt import names
from solver.games.colt.figures import Figures
from solver.games.colt.phrases import CARD_TITLES, CHARACTER_TITLES, HOSTAGE_TITLES, ROUND_TITLES

_WIDTH = 100
_AIM = (
    "Bandits rob a train; the richest wins. First everybody plans, then the plans are carried out, and by "
    "then the others have got in the way. The train is a locomotive and as many cars as bandits ({cars} "
    "where two seats play two bandits each), all with an inside and a roof. In the cars lie purses, face "
    "down, and jewels, in the locomotive a strongbox and the Marshal, who is always inside. Bandits start "
    "inside the last two cars, each with a purse of ${least} and {bullets} bullets of his own."
)
_ROUND = (
    "1. All cards of a deck are shuffled and everybody draws {hand}. A round card is turned up: it shows "
    "the turns.",
    "2. Planning, turn by turn from the first player on. S: lay an action card face up on the common pile, "
    "or draw {draw} cards. T (tunnel): the same, face down. D: two in a row. R: the same as S, the other "
    "way round. B (turmoil): all choose in secret, who draws does so, then all cards are shown and laid in "
    "order.",
    "3. The pile is carried out, the first card laid first. Only now are the details of a card chosen. A "
    "card that can do something must be used; one that cannot is lost.",
    "4. The event of the round card happens. The mark of the first player goes to the left.",
)
_ACTIONS = (
    "Move: inside to a neighbouring car, on roofs one to three cars in one direction.",
    "Floor: from inside to the roof above, or back.",
    "Fire: inside at a bandit in a neighbouring car, on a roof at the nearest ones in sight either way, "
    "however far; never at one's own place. The victim gets one of the shooter's bullets into his deck, "
    "where it does nothing but fill his hand. Without bullets nothing happens.",
    "Robbery: take a purse, jewel, strongbox or flask that lies where the bandit is.",
    "Punch: a bandit at the same place drops a token whose kind the puncher names (which purse is left to "
    "chance), and is driven to a neighbouring car on the same level. He need not have anything.",
    "Marshal: moves the Marshal one car. Whoever is inside a car with him, however that came about, takes "
    "a neutral bullet and flees to the roof at once.",
)
_CHARACTERS = (
    "may not be shot or punched while there is another to choose.",
    "takes at once the purse that her punch knocks loose.",
    "his shots along the train also push the victim one car on, away from him.",
    "draws one card more at the start of a round.",
    "may lay his first card of each round face down.",
    "may also shoot through the roof of his own car, up or down.",
)
_END = (
    "All purses are turned up: they are worth ${least} to ${most}, a jewel ${jewel}, a strongbox ${box}. "
    "Who has fired the most bullets gets ${gunslinger}, each of them if several have. Of equal money the "
    "one with fewer bullets received is ahead."
)
_EVENTS = (
    "all on the roof of the Marshal's car take a neutral bullet, then he goes one car to the rear.",
    "all on the train's roofs are swept to the last one.",
    "all on the train's roofs slip one car forward.",
    "the second strongbox is put where the Marshal is.",
    "all inside the train take a neutral bullet.",
    "nothing happens.",
    "nothing happens.",
    "all in or on the coach, and in or on the car beside it, take a neutral bullet.",
    "bandits on the train's roofs, horses, coach and Shotgun move one car to the rear.",
    "nothing happens.",
    "the rearmost horses leave the game: {tired}, with five or six players {tired_many}.",
    "a flask that lies where the Marshal is leaves the game; he goes one car to the rear, of old whiskey "
    "to the last.",
    "all on the roof of the Marshal's car drop their purse of least value.",
    "each bandit who is alone at his place may take a purse there.",
    "all in or on the locomotive gain ${conductor}.",
    "those who stand at one place at the end share the money of the strongboxes that they hold.",
    "each bullet received in this round costs ${mortal}.",
    "who is in or on the train at the end is caught and ranks below all who are in or on the coach or have "
    "left; in this round a Ride may also leave for good.",
)
_HORSES = (
    "Start: from the last car forward, all who still ride choose in secret and show together who boards "
    "this car; the last ones board the first. A horse stays where its rider got off and is everybody's "
    "from then on. The first player is drawn among those furthest to the rear.",
    "Ride: one card more in each deck. From a car with a horse beside it, inside or roof, ride up to three "
    "cars either way and get off inside.",
    "Whiskey: a flask in each car, drawn from {normal} normal and {old} old; which kind it is shows when it "
    "is first drunk. Each gives two drinks, in place of playing or drawing, in S turns only. Normal: draw "
    "{draw}, then play one. Old: play two in a row. A flask is loot worth no money.",
)
_STAGE = (
    "The coach stands beside the locomotive and rolls one car to the rear after every round. Its inside is "
    "reached by Ride, or by Floor from its roof, and its roof is one step from the roof beside. For Fire "
    "and Punch it is next to the car beside it; between its roof and any roof of the train one can shoot, "
    "whoever stands between.",
    "Shotgun stands on the coach's roof, on a third strongbox. A punch throws him on to the train's roof "
    "beside, where he stays, level with the coach, and the box is free. He blocks shots along the roofs, "
    "but cannot be shot. Who runs past him takes a neutral bullet; who ends up beside him takes one too, "
    "and flees to a neighbouring roof.",
    "Planning ahead: event cards of the expansion have a symbol. For each everybody may keep a card for "
    "the next round, in secret.",
    "Hostages: who gets inside the coach without one must take one of those left. Each pays a ransom at "
    "the end and is a burden until then.",
)
_HOSTAGES = (
    "a neutral bullet into the deck at the start of each round.",
    "no burden, but pays only with a strongbox.",
    "one card fewer at the start of each round.",
    "no Punch any more.",
    "no Ride any more.",
    "for each jewel; on roofs only one car at a time.",
    "for each purse; the power of the character is gone.",
    "for each bullet received from rivals; never a card face down, not in tunnels either.",
)
_VARIANTS = (
    "Two seats: one deck for both bandits, one card of which is chosen at the start of a round and comes "
    "on top of the hand. In S turns a Fire may be followed at once by a card of the other bandit.",
    "Teams: two partners sit side by side and count their money together. At the start of a round each "
    "draws one card of the partner's deck, which he may play for him.",
    "Expert: hands are kept. After a round anything may be discarded, then hands are filled; the discards "
    "are shuffled when the deck is empty. Nobody plans ahead.",
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
    """Round cards with their turns and what happens."""
    titles = []
    for card in cards:
        few, many = ["".join([names.SYMBOLS[turn] for turn in band[card]]) for band in figures.turns]
        turns = few if few == many else f"{few}, five or six players {many}"
        titles.append(f"{ROUND_TITLES[card]} ({turns})".replace(" (no event) (", " ("))
    return _items(heading, _named(titles, [_EVENTS[card] for card in cards]))


def primer(figures: Figures) -> str:
    """How the game is played, with these figures."""
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
        *_round_cards("Round cards, four of these at random:", names.BASE_CARDS, figures),
        *_round_cards("and last one of these stations:", names.BASE_STATIONS, figures),
        *_items("With horses and whiskey:", _HORSES),
        *_items("With the stagecoach (horses and whiskey too):", _STAGE),
        *_items("Hostages:", _named(hostages, _HOSTAGES)),
        *_round_cards(
            "Round cards of the stagecoach, mixed with the others:", names.EXPANSION_CARDS, figures
        ),
        *_round_cards("and its stations:", names.EXPANSION_STATIONS, figures),
        *_items("Other ways to play:", _VARIANTS),
        "On the screen roofs are above and cars below; the pile stands under the seats.",
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
