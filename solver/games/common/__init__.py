"""Parts that several games share.

Compiled into each game, over its own struct: ``open.pxi`` (open games, without hidden information),
``standings.pxi`` (results by an order of the seats), ``playout.pxi`` (random games), ``dice.pxi`` (the rules
of dice turns) and ``dice_plug.pxi`` (their interface to the search); ``dice_game.pxi`` is the table of an
open game of dice turns. In Python: ``text_fields`` (position texts), ``dice`` (texts, tokens and words of
dice), ``dice_state`` (the Python class of a position), ``dice_player`` (a hand-made player), ``dice_entry``
(the entry in the registry), ``dice_json`` (JSON views and parts of moves), ``dice_encoding`` (positions as
numbers for learning programs).
"""
