import { type Chunk, geometryKind } from '@kamar/view-package/read'

/** What the choice of detail knows of a geometry. */
export interface Shape {
  /** Of levels 0 to 2; as many as the geometry has, none for lines. */
  readonly triangles: readonly number[]
  /** Of the same levels: largest distance to level 0, metres before it is placed. */
  readonly errors: readonly number[]
  /** From corner to corner of its box, metres, before it is placed. */
  readonly diagonalMetres: number
  /** How often it is placed. */
  uses: number
  /** Of the largest that is placed: stretched copies share a shape. */
  scale: number
}

/** The geometries of a chunk in their order. */
export function listShapes({ geometries }: Chunk): Shape[] {
  return Array.from({ length: geometries.count }, (_, row) => {
    const isLines = geometries.kind[row] === geometryKind.lines
    const indexCounts = isLines
      ? []
      : [...geometries.levelCount.subarray(row * 3, row * 3 + 3)].filter((count) => count > 0)
    const extent = geometries.extent.subarray(row * 3, row * 3 + 3)
    return {
      triangles: indexCounts.map((count) => count / 3),
      errors: [0, ...geometries.levelError.subarray(row * 2, row * 2 + 2)].slice(0, indexCounts.length),
      diagonalMetres: Math.hypot(...extent) * geometries.step[row],
      uses: 0,
      scale: 0,
    }
  })
}
