"""Statistics of played games and the strength of players, from records alone.

statistics   means with bootstrap intervals over groups of games
adjusted     results with the luck of the games taken off
summary      the figures of each player of a match
pairs        games as comparisons of two players, Elo differences, crosstables
sprt         sequential tests
ratings      ratings by the Plackett-Luce model
standings    logs to events, and the final table of each
"""
