"""What standings and logs look like.

show          tables in a terminal
plots         pictures, by matplotlib
report_page   one HTML file
"""
