import type { SplineSurface } from '../brep/index.js'
import { cross, normalized, type Vector } from '../matrix.js'
import type { AcisFile } from './acis-file.js'
import type { AcisRecord } from './acis-record.js'

/** A cone on an ellipse, in the file's unit. */
export interface EllipticCone {
  readonly at: Vector
  readonly axis: Vector
  /** From the centre of the ellipse to its first half axis. */
  readonly major: Vector
  /** The other half axis in parts of this one. */
  readonly ratio: number
  /** How much the first half axis grows per length along the axis. */
  readonly slope: number
}

/** Borders may reach further than their ends and centres tell. */
const beyondPoints = 0.5

/**
 * STEP has no elliptic cone: it is written as the ruled spline between two ellipses that enclose everything in the file.
 * Exact, because ellipses are rational splines. Null when it has no extent.
 */
export function ellipticConeSpline(file: AcisFile, cone: EllipticCone): SplineSurface | null {
  const axis = normalized(cone.axis)
  const radius = Math.hypot(...cone.major)
  const extent = axis && computeExtent(file, cone.at, axis)
  if (!axis || !extent) return null
  // Past its tip the surface would turn inside out.
  const tip = -radius / cone.slope
  const ends = cone.slope > 0 ? [Math.max(extent.from, tip), extent.to] : [extent.from, Math.min(extent.to, tip)]
  if (ends[0] >= ends[1]) return null
  const minor = cross(axis, cone.major).map((value) => value * cone.ratio)
  const points = circlePoints.map(({ x, y }) =>
    ends.map((distance) => {
      const growth = 1 + (distance * cone.slope) / radius
      return [0, 1, 2].map((at) => cone.at[at] + axis[at] * distance + growth * (x * cone.major[at] + y * minor[at]))
    }),
  )
  return {
    degrees: [2, 1],
    knots: [
      { values: [0, 1, 2, 3, 4].map((quarter) => (quarter * Math.PI) / 2), multiplicities: [3, 2, 2, 2, 3] },
      { values: ends, multiplicities: [2, 2] },
    ],
    points,
    weights: circlePoints.map(({ weight }) => [weight, weight]),
  }
}

/** The control points of a circle of radius one in four arcs. */
const circlePoints = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
].map(([x, y]) => ({ x, y, weight: x !== 0 && y !== 0 ? Math.SQRT1_2 : 1 }))

interface Extent {
  readonly from: number
  readonly to: number
}

/** How far the box of the file reaches along an axis from a place. */
function computeExtent(file: AcisFile, at: Vector, axis: Vector): Extent | null {
  const { min, max } = computeBounds(file)
  const sum = (towards: (number: number) => number): number =>
    axis.reduce((total, value, number) => total + value * (towards(number) - at[number]), 0)
  const from = Math.min(
    0,
    sum((number) => (axis[number] > 0 ? min[number] : max[number])),
  )
  const to = Math.max(
    0,
    sum((number) => (axis[number] > 0 ? max[number] : min[number])),
  )
  const margin = (to - from) * beyondPoints
  return to > from && Number.isFinite(margin) ? { from: from - margin, to: to + margin } : null
}

interface Box {
  readonly min: number[]
  readonly max: number[]
}

const knownBoxes = new WeakMap<AcisFile, Box>()

/** The box around all points and ellipses; asked for by every elliptic cone, so it is kept. */
function computeBounds(file: AcisFile): Box {
  let box = knownBoxes.get(file)
  if (!box) {
    box = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }
    for (const record of file.records) {
      const [numbers, radius] = readBoundingSphere(file, record)
      for (let axis = 0; numbers && axis < 3; axis++) {
        box.min[axis] = Math.min(box.min[axis], numbers[axis] - radius)
        box.max[axis] = Math.max(box.max[axis], numbers[axis] + radius)
      }
    }
    knownBoxes.set(file, box)
  }
  return box
}

function readBoundingSphere(
  file: AcisFile,
  record: AcisRecord,
): readonly [place: readonly number[] | null, radius: number] {
  if (record.name === 'point') return [file.numbers(record, 0, 3), 0]
  const ellipse = record.name === 'ellipse-curve' ? file.numbers(record, 0, 10) : null
  return ellipse ? [ellipse, Math.hypot(...ellipse.slice(6, 9)) * Math.max(1, ellipse[9])] : [null, 0]
}
