"""``python -m protocol`` is the command ``herdmind``."""

from protocol.cli import main

if __name__ == "__main__":
    main()
