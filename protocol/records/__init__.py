"""Players and schedules of matches, and records of their games.

lineup         the grammar of players
schedule       deals and seatings
adjudication   early decision of games
points         whether fewer points of a game are better
gamelog        logs from which a match resumes, and verification of games
"""
