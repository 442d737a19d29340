"""Adapters of Herdmind's games to other people's frameworks. Each imports its framework when it is imported.

batch       thousands of games stepped by one call, through numpy arrays
episode     a game as learning environments play it
gymnasium   one seat of a game against players, as a Gymnasium environment
openspiel   the games as Python games of OpenSpiel
pettingzoo  every seat of a game, as PettingZoo environments
"""
