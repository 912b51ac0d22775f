"""Draws a sheet of a DXF with ezdxf and says how much a picture of the same sheet looks like it.

draw-dxf.py DRAWING LAYOUT PICTURE LEFT BOTTOM RIGHT TOP MILLIMETRES [KEPT]
PICTURE shows LEFT to TOP in units of the drawing, of MILLIMETRES each; KEPT is where both pictures go, beside each other.
"""

import json
import logging
import sys

import ezdxf
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy
from ezdxf import recover
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.matplotlib import MatplotlibBackend
from ezdxf.addons.drawing.properties import LayoutProperties

shrink = 4
window = 7
reach = 3
"""Pixels of the shrunk pictures that lines may lie apart."""
ink = 0.06


def drawn(path, layout_name, box, size, millimetres):
    logging.disable(logging.CRITICAL)
    try:
        document = ezdxf.readfile(path)
    except ezdxf.DXFError:
        document, _ = recover.readfile(path)
    layout = document.modelspace() if layout_name == "Model" else document.layout(layout_name)
    inches = [(box[2] - box[0]) * millimetres / 25.4, (box[3] - box[1]) * millimetres / 25.4]
    figure = plt.figure(figsize=inches, dpi=size[0] / inches[0])
    axes = figure.add_axes([0, 0, 1, 1])
    context = RenderContext(document)
    properties = LayoutProperties.from_layout(layout)
    properties.set_colors("#ffffff", "#000000")
    Frontend(context, MatplotlibBackend(axes, adjust_figure=False)).draw_layout(layout, layout_properties=properties)
    axes.set_axis_off()
    axes.set_aspect("auto")
    axes.set_xlim(box[0], box[2])
    axes.set_ylim(box[1], box[3])
    figure.canvas.draw()
    return numpy.asarray(figure.canvas.buffer_rgba())[:, :, :3] / 255


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


def main():
    path, layout, picture = sys.argv[1:4]
    box, millimetres = [float(value) for value in sys.argv[4:8]], float(sys.argv[8])
    own = plt.imread(picture)
    theirs = drawn(path, layout, box, (own.shape[1], own.shape[0]), millimetres)
    rows, columns = min(own.shape[0], theirs.shape[0]), min(own.shape[1], theirs.shape[1])
    pair = [shrunk(grey(one[:rows, :columns])) for one in (own, theirs)]
    marks = [one < 1 - ink for one in pair]
    if len(sys.argv) > 9:
        colors = [[shrunk(one[:rows, :columns, channel]) for channel in range(3)] for one in (own, theirs)]
        plt.imsave(sys.argv[9], numpy.concatenate([numpy.dstack(one) for one in colors], axis=1))
    print(
        json.dumps(
            {
                "similarity": similarity(*pair),
                "alsoTheirs": share(marks[0], marks[1]),
                "alsoOurs": share(marks[1], marks[0]),
                "version": ezdxf.__version__,
            }
        )
    )


main()
