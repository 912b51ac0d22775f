import { dot } from '../../engine/math/vector.js'
import type { CutPlane } from '../../engine/store/cut.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import type { PlaneCaps } from './cap-parts.js'
import { areaWithin, type HalfPlane } from '../../engine/geometry/polygons.js'

/** Section area of an element at one plane. */
export interface CutArea {
  readonly element: number
  /** Index of the section plane. */
  readonly plane: number
  /** Area within all other planes, square metres. */
  readonly squareMetres: number
}

/** Converts another section plane to a half plane in the coordinates of a cap plane. */
const toHalfPlane = ({ frame }: PlaneCaps, { normal, offset }: CutPlane): HalfPlane => [
  dot(normal, frame.right),
  dot(normal, frame.up),
  offset - frame.offset * dot(normal, frame.normal),
]

/** Computes section areas by element and plane, the largest first; omits elements that are not cut. */
export function cutAreas(
  geometry: ModelGeometry,
  cuts: readonly CutPlane[],
  caps: readonly PlaneCaps[],
): readonly CutArea[] {
  const areas = new Map<string, CutArea>()
  caps.forEach((cap, plane) => {
    const others = cuts.filter((_, other) => other !== plane).map((cut) => toHalfPlane(cap, cut))
    for (const { instance, fill, area } of cap.parts) {
      const squareMetres = others.length === 0 ? area : areaWithin(fill, others)
      if (squareMetres <= 0) continue
      const element = geometry.elementOf(instance)
      const key = `${plane} ${element}`
      const before = areas.get(key)?.squareMetres ?? 0
      areas.set(key, { element, plane, squareMetres: before + squareMetres })
    }
  })
  return [...areas.values()].sort((a, b) => b.squareMetres - a.squareMetres)
}
