"""Benchmarks, `python -m bench NAME`, of the solver that Python finds: installed or built in the checkout."""

from __future__ import annotations

import sys
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parent.parent

# `python -m bench` puts the checkout on the path, where solver/ is only source unless it was built in place:
# then the installed package is the one to measure, and the checkout must not hide it.
if not any((_CHECKOUT / "solver").rglob("*.so")):
    sys.path[:] = [entry for entry in sys.path if Path(entry or ".").resolve() != _CHECKOUT]
