import type { SheetMatrix } from './sheet.js'

/** Returns the matrix that applies `inner`, then `outer`. */
export function joinSheetMatrices(outer: SheetMatrix, inner: SheetMatrix): SheetMatrix {
  const [a, b, c, d, e, f] = outer
  const [p, q, r, s, t, u] = inner
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f]
}

/** Transforms a point by a matrix. */
export const mapSheetPoint = ([a, b, c, d, e, f]: SheetMatrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** Returns the mean scale factor of lengths. */
export const sheetMatrixScale = ([a, b, c, d]: SheetMatrix): number => Math.sqrt(Math.abs(a * d - b * c))
