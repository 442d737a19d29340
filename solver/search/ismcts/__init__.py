"""Tree search under hidden information and simultaneous choice (ISMCTS), for any game of the contract.

- `search`: the interface of all searches, threads and reports;
- `settings`: the parameters;
- `tree`: one thread's tree, as Python sees it;
- `iteration`: an iteration, at C level;
- `bandits`: the selection rules;
- `store`: the memory of nodes and arms;
- `exact`: positions that are solved instead.
"""

from solver.search.ismcts.search import TreeSearch
from solver.search.ismcts.settings import TreeSettings, tuned

__all__ = ["TreeSearch", "TreeSettings", "tuned"]
