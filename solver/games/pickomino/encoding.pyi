from solver.encoding import Block, EncodingPlug
from solver.game import State

class PickominoEncoding(EncodingPlug):
    def blocks(self, state: State) -> tuple[Block, ...]: ...
