"""Money, ranks and results at C level, without a Python face."""
