import { lastStep, computeStep } from './quantisation.js'
import { computeDoubleArea, hasArea, hasEqualCorners } from '../triangle-area.js'

/** Maximum relative change in a mesh's area in a package. */
export const maxAreaError = 1e-4
/** Refinement factor from one tried step to the next. */
const refinement = 4
/**
 * Number of steps tried just above the finest one when that is not fine enough either: the few distinct coordinates of
 * a long thin shape are closer to multiples of some steps than of others. Larger meshes do not benefit.
 */
const stepsNearFinest = 128
const maxCornersWhenThin = 3 * 1000

/** Triangles before rounding. */
export interface UnroundedTriangles {
  /** x y z per vertex, metres. */
  readonly positions: ArrayLike<number>
  /** Vertex per corner. */
  readonly source: Int32Array
  readonly cornerCount: number
  readonly origin: readonly [number, number, number]
  /** Sides of the bounding box, metres. */
  readonly sides: readonly [number, number, number]
}

/**
 * Chooses the metres per step: the default when it preserves the area of a mesh to a ten-thousandth and every triangle,
 * otherwise the first finer one that does, otherwise the best one.
 */
export function chooseStep(triangles: UnroundedTriangles): number {
  let best = { step: computeStep(Math.max(...triangles.sides)), areaError: Infinity, collapsed: Infinity }
  for (const step of stepsToTry(triangles)) {
    const { areaError, collapsed } = roundingAt(triangles, step)
    if (collapsed === 0 && areaError <= maxAreaError) return step
    if (collapsed < best.collapsed || (collapsed === best.collapsed && areaError < best.areaError))
      best = { step, areaError, collapsed }
  }
  return best.step
}

function* stepsToTry({ cornerCount, sides }: UnroundedTriangles): Generator<number> {
  const extent = Math.max(...sides)
  const finest = extent / lastStep
  for (let step = computeStep(extent); step > finest; step /= refinement) yield step
  yield finest
  if (cornerCount > maxCornersWhenThin) return
  for (const side of sides) if (side >= finest) yield side / Math.floor(side / finest)
  for (let number = 1; number <= stepsNearFinest; number++) yield finest * (1 + number / stepsNearFinest)
}

/** Computes the relative change in area for a step, and the number of triangles with an area that it collapses. */
function roundingAt({ cornerCount, origin, positions, source }: UnroundedTriangles, step: number) {
  const [exact, rounded] = [new Float64Array(9), new Float64Array(9)]
  let area = 0
  let roundedArea = 0
  let collapsed = 0
  for (let at = 0; at < cornerCount; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = source[at + corner] * 3
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[vertex + axis] - origin[axis]
        exact[corner * 3 + axis] = value
        rounded[corner * 3 + axis] = Math.round(value / step)
      }
    }
    area += computeDoubleArea(exact)
    roundedArea += computeDoubleArea(rounded) * step * step
    if (hasEqualCorners(rounded) && hasArea(exact)) collapsed++
  }
  return { areaError: area > 0 ? Math.abs(roundedArea / area - 1) : 0, collapsed }
}
