"""Decisions of playouts at C level, without a Python face."""
