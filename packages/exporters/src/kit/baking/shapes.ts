import { type Chunk, geometryKind } from '@kamar/package-format/read'

/** Properties of a geometry for the selection of detail. */
export interface Shape {
  /** Triangle counts of levels 0 to 2; only the levels that the geometry has, none for lines. */
  readonly triangles: readonly number[]
  /** Maximum distance of these levels to level 0, in metres before the transform. */
  readonly errors: readonly number[]
  /** Diagonal of the bounding box, in metres before the transform. */
  readonly diagonalMetres: number
  /** Number of placements. */
  uses: number
  /** Largest scale of any placement, as scaled copies share a shape. */
  scale: number
}

/** Lists the geometries of a chunk in order. */
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
