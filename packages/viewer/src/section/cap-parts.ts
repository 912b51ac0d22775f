import type { CutPlane } from '../model/cut.js'
import type { ModelGeometry } from '../model/model-geometry.js'
import { scale } from '../camera/vector.js'
import { segmentsAlong, signedArea, straightened, triangulate } from './polygons.js'
import { planeFrame, type PlaneFrame } from './plane-frame.js'
import { sliceShape } from './slice-shape.js'

/** What a plane cuts of one instance, in the plane's own coordinates, metres. */
export interface CapPart {
  readonly instance: number
  /** Triangles of the fill, six numbers each; none where the shape has no inside. */
  readonly fill: Float64Array
  /** Segments of the outline, four numbers each. */
  readonly outline: Float64Array
  /** Square metres of the fill. */
  readonly area: number
}

/** All that one plane cuts. */
export interface PlaneCaps {
  readonly frame: PlaneFrame
  readonly parts: readonly CapPart[]
}

/** The frame of a cut plane. */
export const frameOfCut = ({ normal, offset }: CutPlane): PlaneFrame => planeFrame(scale(normal, -offset), normal)

/** The same plane? Names of planes by their numbers, so that those that did not move keep their caps. */
export const keyOfCut = ({ normal, offset }: CutPlane): string => [...normal, offset].join(' ')

/** Whether a sphere reaches a plane, and no other plane cuts it away whole. */
function isReached(spheres: Float32Array, instance: number, plane: CutPlane, cuts: readonly CutPlane[]): boolean {
  const at = instance * 4
  const height = ({ normal, offset }: CutPlane): number =>
    normal[0] * spheres[at] + normal[1] * spheres[at + 1] + normal[2] * spheres[at + 2] + offset
  const radius = spheres[at + 3]
  return Math.abs(height(plane)) <= radius && cuts.every((cut) => height(cut) >= -radius)
}

/** Instances that a plane may cut, the largest first: on a heavy model what is seen first comes first. */
export function instancesCut(geometry: ModelGeometry, plane: CutPlane, cuts: readonly CutPlane[]): number[] {
  const { spheres, count } = geometry
  const candidates: number[] = []
  for (let instance = 0; instance < count; instance++)
    if (geometry.isShown(instance) && isReached(spheres, instance, plane, cuts)) candidates.push(instance)
  return candidates.sort((a, b) => spheres[b * 4 + 3] - spheres[a * 4 + 3])
}

/** Cuts one instance; null when the plane passes it by. */
export function cutInstance(geometry: ModelGeometry, instance: number, frame: PlaneFrame): CapPart | null {
  const shape = geometry.getShape(instance)
  const slice = sliceShape(shape, frame)
  if (slice.segments.length === 0) return null
  // A sheet without thickness has an outline and no inside: it stays hollow.
  const loops = shape.solid ? slice.loops : []
  const straight = slice.loops.map(straightened)
  return {
    instance,
    fill: shape.solid ? triangulate(straight) : new Float64Array(0),
    outline: slice.closes ? segmentsAlong(straight) : slice.segments,
    area: loops.reduce((sum, loop) => sum + signedArea(loop), 0),
  }
}
