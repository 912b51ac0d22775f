import type { SheetMatrix } from '@kamar/core'

/** Identity transform. */
export const identityMatrix: SheetMatrix = [1, 0, 0, 1, 0, 0]

/** Returns the inverse; null if the matrix is singular. */
export function invertMatrix([a, b, c, d, e, f]: SheetMatrix): SheetMatrix | null {
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) return null
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ]
}

/** Returns whether a point is within rings, even-odd; x y per point. */
export function ringsHold(rings: readonly (readonly number[])[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [ax, ay, bx, by] = [ring[at], ring[at + 1], ring[before], ring[before + 1]]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
    }
  return inside
}
