"""Flow of the game at C level, without a Python face."""
