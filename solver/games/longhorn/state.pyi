from os import PathLike

from solver.game import State
from solver.games.longhorn.fields import Fields
from solver.games.longhorn.figures import Figures

class LonghornState(State):
    @property
    def figures(self) -> Figures: ...
    @staticmethod
    def from_fields(
        fields: Fields, figures: Figures | str | PathLike[str] | None = None
    ) -> LonghornState: ...
    def fields(self) -> Fields: ...

def parse(text: str, figures: Figures | str | PathLike[str] | None = None) -> LonghornState: ...
def initial(seed: int, figures: Figures | str | PathLike[str] | None = None) -> LonghornState: ...
