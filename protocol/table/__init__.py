"""A game as it lies on a table, in terms that every game shares.

table      a position, what was played on it, and the chance that a seed decides
telling    moves and events in words, as one seat saw them
naming     what the seats are called in words for people
reading    what people type, as tokens; what is asked next
clock      the clocks of a game, and a decision's share of them
searcher   what is needed of an analyser
"""
