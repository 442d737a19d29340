"""Presentation of standings and logs.

show          tables in a terminal
plots         pictures, by matplotlib
report_page   one HTML file
"""
