import { PlacedFrame } from '../../../engine/geometry/placed-point.js'
import type { ModelGeometry } from '../../../engine/model/model-geometry.js'
import { computeCentroid } from '../measurement.js'
import { listTriangles } from '../mass.js'
import type { Measured } from '../measure-steps.js'
import { searchShortestSegment } from './surface-distance.js'

/** Maximum number of triangles of one side. */
const maxTriangles = 300_000
/** Maximum tolerance within which surfaces touch, metres. */
const maxTouchingMetres = 0.001
/** Work after which the page handles input, milliseconds. */
const sliceMilliseconds = 8

/** The two sides of a measurement, as lists of elements with a shape. */
export type ClearanceSides = readonly [readonly number[], readonly number[]]

/** Returns the instances of both sides. */
export const listInstances = (geometry: ModelGeometry, sides: ClearanceSides): number[] =>
  sides.flat().flatMap((element) => [...geometry.instancesOf(element)])

/**
 * Measures the shortest distance between the surfaces of two sides; null if it was cancelled. The triangles are copied
 * at once: their chunks may be evicted during the search.
 */
export function measureClearance(
  geometry: ModelGeometry,
  sides: ClearanceSides,
  isCancelled: () => boolean,
): Promise<Measured | null> {
  const [one, other] = sides.map((elements) => gatherSurface(geometry, elements))
  if (one === 'too-detailed' || other === 'too-detailed') return Promise.resolve({ refused: 'too-detailed' })
  if (one.triangles.length === 0 || other.triangles.length === 0) return Promise.resolve({ refused: 'no-body' })
  return runInSlices(searchShortestSegment(one.triangles, other.triangles), isCancelled).then((segment) => {
    if (segment === null) return null
    const { from, to, length } = segment
    const isTouching = length <= Math.min(maxTouchingMetres, one.rounding + other.rounding)
    const contact = computeCentroid([from, to])
    return { kind: 'clearance', points: isTouching ? [contact, contact] : [from, to] }
  })
}

interface Surface {
  /** Nine numbers per triangle, metres. */
  readonly triangles: Float64Array
  /** Maximum distance of a vertex from its position in the source, metres. */
  readonly rounding: number
}

function gatherSurface(geometry: ModelGeometry, elements: readonly number[]): Surface | 'too-detailed' {
  const shapes = elements
    .flatMap((element) => [...geometry.instancesOf(element)].map((instance) => geometry.getShape(instance)))
    .filter(({ shape }) => shape.kind === 'triangles')
  const count = shapes.reduce((sum, { shape }) => sum + shape.indexCount / 3, 0)
  if (count > maxTriangles) return 'too-detailed'
  const triangles = new Float64Array(count * 9)
  let rounding = 0
  let at = 0
  for (const shape of shapes) {
    // Half a step of the mesh along each axis.
    rounding = Math.max(rounding, (new PlacedFrame(shape.matrix).scale * Math.sqrt(3)) / 2)
    for (const vertices of listTriangles(shape))
      for (const vertex of vertices) for (const value of vertex) triangles[at++] = value
  }
  return { triangles, rounding }
}

/** Runs steps until their end with pauses for input; null if cancelled. */
async function runInSlices<Result>(
  steps: Generator<undefined, Result>,
  isCancelled: () => boolean,
): Promise<Result | null> {
  for (;;) {
    const end = performance.now() + sliceMilliseconds
    do {
      const { done, value } = steps.next()
      if (done === true) return value
    } while (performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (isCancelled()) return null
  }
}
