# Move ordering: penalties of a move for the other side's prospects on the square where it leads.
# Fitted by coordinate descent on the geometric mean of the search's nodes over 252 positions with
# 22 to 26 cattle. The starting point came from a listwise regression over 2600 nodes of real trees
# with all children solved, in which the softmax of the order had to choose cheap refutations.
# Mobility and the token on that square matter far more than the money at hand.
cdef enum:
    MONEY = 2                    # a hundred dollars of its best immediate balance
    REPLY = 16                   # a destination of one of its replies
    TOKEN_REPLY = 64             # a reply that sets off a token with choices of its own
    SPREAD = 14                  # a square that some reply reaches
    COW = 4                      # an animal there
    COLOUR = -10                 # a colour there
    NUGGET_DRAW = 20             # added to moves that take a nugget with Ambush
    SAME_MONEY = 4               # Snake Oil: a hundred dollars for the side that goes on, plus its mobility
