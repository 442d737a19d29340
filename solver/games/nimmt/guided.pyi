"""Informed playouts at C level, without a Python face."""
