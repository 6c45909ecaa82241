"""KaTrain without a window: stand-ins for the few names that its core imports from kivy, and for the application."""

import sys
import time
import types


def stand_in(name, **contents):
    module = types.ModuleType(name)
    module.__dict__.update(contents)
    sys.modules[name] = module


stand_in("kivy")
stand_in("kivy.utils", platform="linux")
stand_in("kivy._event", Observable=object)
stand_in("kivy.clock", Clock=None)

from katrain.core.constants import OUTPUT_ERROR  # noqa: E402

PATIENCE = 300  # seconds


class KaTrain:
    """The parts of the application that the client needs: settings, a log, and somewhere to report errors."""

    def __init__(self, size):
        self.settings = {"game/size": size, "game/komi": 7.5, "game/rules": "chinese", "game/handicap": 0}
        self.errors = []
        self.controls = self

    def set_status(self, *message):
        pass

    def config(self, name, default=None):
        return self.settings.get(name, default)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def __call__(self, *message):
        self.errors.append(str(message))


def wait(what, done):
    deadline = time.monotonic() + PATIENCE
    while not done():
        if time.monotonic() > deadline:
            sys.exit(f"gave up waiting for {what}")
        time.sleep(0.05)


def engine_settings(visits):
    return {
        "max_visits": visits,
        "fast_visits": visits,
        "max_time": 60,
        "wide_root_noise": 0.04,
        "_enable_ownership": True,
        "allow_recovery": True,
    }
