"""A recorded game, judged and shown.

review    the review of a game put together
log       the games of a log
walk      where each decision stood, and what its seat knew
judge     one decision judged
cache     judgements on disk
words     why one move is better, in words
text      a review on the terminal
plot      the curve of chances, in characters
picture   the curve by matplotlib
page      a review as HTML and as JSON
"""
