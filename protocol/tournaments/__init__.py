"""Many players, several games.

tournament        rounds of deals, and what they decide
tournament_file   a tournament in TOML
pairings          who meets whom
swiss             who meets whom by what came of it so far
live              the standings while it runs
"""
