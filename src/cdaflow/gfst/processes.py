"""Work on batches in several processes, in order and with flat memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

import pyarrow as pa

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_order(
    items: Iterable[Item],
    column_of: Callable[[Item], pa.Array],
    make: Callable[..., Callable[[pa.Array], Result]],
    arguments: tuple[Any, ...],
    processes: int,
) -> Iterator[tuple[Item, Result]]:
    """Yield items with what the function `make(*arguments)` returns for a column of each.

    It is made once in each process; `make` and `arguments` must go from process to process. At most
    twice as many items as processes wait in memory.
    """
    # Not forked: Arrow's threads are not to be copied.
    with ProcessPoolExecutor(processes, get_context("spawn"), _begin, (make, arguments)) as pool:
        waiting: deque[tuple[Item, Future[Result]]] = deque()
        for item in items:
            waiting.append((item, pool.submit(_work, column_of(item))))
            if len(waiting) >= 2 * processes:
                yield _done(waiting)
        while waiting:
            yield _done(waiting)


def _done(waiting: deque[tuple[Item, Future[Result]]]) -> tuple[Item, Result]:
    item, future = waiting.popleft()
    return item, future.result()


#: The function of a process of the pool, once it has begun.
_functions: list[Callable[[pa.Array], Any]] = []


def _begin(make: Callable[..., Callable[[pa.Array], Any]], arguments: tuple[Any, ...]) -> None:
    _functions.append(make(*arguments))


def _work(column: pa.Array) -> Any:
    return _functions[0](column)
