class TurnPlug:
    words: tuple[str, ...]
