"""Draws a sheet of a DXF with ezdxf and says how much a picture of the same sheet looks like it.

draw-dxf.py DRAWING LAYOUT PICTURE LEFT BOTTOM RIGHT TOP MILLIMETRES [KEPT]
PICTURE shows LEFT to TOP in units of the drawing, of MILLIMETRES each; KEPT is where both pictures go, beside each other.
"""

import logging
import sys

import ezdxf
import matplotlib.pyplot as plt
import numpy
from ezdxf import recover
from ezdxf.addons.drawing import Frontend, RenderContext
from ezdxf.addons.drawing.matplotlib import MatplotlibBackend
from ezdxf.addons.drawing.properties import LayoutProperties
from image_similarity import compare


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


def main():
    path, layout, picture = sys.argv[1:4]
    box, millimetres = [float(value) for value in sys.argv[4:8]], float(sys.argv[8])
    own = plt.imread(picture)
    theirs = drawn(path, layout, box, (own.shape[1], own.shape[0]), millimetres)
    compare(own, theirs, ezdxf.__version__, *sys.argv[9:])


main()
