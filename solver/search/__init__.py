"""Searches; each knows games only through their contracts."""
