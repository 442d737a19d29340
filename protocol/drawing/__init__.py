"""Pictures of positions: SVG from the JSON view of a position, for notebooks, pages and files.

Modules:
"""
