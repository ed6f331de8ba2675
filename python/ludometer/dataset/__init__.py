"""Runs on disk: a folder with ``manifest.json`` and one pair of Parquet files a block of games.

``write_run`` plays into a folder and goes on where it stopped, ``load`` opens one, ``merge`` puts
parts from several machines together, ``verify`` checks a folder against itself and the engine.
"""

from ludometer.dataset.manifest import Manifest, PartRecord
from ludometer.dataset.merge import merge
from ludometer.dataset.read import Dataset, load
from ludometer.dataset.verify import Verification, verify
from ludometer.dataset.write import write_run

__all__ = [
    "Dataset",
    "Manifest",
    "PartRecord",
    "Verification",
    "load",
    "merge",
    "verify",
    "write_run",
]
