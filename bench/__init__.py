"""Benchmarks, `python -m bench NAME`, of the installed solver or of one built in the checkout."""

from __future__ import annotations

import sys
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent

# `python -m bench` puts the checkout on the path. Unless solver/ was built there in place, it is only source
# and must not hide the installed package.
if not any((_CHECKOUT / "solver").rglob("*.so")):
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != _CHECKOUT]
