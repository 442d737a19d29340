"""Reference implementations, slow and clear, written from the rules alone to test the fast ones."""
