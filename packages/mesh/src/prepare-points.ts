import type { PointsInput, PreparedPoints } from '@kamar/core'
import { isNear, computeStep } from './vertices/quantisation.js'

const maxSteps = 65_535
/** Bits per axis of the sort key; three times this and the number of a point share one double. */
const sortBits = 10
const maxSortedPoints = 2 ** (53 - 3 * sortBits)

/**
 * Quantises points on a u16 grid, in Z-curve order, so that consecutive points are close together. Omits points with
 * unusable positions; the result of no points is empty.
 */
export function preparePoints({ positions, colors }: PointsInput): PreparedPoints {
  const usable = usablePoints(positions)
  const { origin, step } = computeFrame(positions, usable)
  const quantised = new Uint16Array(usable.length * 3)
  usable.forEach((point, row) => {
    for (let axis = 0; axis < 3; axis++)
      quantised[row * 3 + axis] = Math.min(maxSteps, Math.round((positions[point * 3 + axis] - origin[axis]) / step))
  })
  const order = alongCurve(quantised)
  const ordered = new Uint16Array(quantised.length)
  const ownColors = colors === undefined ? null : new Uint8Array(usable.length * 4)
  order.forEach((from, row) => {
    for (let axis = 0; axis < 3; axis++) ordered[row * 3 + axis] = quantised[from * 3 + axis]
    const color = usable[from] * 4
    if (colors !== undefined) ownColors?.set(colors.subarray(color, color + 4), row * 4)
  })
  return { kind: 'points', positions: ordered, colors: ownColors, origin, step }
}

function usablePoints(positions: Float32Array): Uint32Array {
  const usable = new Uint32Array(Math.floor(positions.length / 3))
  let count = 0
  for (let point = 0; point < usable.length; point++) {
    const at = point * 3
    if (isNear(positions[at]) && isNear(positions[at + 1]) && isNear(positions[at + 2])) usable[count++] = point
  }
  return usable.subarray(0, count)
}

function computeFrame(positions: Float32Array, usable: Uint32Array): Pick<PreparedPoints, 'origin' | 'step'> {
  const origin: [number, number, number] = [0, 0, 0]
  let extent = 0
  for (let axis = 0; axis < 3 && usable.length > 0; axis++) {
    let min = Infinity
    let max = -Infinity
    for (const point of usable) {
      min = Math.min(min, positions[point * 3 + axis])
      max = Math.max(max, positions[point * 3 + axis])
    }
    origin[axis] = min
    extent = Math.max(extent, max - min)
  }
  return { origin, step: extent > 0 ? computeStep(extent) : 1 }
}

/** Sorts rows along a Z-curve through the upper bits of their coordinates. */
function alongCurve(quantised: Uint16Array): Uint32Array {
  const count = quantised.length / 3
  const order = Uint32Array.from({ length: count }, (_, row) => row)
  if (count > maxSortedPoints) return order
  const keys = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    const [x, y, z] = quantised.subarray(row * 3, row * 3 + 3)
    keys[row] = (spread(x >> 6) + spread(y >> 6) * 2 + spread(z >> 6) * 4) * maxSortedPoints + row
  }
  keys.sort()
  return order.map((_, at) => keys[at] % maxSortedPoints)
}

/** Spreads ten bits, each followed by two zeros. */
function spread(value: number): number {
  let bits = value
  bits = (bits | (bits << 16)) & 0x030000ff
  bits = (bits | (bits << 8)) & 0x0300f00f
  bits = (bits | (bits << 4)) & 0x030c30c3
  return (bits | (bits << 2)) & 0x09249249
}
