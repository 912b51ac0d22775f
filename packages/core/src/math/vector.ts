/** x, y, z. */
export type Vector = readonly [number, number, number]

/** Returns the vector of the values that `compute` returns for x (0), y (1) and z (2). */
export const mapAxes = (compute: (axis: 0 | 1 | 2) => number): Vector => [compute(0), compute(1), compute(2)]

/** Returns the centre of an axis-aligned box. */
export const computeBoxCenter = ({ min, max }: { readonly min: Vector; readonly max: Vector }): Vector =>
  mapAxes((axis) => (min[axis] + max[axis]) / 2)

/** Returns a + b. */
export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]

/** Returns a − b. */
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Returns a × `factor`. */
export const scale = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor]

/** Returns the scalar product: the length of one along the other, times the other's. */
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Returns the right-handed cross product: perpendicular to both. */
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** Returns the length. */
export const computeLength = (a: Vector): number => Math.hypot(a[0], a[1], a[2])

/** Returns the unit vector in the same direction; the zero vector stays zero. */
export function normalize(a: Vector): Vector {
  const length = computeLength(a)
  return length === 0 ? [0, 0, 0] : scale(a, 1 / length)
}

/** Returns the unit vector in the same direction; null for a zero or infinite vector. */
export function normalized([x, y, z]: Vector): Vector | null {
  const length = Math.hypot(x, y, z)
  return length > 1e-300 && Number.isFinite(length) ? [x / length, y / length, z / length] : null
}

/** Interpolates from `a` (0) to `b` (1). */
export const mix = (a: Vector, b: Vector, fraction: number): Vector => [
  a[0] + (b[0] - a[0]) * fraction,
  a[1] + (b[1] - a[1]) * fraction,
  a[2] + (b[2] - a[2]) * fraction,
]
