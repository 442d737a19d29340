"""Frontends: commands for people at a table.

They talk to an engine through :mod:`protocol.client` alone and know no rule of any game: the engine supplies
every picture, question and sentence. Each command is an example for the author of a GUI, who should begin
with :mod:`protocol.frontend.desk`.

    desk          one game in an engine process
    verdict       moves and the engine's verdicts on them, in words
    teaching      what a solved position teaches, in words
    record        files of games
    kept          the folder of people's games
    resume        choice of the game to resume
    play          the course of a game at the terminal
    sitting       state of that game and its pages
    orders        commands at its prompt
    participants  people and engines in its seats
    menu          the list of moves, and the move that typed text names
    narrator      events as sentences
    onlooker      what the views of all seats have in common
    names         names of the people
    levels        levels of the engine's strength
    adviser       the dialogue beside a real table
    advise        record of a game entered there
    layout        layout of a page
    terminal      the screen and the prompt
    review/       review of a recorded game
"""
