"""Pickomino, the older Heckmeck: dice, tiles of worms, nothing hidden. Rules: docs/games/pickomino.md."""
