"""Herdmind for programs: the public face of the project, installed as the package ``herdmind``.

Modules:
"""

from protocol import VERSION as __version__

__all__ = ["__version__"]
