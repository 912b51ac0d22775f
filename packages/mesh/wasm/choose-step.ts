import { offset, rounded, source, vertexCount } from './memory'
import { computeDoubleArea, hasArea } from './triangle-area'

/** Maximum quantised coordinate. */
export const lastStep: f64 = 65535
const defaultStepMetres: f64 = 1e-4
const minSteps: f64 = 4096
/** Maximum relative change in a mesh's area in a package; as `maxAreaError` in `src/vertices/quantisation.ts`. */
const maxAreaError: f64 = 1e-4
/** Refinement factor from one tried step to the next. */
const refinement: f64 = 4
/**
 * Number of steps tried just above the finest one when that is not fine enough either: the few distinct coordinates of
 * a long thin shape are closer to multiples of some steps than of others. Larger meshes do not benefit.
 */
const stepsNearFinest: i32 = 128
const maxCornersWhenThin: i32 = 3 * 1000

let cornerCount: i32 = 0
let exactArea: f64 = 0
let bestStep: f64 = 0
let bestAreaError: f64 = 0
let bestCollapsed: i32 = 0

/**
 * Computes the default step: 0.1 mm within the 16-bit range (6.5 m), coarser for larger meshes, finer for small ones,
 * which may be a whole small model. Coarse steps keep packages small. As `computeStep` in `src/vertices/quantisation.ts`.
 */
function computeStep(extent: f64): f64 {
  return max(extent / lastStep, min(defaultStepMetres, extent / minSteps))
}

/**
 * Chooses the metres per step: the default when it preserves the area of a mesh to a ten-thousandth and every triangle,
 * otherwise the first finer one that does, otherwise the best one.
 */
export function chooseStep(corners: i32, sideX: f64, sideY: f64, sideZ: f64): f64 {
  cornerCount = corners
  exactArea = 0
  for (let at = 0; at < cornerCount; at += 3)
    exactArea += computeDoubleArea(offset, source[at] * 3, source[at + 1] * 3, source[at + 2] * 3)
  const extent = max(max(sideX, sideY), sideZ)
  const finest = extent / lastStep
  bestStep = computeStep(extent)
  bestAreaError = Infinity
  bestCollapsed = i32.MAX_VALUE
  for (let step = computeStep(extent); step > finest; step /= refinement) if (isPreserving(step)) return step
  if (isPreserving(finest)) return finest
  if (cornerCount > maxCornersWhenThin) return bestStep
  if (sideX >= finest && isPreserving(sideX / floor(sideX / finest))) return bestStep
  if (sideY >= finest && isPreserving(sideY / floor(sideY / finest))) return bestStep
  if (sideZ >= finest && isPreserving(sideZ / floor(sideZ / finest))) return bestStep
  for (let number = 1; number <= stepsNearFinest; number++)
    if (isPreserving(finest * (1 + <f64>number / <f64>stepsNearFinest))) return bestStep
  return bestStep
}

/** Rounds the mesh to a step and compares it with the best one so far; returns whether area and triangles are kept. */
function isPreserving(step: f64): bool {
  roundVertices(step)
  let area: f64 = 0
  let collapsed = 0
  for (let at = 0; at < cornerCount; at += 3) {
    const a = source[at] * 3
    const b = source[at + 1] * 3
    const c = source[at + 2] * 3
    area += computeDoubleArea(rounded, a, b, c) * step * step
    const isCollapsed = isSameCell(a, b) || isSameCell(b, c) || isSameCell(c, a)
    if (isCollapsed && hasArea(offset, a, b, c)) collapsed++
  }
  const areaError = exactArea > 0 ? abs(area / exactArea - 1) : 0
  if (collapsed < bestCollapsed || (collapsed === bestCollapsed && areaError < bestAreaError)) {
    bestStep = step
    bestAreaError = areaError
    bestCollapsed = collapsed
  }
  if (collapsed !== 0 || areaError > maxAreaError) return false
  bestStep = step
  return true
}

/** Rounds as `round`, two coordinates at a time; each vertex once, not at each of its triangles. */
function roundVertices(step: f64): void {
  const from = changetype<usize>(offset)
  const to = changetype<usize>(rounded)
  const bytes = (<usize>vertexCount * 3) << 3
  const steps = f64x2.splat(step)
  for (let at: usize = 0; at < bytes; at += 16) {
    const value = f64x2.div(v128.load(from + at), steps)
    const above = f64x2.ceil(value)
    const isTooHigh = f64x2.gt(f64x2.sub(above, f64x2.splat(0.5)), value)
    v128.store(to + at, f64x2.sub(above, v128.and(isTooHigh, f64x2.splat(1))))
  }
}

function isSameCell(one: i32, other: i32): bool {
  return (
    rounded[one] === rounded[other] &&
    rounded[one + 1] === rounded[other + 1] &&
    rounded[one + 2] === rounded[other + 2]
  )
}
