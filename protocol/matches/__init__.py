"""Matches and other long work, on all processors of this machine or on a cluster.

players     built-in searches and engine processes behind one interface, kept from game to game
pondering   the position that an engine searches while others decide
referee     one game: knows the full state, shows views, keeps the clocks, names the ending
match       the games still to be played, and the rule that ends the match
luck        the luck of recorded games
starts      start positions from a file
workers     the code of a worker process, and the loop that keeps the workers busy
cluster     a Dask cluster as a pool of workers
pool        opens a local pool or a cluster
solve       whole deals proved in bulk
certificates  files of proved values that anybody can check
tune        settings found by an optimiser
"""
