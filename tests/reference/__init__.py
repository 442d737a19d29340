"""Slow and clear second implementations, written from the rules alone, to test the fast ones against."""
