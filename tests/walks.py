"""The way of a task through the house: the modules that somebody opens who follows its calls.

One reads the modules that lead the task (its drivers). A step is a call of a function or method of
another module by one of these; what a step itself calls belongs to it: who reads a driver need not
follow it there. A call that is read once counts once, however often it is made (for each file, for
each row). Not counted are the data that is handed on: its construction and its properties.
"""

import functools
import inspect
import sys


class Walk:
    """What a task went through.

    steps: modules of the steps in order, each as often as it is entered, without "cdaflow.".
    opened: all modules of the package in which a function ran, from the first driver on.
    """

    def __init__(self, task, drivers, data=()):
        self.steps = []
        self.opened = set()
        self._drivers = [f"cdaflow.{name}" for name in drivers]
        self._data = tuple(f"cdaflow.{name}" for name in data)
        self._read = set()
        sys.setprofile(self._follow)
        try:
            task()
        finally:
            sys.setprofile(None)

    def _follow(self, frame, event, _):
        name = frame.f_globals.get("__name__", "")
        if event != "call" or not name.startswith("cdaflow.") or _is_data(frame):
            return
        if self.opened or name in self._drivers:
            self.opened.add(name.removeprefix("cdaflow."))
        caller = frame.f_back
        while caller is not None and "cdaflow" not in caller.f_globals.get("__name__", ""):
            caller = caller.f_back
        if caller is None or caller.f_globals["__name__"] not in {*self._drivers} - {name}:
            return
        call = caller.f_code, frame.f_code
        if call in self._read or caller.f_code.co_name in ("<module>", "__post_init__"):
            return
        self._read.add(call)
        step = name.removeprefix("cdaflow.")
        if not name.startswith(self._data) and self.steps[-1:] != [step]:
            self.steps.append(step)


def _is_data(frame):
    """Return whether a frame is no function that one reads for itself.

    A module or class as it is loaded, an expression of the function around it, the construction or
    a property of an object.
    """
    name = frame.f_code.co_name
    owner, _, _ = frame.f_code.co_qualname.rpartition(".")
    if name.startswith(("<", "__")) or "__module__" in frame.f_code.co_names:
        return True
    found = inspect.getattr_static(frame.f_globals.get(owner), name, None)
    return isinstance(found, (property, functools.cached_property))
