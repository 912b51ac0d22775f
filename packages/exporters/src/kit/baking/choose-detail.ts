import type { Shape } from './shapes.js'

/** Placement of a shape, by its position in the package. */
export interface Placement {
  /** Geometry number. */
  readonly shape: number
  readonly diagonalMetres: number
}

/** Selected detail of a model. */
export interface Detail {
  /** Level by geometry number; -1 when not drawn. */
  readonly levels: Int8Array
  /** Whether each placement is drawn. */
  readonly isSelected: Uint8Array
  /** Placements omitted because they are too small. */
  readonly omitted: number
}

/**
 * Selects the levels of detail with one common error, the smallest that keeps the model within the budget; if even the
 * coarsest levels exceed it, only the largest objects remain.
 */
export function chooseDetail(shapes: readonly Shape[], placements: readonly Placement[], maxTriangles: number): Detail {
  const levels = levelsAt(shapes, smallestError(shapes, maxTriangles))
  const selection = selectByDiagonal({ shapes, placements, levels, maxTriangles })
  const usedShapes = new Set(
    placements.filter((_, number) => selection.isSelected[number] === 1).map(({ shape }) => shape),
  )
  return { levels: levels.map((level, shape) => (usedShapes.has(shape) ? level : -1)), ...selection }
}

function smallestError(shapes: readonly Shape[], maxTriangles: number): number {
  const used = shapes.filter(({ uses }) => uses > 0)
  const errors = [...new Set([0, ...used.flatMap(errorsMetres)])].toSorted((a, b) => a - b)
  let [low, high] = [0, errors.length - 1]
  while (low < high) {
    const midpoint = (low + high) >> 1
    if (placedTriangles(used, errors[midpoint]) <= maxTriangles) high = midpoint
    else low = midpoint + 1
  }
  return errors[low]
}

const placedTriangles = (shapes: readonly Shape[], errorMetres: number): number =>
  shapes.reduce((sum, shape) => sum + shape.uses * (shape.triangles[coarsestWithin(shape, errorMetres)] ?? 0), 0)

const errorsMetres = ({ errors, scale }: Shape): number[] => errors.map((error) => error * scale)

const coarsestWithin = (shape: Shape, errorMetres: number): number =>
  errorsMetres(shape).findLastIndex((error) => error <= errorMetres)

const levelsAt = (shapes: readonly Shape[], errorMetres: number): Int8Array =>
  Int8Array.from(shapes, (shape) => coarsestWithin(shape, errorMetres))

interface SelectionOptions {
  readonly shapes: readonly Shape[]
  readonly placements: readonly Placement[]
  readonly levels: Int8Array
  readonly maxTriangles: number
}

function selectByDiagonal({ shapes, placements, levels, maxTriangles }: SelectionOptions): Omit<Detail, 'levels'> {
  const isSelected = new Uint8Array(placements.length)
  const order = [...placements.keys()].toSorted((a, b) => placements[b].diagonalMetres - placements[a].diagonalMetres)
  let triangles = 0
  let omitted = 0
  for (const number of order) {
    const { shape } = placements[number]
    const own = shapes[shape].triangles[levels[shape]] ?? 0
    if (own === 0) continue
    if (triangles + own <= maxTriangles) {
      triangles += own
      isSelected[number] = 1
    } else omitted++
  }
  return { isSelected, omitted }
}
