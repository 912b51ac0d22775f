import type { SplineSurface } from '../brep/index.js'
import { cross, normalized, type Vector } from '@kamar/core/math'
import type { AcisFile } from './acis-file.js'
import type { AcisRecord } from './acis-record.js'

/** A cone over an ellipse, in the file's unit. */
export interface EllipticCone {
  readonly at: Vector
  readonly axis: Vector
  /** Vector from the centre of the ellipse to the end of its first semi-axis. */
  readonly major: Vector
  /** Ratio of the other semi-axis to this one. */
  readonly ratio: number
  /** Growth of the first semi-axis per length along the axis. */
  readonly slope: number
}

/** Padding of the box, as borders may extend beyond their ends and centres. */
const beyondPoints = 0.5

/**
 * Converts an elliptic cone, which STEP lacks, to the ruled spline between two ellipses that enclose everything in the
 * file. Exact, because ellipses are rational splines. Returns null when it has no extent.
 */
export function ellipticConeSpline(file: AcisFile, cone: EllipticCone): SplineSurface | null {
  const axis = normalized(cone.axis)
  const radius = Math.hypot(...cone.major)
  const extent = axis && computeExtent(file, cone.at, axis)
  if (!axis || !extent) return null
  // Beyond its tip the surface would turn inside out.
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

/** Control points of a unit circle in four arcs. */
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

/** Computes the extent of the file's box along an axis from a point. */
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

/** Computes the box around all points and ellipses; cached, because every elliptic cone uses it. */
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
