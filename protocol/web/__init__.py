"""The table in the browser: a server of pages and the page itself, which plays through the client.

Modules:
"""
