import type { Point } from '../../engine/types.js'
import { computeCentroid, type Measurement } from './measurement.js'
import { pointsAround } from '../../engine/geometry/snapping.js'

/** The overlay of a measurement: lines, dots, and the position of its label. */
export interface MeasureDrawing {
  readonly lines: readonly (readonly Point[])[]
  readonly dots: readonly Point[]
  readonly label: Point
  /** Whether it is filled: areas. */
  readonly filled: boolean
}

const toPairs = (points: readonly Point[]): Point[][] =>
  Array.from({ length: Math.floor(points.length / 2) }, (_, at) => [points[at * 2], points[at * 2 + 1]])

const open = (points: readonly Point[], label: Point): MeasureDrawing => ({
  lines: [points],
  dots: points,
  label,
  filled: false,
})

function drawChain({ points }: Measurement): MeasureDrawing {
  const last = points.at(-1) ?? computeCentroid(points)
  return open(points, last)
}

type Draw = (measurement: Measurement) => MeasureDrawing

const drawings: Readonly<Record<Measurement['kind'], Draw>> = {
  point: ({ points }) => ({ lines: [], dots: points, label: points[0], filled: false }),
  distance: ({ points }) => open(points, computeCentroid(points)),
  clearance: ({ points }) => open(points, computeCentroid(points)),
  chain: drawChain,
  perpendicular: ({ points: [from, ...hits] }) => ({
    lines: hits.map((point) => [from, point]),
    dots: [from, ...hits],
    label: computeCentroid([from, hits[0] ?? from]),
    filled: false,
  }),
  angle: ({ points }) => open(points, points[1]),
  slope: ({ points }) => open(points, computeCentroid(points)),
  area: ({ points }) => ({
    lines: [[...points, points[0]]],
    dots: points,
    label: computeCentroid(points),
    filled: true,
  }),
  face: ({ points: [at, ...border] }) => ({ lines: toPairs(border), dots: [], label: at, filled: false }),
  volume: ({ points }) => ({ lines: [], dots: points, label: points[0], filled: false }),
  radius: ({ points, circle }) => ({
    lines: circle === undefined ? [] : [pointsAround(circle), [circle.center, pointsAround(circle)[0]]],
    dots: points,
    label: points[0],
    filled: false,
  }),
}

/** Creates the drawing of a measurement. */
export const createDrawing = (measurement: Measurement): MeasureDrawing => drawings[measurement.kind](measurement)
