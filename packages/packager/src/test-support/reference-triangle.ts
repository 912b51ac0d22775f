/** Pixels and depths of a triangle, sampled pixel by pixel with barycentric coordinates. */
export interface ReferencePixels {
  /** Depth per covered pixel (`y * width + x`). */
  readonly depths: ReadonlyMap<number, number>
  /** Pixels whose centres are so close to an edge that rounding decides. */
  readonly undecided: ReadonlySet<number>
}

const tolerance = 1e-4

/** Samples a triangle of x, y, depth per vertex at every pixel centre of a grid. */
export function sampleTriangle(
  points: ArrayLike<number>,
  { width, height }: { readonly width: number; readonly height: number },
): ReferencePixels {
  const depths = new Map<number, number>()
  const undecided = new Set<number>()
  const side = (a: number, b: number, x: number, y: number): number =>
    (points[b] - points[a]) * (y - points[a + 1]) - (points[b + 1] - points[a + 1]) * (x - points[a])
  const twiceArea = side(0, 3, points[6], points[7])
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const weights = [
        side(3, 6, x + 0.5, y + 0.5) / twiceArea,
        side(6, 0, x + 0.5, y + 0.5) / twiceArea,
        side(0, 3, x + 0.5, y + 0.5) / twiceArea,
      ]
      const margin = Math.min(...weights)
      if (Math.abs(margin) < tolerance) undecided.add(y * width + x)
      if (margin < 0) continue
      depths.set(y * width + x, weights[0] * points[2] + weights[1] * points[5] + weights[2] * points[8])
    }
  return { depths, undecided }
}

/** Creates a random triangle of x, y, depth per vertex around a grid, partly outside it. */
export function randomTriangle(random: () => number, { width, height }: { width: number; height: number }): number[] {
  return Array.from({ length: 9 }, (_, at) => {
    if (at % 3 === 2) return random() * 10
    const side = at % 3 === 0 ? width : height
    return (random() * 1.6 - 0.3) * side
  })
}
