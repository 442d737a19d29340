"""Tree search under hidden information and simultaneous choice (ISMCTS), for any game of the contract."""

from solver.search.ismcts.search import TreeSearch
from solver.search.ismcts.settings import TreeSettings, tuned

__all__ = ["TreeSearch", "TreeSettings", "tuned"]
