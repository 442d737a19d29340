"""Games played, and other long work, on all processors or a cluster.

players     our searches and engine processes, asked alike
pondering   what an engine thinks of while others decide
referee     one game: knows the truth, shows views, keeps the clocks, names the ending
match       which games are still to be played, and when it is enough
starts      positions from a file in place of the usual set-up
workers     what runs in a worker process, and the loop that keeps the workers busy
cluster     the same over a Dask cluster
pool        opens either
solve       whole deals proved in bulk
tune        settings found by an optimiser
"""
