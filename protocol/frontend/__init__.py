"""Commands for people at a table. They talk to an engine through :mod:`protocol.client` alone and know no
rule of any game: what is drawn, asked and told comes from the engine, so each of them is an example for
whoever writes a GUI. Begin with :mod:`protocol.frontend.desk`.

    desk       one game in an engine process
    record     games as files
    kept       the folder of games
    resume     which game goes on
    play       a game at the terminal
    menu       what a typed word means
    narrator   events as sentences
    names      what the people are called
    levels     strengths that people can choose
    adviser    the dialogue beside a real table
    advise     what was typed there, as a game
    layout     what stands where on a page
    terminal   the screen and the prompt
    review/    a recorded game judged
"""
