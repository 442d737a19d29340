"""The numbers of actions and outcomes, as layout.pxd lays them out: a base and an argument."""

from __future__ import annotations

from typing import Final

# decisions
PLAY: Final = 0x000  # + kind of card
PLAY_DOWN: Final = 0x020  # + kind of card
DRAW: Final = 0x040
PASS: Final = 0x041
DECLINE: Final = 0x042
DRINK: Final = 0x048  # + 3 * (1 for the second bandit of a seat) + flask state
HORSE: Final = 0x050  # + mask
START: Final = 0x058  # + 0 or 1
RESERVE: Final = 0x060  # + kind
KEEP: Final = 0x080  # + kind
DISCARD: Final = 0x0A0  # + kind
GO: Final = 0x0C0  # + place
CAR: Final = 0x0E0  # + car
SHOOT: Final = 0x0F0  # + bandit
HIT: Final = 0x0F8  # + bandit, or SHOTGUN
LOOT: Final = 0x100  # + loot code
RIDE_TO: Final = 0x120  # + place
HOSTAGE: Final = 0x140  # + hostage
# outcomes
MASK: Final = 0x180  # + mask
FIRST: Final = 0x1C0  # + seat
CARD: Final = 0x1E0  # + kind
ROUND: Final = 0x200  # + round card
SHOW: Final = 0x220  # + kind
SHOW_PASS: Final = 0x23F
PICK: Final = 0x240  # + purse token, or BLIND
VALUE: Final = 0x260  # + class
KIND: Final = 0x270  # + 0 normal, 1 old
LEAST: Final = 0x280  # + 8 * purse token + class

#: Loot codes: 0-17 are purse tokens; FLASK + flask state.
BLIND: Final = 18
JEWEL: Final = 19
BOX: Final = 20
FLASK: Final = 21
#: The Shotgun as a victim of Punch.
SHOTGUN: Final = 6
