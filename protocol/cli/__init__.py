"""The command `herdmind`: its command line, and nothing that belongs in another folder.

main                 the command itself; deal, analyse, bench
parts                options, errors and tables shared by the commands
given                the position that a command is given
answers              an analysis as a table for people
command_advise       herdmind advise
command_draw         herdmind draw
command_games        herdmind games
command_match        herdmind match
command_mcp          herdmind mcp
command_play         herdmind play
command_report       herdmind report
command_review       herdmind review
command_schema       herdmind schema
command_serve        herdmind serve
command_solve        herdmind solve
command_sprt         herdmind sprt
command_tournament   herdmind tournament
command_tune         herdmind tune
command_verify       herdmind verify
proving              herdmind solve --proof: a certificate of one value
ticker               a progress line, Ctrl-C, and work watched from another thread
"""
