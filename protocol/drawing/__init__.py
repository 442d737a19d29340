"""Pictures of positions: SVG from the JSON view of a position, for notebooks, pages and files.

A picture shows what stands in the view and nothing else, and knows no rule. Things that can be touched are
groups with ``data-at``, the anchor that the parts of moves name; things that move keep their ``data-key``
from one picture to the next.

Modules:

markup     SVG elements as text: everything that is not markup is escaped
style      colours and lettering: drawing.css, resolved or as it is
shapes     shapes that the games share: text that fits, names of seats; a view as it is looked at
draw       one picture from a view; the registry of the games' pictures
png        a picture as PNG
album      a game as a page of pictures
longhorn   Longhorn: locations, seats, prices
colt       Colt Express: the round, the pile, the seats, and the train of
colt_train   cars with their roofs, coach, horses
colt_shapes   bandits, loot, cards, turns
longhorn_shapes   cattle, tokens, the outlaw
table_shapes   places that wait for a thing, ranks
nimmt      6 nimmt!: rows, the hand as a fan, seats
nimmt_cards   its cards and their heads
nimmt_steps   its last trick card by card
dice       what games of dice turns share: dice, worms, the tray, the table
heckmeck   Heckmeck: the grill, plates, snails
pickomino  Pickomino: tiles and stacks
"""
