"""Replays in the browser: any recorded game step by step, with the judgement of ``herdmind review``.

What a browser may see depends on where the game comes from. Whoever has a file may see everything in it. Of a
table that goes on, a seat sees its own view.

    gamefile    games of one file, which may still grow
    packed      the content of a file that may be packed with gzip and may still grow
    keptfiles   files that browsers gave, kept under names that cannot be guessed
    placings    standings of the games of a file
    reel        one game: its steps, pictures and story
    judging     review of a game beside the tables
    replays     all sources of games
    viewer      a browser that looks at a replay
    upload      the way of a file to the server
"""
