"""Review of a recorded game: its judgement and its presentation.

review    the whole review of a game
log       games read from a log
walk      position of each decision and the knowledge of its seat
judge     judgement of one decision
cache     judgements on disk
words     explanations in words of why a move is better
text      a review on the terminal
plot      the curve of chances in characters
picture   the curve of chances by matplotlib
page      a review as HTML and as JSON
"""
