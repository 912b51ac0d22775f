import type { LoadedSheet } from '../loaded-sheet.js'

type Box = readonly [left: number, bottom: number, right: number, top: number]

/**
 * Returns the same lines in a visible style: overlays in their own colour still use a style, and are hidden if its
 * layer is off.
 */
export function inSeenStyle(outline: LoadedSheet): LoadedSheet {
  const { styles, layers } = outline.info
  const visibleStyle = styles.findIndex(({ layer, widthUnits, color }) => {
    const { on, frozen } = layers[layer]
    return on && !frozen && widthUnits === 0 && color !== 'background'
  })
  return {
    ...outline,
    lines: outline.lines.map((lines) => ({ ...lines, style: lines.style.map(() => Math.max(0, visibleStyle)) })),
  }
}

/** Arcs along the longer side of a cloud. */
const arcsAlong = 9
const chordsOfArc = 6

/** Creates revision clouds around rectangles (sheet units), as a sheet of lines. */
export function cloudOutline(sheet: LoadedSheet, boxes: readonly Box[]): LoadedSheet {
  const { origin, step } = sheet.info
  const runs = boxes.map((box) => cloudPoints(box).map((value, at) => Math.round((value - origin[at % 2]) / step)))
  const start = Uint32Array.from([0, ...runs.map((points) => points.length / 2)])
  for (let at = 1; at < start.length; at++) start[at] += start[at - 1]
  const zeros = new Uint32Array(runs.length)
  return {
    ...sheet,
    lines: [
      {
        count: runs.length,
        entity: zeros,
        style: zeros,
        level: zeros,
        closed: new Uint8Array(runs.length).fill(1),
        start,
        points: Int32Array.from(runs.flat()),
      },
    ],
    fills: null,
    texts: null,
  }
}

/** Returns x y per point around a rectangle, in arcs that bulge outwards. */
function cloudPoints([left, bottom, right, top]: Box): number[] {
  const arc = Math.max(right - left, top - bottom) / arcsAlong
  const vertices = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ] as const
  return vertices.flatMap(([x, y], side) => {
    const [toX, toY] = vertices[(side + 1) % 4] ?? [x, y]
    const length = Math.hypot(toX - x, toY - y)
    const arcs = Math.max(1, Math.round(length / arc))
    const [alongX, alongY] = [(toX - x) / (length || 1), (toY - y) / (length || 1)]
    const radius = length / arcs / 2
    return Array.from({ length: arcs * chordsOfArc }, (_, point) => {
      const angle = ((point % chordsOfArc) / chordsOfArc) * Math.PI
      const along = radius * (2 * Math.floor(point / chordsOfArc) + 1 - Math.cos(angle))
      const out = radius * Math.sin(angle)
      // Counter-clockwise around the rectangle, outwards is to the right of the direction.
      return [x + alongX * along + alongY * out, y + alongY * along - alongX * out]
    }).flat()
  })
}
