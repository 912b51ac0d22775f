"""Draws a page of an XPS document with libgxps and says how much a picture of the same page looks like it.

draw-xps.py DOCUMENT PAGE PICTURE [KEPT]
PAGE counts from 1; KEPT is where both pictures go, beside each other.
"""

import pathlib
import subprocess
import sys
import tempfile

import matplotlib.pyplot as plt
from image_similarity import compare

dots = 96


def drawn(path, page, resolution):
    """The page at so many pixels an inch."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["xpstopng", "-f", page, "-l", page, "-r", str(resolution), path, f"{folder}/page"]
        done = subprocess.run(command, capture_output=True, text=True)
        pictures = list(pathlib.Path(folder).glob("*.png"))
        if done.returncode != 0 or not pictures:
            raise SystemExit(done.stderr.strip() or "no page was drawn")
        return plt.imread(pictures[0])


def main():
    path, page, picture = sys.argv[1:4]
    own = plt.imread(picture)
    resolution = dots * own.shape[1] / drawn(path, page, dots).shape[1]
    compare(own, drawn(path, page, resolution), "libgxps", *sys.argv[4:])


main()
