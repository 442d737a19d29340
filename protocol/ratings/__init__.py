"""What played games say of the strength of players; it sees records alone.

statistics   means with bootstrap intervals over groups of games
pairs        games as comparisons of two players
events       logs to games that belong together
elo          differences in Elo points
sprt         sequential tests
ratings      ratings by the Plackett-Luce model
crosstable   who scored how much against whom
standings    the final table
"""
