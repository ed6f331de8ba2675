"""``python -m ludometer`` is the ``ludometer`` command."""

import sys

from ludometer.cli import main

if __name__ == "__main__":
    sys.exit(main())
