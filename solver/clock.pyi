from types import TracebackType
from typing import Self

def clock_time() -> float: ...

class processor_time:
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None: ...
