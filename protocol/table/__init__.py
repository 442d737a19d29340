"""A game on the table, in terms that every game shares.

table      a position, the events played on it, and the chance that a seed decides
telling    moves and events in words, as one seat saw them
naming     names of the seats in text for people
reading    typed text to tokens; the next question in words
clock      the clocks of a game, and the time for one decision
searcher   the interface of an analyser
"""
