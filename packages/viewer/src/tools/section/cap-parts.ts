import type { CutPlane } from '../../engine/store/cut.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import { scale } from '../../engine/math/vector.js'
import { segmentsAlong, signedArea, straightened, triangulate } from '../../engine/geometry/polygons.js'
import { planeFrame, type PlaneFrame } from '../../engine/geometry/plane-frame.js'
import { sliceShape } from '../../engine/geometry/slice-shape.js'

/** Section of one instance by a plane, in the plane's own coordinates, metres. */
export interface CapPart {
  readonly instance: number
  /** Triangles of the fill, six numbers each; none if the shape is not closed. */
  readonly fill: Float64Array
  /** Segments of the outline, four numbers each. */
  readonly outline: Float64Array
  /** Area of the fill, square metres. */
  readonly area: number
}

/** All sections of one plane. */
export interface PlaneCaps {
  readonly frame: PlaneFrame
  readonly parts: readonly CapPart[]
}

/** Returns the frame of a section plane. */
export const frameOfCut = ({ normal, offset }: CutPlane): PlaneFrame => planeFrame(scale(normal, -offset), normal)

/** Returns a key of a plane from its numbers, so that planes that did not move retain their caps. */
export const keyOfCut = ({ normal, offset }: CutPlane): string => [...normal, offset].join(' ')

/** Returns instances that a plane may cut, the largest first: on a heavy model the most visible caps appear first. */
export function instancesCut(geometry: ModelGeometry, plane: CutPlane, cuts: readonly CutPlane[]): number[] {
  const { spheres, count } = geometry
  const heightAt = ({ normal, offset }: CutPlane, at: number): number =>
    normal[0] * spheres[at] + normal[1] * spheres[at + 1] + normal[2] * spheres[at + 2] + offset
  const candidates: number[] = []
  for (let instance = 0; instance < count; instance++) {
    const at = instance * 4
    const radius = spheres[at + 3]
    // A loop without closures: they were allocated for each of a million instances.
    if (Math.abs(heightAt(plane, at)) > radius || !geometry.isShown(instance)) continue
    let isReached = true
    for (const cut of cuts) isReached &&= heightAt(cut, at) >= -radius
    if (isReached) candidates.push(instance)
  }
  return candidates.sort((a, b) => spheres[b * 4 + 3] - spheres[a * 4 + 3])
}

/** Cuts one instance; null if the plane does not intersect it. */
export function cutInstance(geometry: ModelGeometry, instance: number, frame: PlaneFrame): CapPart | null {
  const shape = geometry.getShape(instance)
  const slice = sliceShape(shape, frame)
  if (slice.segments.length === 0) return null
  // A sheet without thickness has an outline but no interior: it stays hollow.
  const loops = shape.solid ? slice.loops : []
  const straight = slice.loops.map(straightened)
  return {
    instance,
    fill: shape.solid ? triangulate(straight) : new Float64Array(0),
    outline: slice.closes ? segmentsAlong(straight) : slice.segments,
    area: loops.reduce((sum, loop) => sum + signedArea(loop), 0),
  }
}
