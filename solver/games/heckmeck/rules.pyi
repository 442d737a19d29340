# C level only (see rules.pxd); the Python face of a position is HeckmeckState in state.pyi.
