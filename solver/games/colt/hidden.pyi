"""Views, worlds and keys at C level, without a Python face."""
