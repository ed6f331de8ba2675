#!/bin/sh
# Builds the sdist, installs it in an empty folder without the source tree in sight, and plays a few games.
# usage: install_from_sdist.sh BIN    (BIN: the folder of the tools; PYTHON: the interpreter to install for)
set -eu
bin=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/maturin" sdist --out "$work/dist" 2>/dev/null
"${PYTHON:-python3}" -m venv "$work/venv"
cd "$work"
CARGO_TARGET_DIR="$work/target" ./venv/bin/python -m pip install --quiet --disable-pip-version-check dist/*.tar.gz
./venv/bin/ludometer simulate top-cap -n 1000 --seed 7 --json >result.json
./venv/bin/python -c 'import json; assert json.load(open("result.json"))["schema_version"] == 1'
echo "installed from the sdist: ok"
