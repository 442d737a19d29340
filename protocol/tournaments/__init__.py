"""Tournaments: many players at one game or several.

tournament        rounds of deals, and the decisions after each
tournament_file   a tournament in TOML
pairings          the players at each table
swiss             the players at each table by the results so far
live              the standings of a running tournament
"""
