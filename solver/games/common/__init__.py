"""What games share.

Compiled into each game, over its own struct: ``open.pxi`` (nothing is hidden), ``standings.pxi`` (results by
an order of the seats), ``dice.pxi`` (the rules of dice turns), ``dice_plug.pxi`` (their plug for the search).
In Python: ``text_fields`` (position texts), ``dice`` (texts, tokens and words of dice), ``dice_state`` (the
face of a position), ``dice_player`` (a hand-made player).
"""
