"""How much two pictures of the same sheet look alike."""

import json

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy

shrink = 4
window = 7
reach = 3
"""Pixels of the shrunk pictures that lines may lie apart."""
ink = 0.06


def grey(picture):
    return picture[:, :, :3] @ numpy.array([0.299, 0.587, 0.114])


def shrunk(picture):
    height, width = [side // shrink * shrink for side in picture.shape]
    return picture[:height, :width].reshape(height // shrink, shrink, width // shrink, shrink).mean(axis=(1, 3))


def windows(picture):
    """Means over windows, by sums of sums."""
    sums = numpy.pad(picture, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    total = sums[window:, window:] - sums[:-window, window:] - sums[window:, :-window] + sums[:-window, :-window]
    return total / window**2


def similarity(one, other):
    """Structural similarity (Wang 2004) of pictures from 0 to 1, its mean where either of them has something drawn."""
    mean_one, mean_other = windows(one), windows(other)
    variance_one = windows(one * one) - mean_one**2
    variance_other = windows(other * other) - mean_other**2
    shared = windows(one * other) - mean_one * mean_other
    first, second = 0.01**2, 0.03**2
    map_of = ((2 * mean_one * mean_other + first) * (2 * shared + second)) / (
        (mean_one**2 + mean_other**2 + first) * (variance_one + variance_other + second)
    )
    return float(map_of.mean())


def near(marks):
    wide = marks.copy()
    for _ in range(reach):
        grown = wide.copy()
        grown[1:] |= wide[:-1]
        grown[:-1] |= wide[1:]
        grown[:, 1:] |= wide[:, :-1]
        grown[:, :-1] |= wide[:, 1:]
        wide = grown
    return wide


def share(marks, others):
    return float((marks & near(others)).sum() / marks.sum()) if marks.any() else 1.0


def compare(own, theirs, version, kept=None):
    """Prints the measures of two pictures of one size but for a row or column; `kept` is where both go, beside each other."""
    rows, columns = min(own.shape[0], theirs.shape[0]), min(own.shape[1], theirs.shape[1])
    pair = [shrunk(grey(one[:rows, :columns])) for one in (own, theirs)]
    marks = [one < 1 - ink for one in pair]
    if kept:
        colors = [[shrunk(one[:rows, :columns, channel]) for channel in range(3)] for one in (own, theirs)]
        plt.imsave(kept, numpy.concatenate([numpy.dstack(one) for one in colors], axis=1))
    print(
        json.dumps(
            {
                "similarity": similarity(*pair),
                "alsoTheirs": share(marks[0], marks[1]),
                "alsoOurs": share(marks[1], marks[0]),
                "version": version,
            }
        )
    )
