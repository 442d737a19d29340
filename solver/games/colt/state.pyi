from os import PathLike

from solver.game import State
from solver.games.colt.fields import Fields
from solver.games.colt.figures import Figures

class ColtState(State):
    @property
    def figures(self) -> Figures: ...
    @staticmethod
    def from_fields(fields: Fields, figures: Figures | str | PathLike[str] | None = None) -> ColtState: ...
    def fields(self) -> Fields: ...
    def common_key(self) -> int: ...

def parse(text: str, figures: Figures | str | PathLike[str] | None = None) -> ColtState: ...
def initial(
    seed: int,
    seats: int = 4,
    flags: int = 0,
    figures: Figures | str | PathLike[str] | None = None,
    characters: tuple[int, ...] | None = None,
) -> ColtState: ...
