"""Many players, several games.

tournament        rounds of deals, and what they decide
tournament_file   a tournament in TOML
pairings          who meets whom
live              the standings while it runs
"""
