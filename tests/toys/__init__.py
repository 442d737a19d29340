"""Three small games that exist for the tests only, written in Python through the contract's checked face.

hand   a hidden hand: cards dealt face down, one played in turn, a new one drawn unseen by the others
roll   chance by the arbiter: play safe or roll a die
bid    simultaneous choice: bids chosen in secret and revealed together

They prove that the contract carries every kind of decision, and they give the protocol something to show.
"""

from solver.games import Game
from toys.base import toy_game
from toys.bid import BidState
from toys.hand import HandState
from toys.roll import RollState

TOYS: dict[str, Game] = {
    game.name: game
    for game in (
        toy_game(HandState, "Hidden hands", (2, 3, 2)),
        toy_game(RollState, "Safe or roll", (2, 4, 2), {"long": "five rounds instead of three"}),
        toy_game(BidState, "Secret bids", (2, 4, 3)),
    )
}
