"""The table in the browser: a server of pages and the page itself, which plays through the client.

The server knows no rule. Engine processes hold the position, say who must decide, and give each seat's view.
What goes to a browser is made from the view of its seat and nothing else. The page in ``page/`` knows no rule
and no game either: it composes moves from their parts and shows pictures.

Modules:

    app         routes and sockets
    guest       a browser at a socket
    messages    the messages of browsers
    safety      hosts, origins, headers, rates
    hall        all tables
    onetable    a table that is awake
    course      the course of a table, made of events
    journal     the file of a table's events
    seating     chairs, and the tokens that open them
    sights      what a seat sees: picture, moves, story
    showing     what is sent to a watcher
    thinking    moves of engines, and advice
    boards      all boards: beside real tables, and for looking around
    board_guest a browser at boards
    board       a board that somebody looks at
    board_course  the course of a board, made of entries
    board_record  the game of a board beside a table
    board_sight what a board shows
    lines       the engine's lines beside a board
    engines     the pool of engine processes
    invitation  links and their QR codes
    page_files  the page's files
    replay/     replays and reviews of games
    serving     the running server: its address and its end
"""
