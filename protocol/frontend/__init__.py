"""Commands for people at a table. They talk to an engine through :mod:`protocol.client` alone and know no
rule of any game: what is drawn, asked and told comes from the engine, so each of them is an example for
whoever writes a GUI. Begin with :mod:`protocol.frontend.desk`."""
