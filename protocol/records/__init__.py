"""Who plays what against whom, and what was played.

lineup         the grammar of players
schedule       deals and who sits where
adjudication   games that are decided before they are over
points         whether fewer points of a game are better
gamelog        logs that a match goes on from, and the check that a game is true
"""
