"""Server of the Model Context Protocol: tables, moves, analysis and reviews for AI assistants.

It needs the extra ``mcp``. It talks to engine processes through :mod:`protocol.client` and knows no rule of
any game, as the other frontends do. docs/assistants.md describes it for users.

    serving_mcp   the running server: standard input and output, signals, its end
    server_mcp    the server: tools, resources, prompts
    tools         the tools
    arguments     their arguments
    working       work in threads, which ends when a call is cancelled
    picturing     pictures as content of an answer
    strict_tool   a tool that refuses unknown arguments and puts errors into one line
    replies       the results of tools
    engineroom    the engine processes, each used by one call at a time
    mcp_tables    the tables: positions by id, and who may see what
    sighting      what a tool's answer shows of a table
    showing_mcp   answers that change nothing
    moving        moves: entered, made by the engine, drawn, taken back
    advising      analysis and explanation of a decision
    judging_mcp   reviews of tables, game texts and files
"""
