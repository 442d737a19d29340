"""Commands for people at a table.

They talk to an engine through :mod:`protocol.client` alone and know no rule of any game: the engine supplies
every picture, question and sentence. Each command is an example for the author of a GUI, who should begin
with :mod:`protocol.frontend.desk`.

    desk          one game in an engine process
    verdict       moves and the engine's verdicts on them, in words
    record        games as files
    kept          the folder of games
    resume        which game goes on
    play          the course of a game at the terminal
    sitting       its state and its pages
    orders        its commands
    participants  people and engines in its seats
    menu          what a typed word means
    narrator      events as sentences
    names         what the people are called
    levels        strengths that people can choose
    adviser       the dialogue beside a real table
    advise        what was typed there, as a game
    layout        what stands where on a page
    terminal      the screen and the prompt
    review/       a recorded game judged
"""
