import type { GltfNode } from '../kit/gltf/gltf-types.js'

/** Columns of a 3 × 3 matrix in sequence. */
type Columns = ArrayLike<number>
type Triple = readonly [number, number, number]
type Quaternion = [number, number, number, number]

/** Cosine between two columns above which a matrix counts as sheared. */
const shearCosine = 1e-4
const sweeps = 12

/** Returns whether the columns are not orthogonal, so that rotation and scale cannot represent the matrix. */
export function isSheared(columns: Columns): boolean {
  const [a, b, c] = toColumns(columns)
  return [[a, b] as const, [a, c] as const, [b, c] as const].some(([one, other]) => {
    const lengths = Math.hypot(...one) * Math.hypot(...other)
    return lengths > 0 && Math.abs(dot(one, other)) > shearCosine * lengths
  })
}

/**
 * Splits a sheared matrix into two nodes, each of rotation and scale, as glTF 2.0 (3.5.2) requires of every node: by
 * the singular value decomposition M = U Σ Vᵀ the outer one is U Σ and the inner one Vᵀ.
 */
export function shearedNodes(columns: Columns): { outer: Partial<GltfNode>; inner: Partial<GltfNode> } {
  const { scales, u, v } = decompose(columns)
  return {
    outer: { rotation: toQuaternion(u), scale: [...scales] },
    inner: { rotation: toQuaternion(transposed(v)) },
  }
}

interface Decomposition {
  /** Columns of two rotations. */
  readonly u: readonly Triple[]
  readonly v: readonly Triple[]
  /** The last one is negative when the matrix mirrors. */
  readonly scales: Triple
}

/** Decomposes by one-sided Jacobi (Hestenes 1958): rotates pairs of columns until they are orthogonal. */
function decompose(columns: Columns): Decomposition {
  const m = toColumns(columns).map((column) => [...column])
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const [first, second] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const rotation = computeJacobiRotation(m[first], m[second])
      rotatePair([m[first], m[second]], rotation)
      rotatePair([v[first], v[second]], rotation)
    }
  }
  return orientated(
    m.map(([x, y, z]) => [x, y, z]),
    v.map(([x, y, z]) => [x, y, z]),
  )
}

/** Computes the cosine and sine that make two columns orthogonal. */
function computeJacobiRotation(one: readonly number[], other: readonly number[]): readonly [number, number] {
  const product = dot(one, other)
  if (product === 0) return [1, 0]
  const ratio = (dot(other, other) - dot(one, one)) / (2 * product)
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.hypot(1, ratio))
  const cosine = 1 / Math.hypot(1, tangent)
  return [cosine, cosine * tangent]
}

/** Rotates two columns in their plane. */
function rotatePair([first, second]: readonly [number[], number[]], [cosine, sine]: readonly [number, number]): void {
  for (let axis = 0; axis < 3; axis++) {
    const [one, other] = [first[axis], second[axis]]
    first[axis] = cosine * one - sine * other
    second[axis] = sine * one + cosine * other
  }
}

/** Makes both rotations proper: a mirroring goes into the last scale. A singular matrix gets completing directions. */
function orientated(m: readonly Triple[], v: readonly Triple[]): Decomposition {
  const order = [0, 1, 2].toSorted((one, other) => Math.hypot(...m[other]) - Math.hypot(...m[one]))
  const [a, b, c] = order.map((column) => m[column])
  const [va, vb, vc] = order.map((column) => v[column])
  const ua = unit(a, [1, 0, 0])
  const ub = unit(b, unit(cross(ua, Math.abs(ua[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]), [0, 1, 0]))
  const uc = cross(ua, ub)
  const isLeftHanded = dot(cross(va, vb), vc) < 0
  const third = isLeftHanded ? ([-vc[0], -vc[1], -vc[2]] as const) : vc
  const last = dot(uc, c) * (isLeftHanded ? -1 : 1)
  return { u: [ua, ub, uc], v: [va, vb, third], scales: [Math.hypot(...a), Math.hypot(...b), last] }
}

/** Converts a rotation to a quaternion (Shepperd 1978) by its largest component, which loses no digits. */
function toQuaternion([a, b, c]: readonly Triple[]): Quaternion {
  const parts = [a[0] - b[1] - c[2], b[1] - a[0] - c[2], c[2] - a[0] - b[1], a[0] + b[1] + c[2]]
  const largest = parts.indexOf(Math.max(...parts))
  const size = Math.sqrt(parts[largest] + 1) / 2
  const scale = 1 / (4 * size)
  const [x, y, z] = [b[2] - c[1], c[0] - a[2], a[1] - b[0]]
  const [xy, xz, yz] = [a[1] + b[0], a[2] + c[0], b[2] + c[1]]
  if (largest === 0) return [size, xy * scale, xz * scale, x * scale]
  if (largest === 1) return [xy * scale, size, yz * scale, y * scale]
  if (largest === 2) return [xz * scale, yz * scale, size, z * scale]
  return [x * scale, y * scale, z * scale, size]
}

function toColumns(columns: Columns): readonly [Triple, Triple, Triple] {
  const column = (at: number): Triple => [columns[at], columns[at + 1], columns[at + 2]]
  return [column(0), column(3), column(6)]
}

function transposed([a, b, c]: readonly Triple[]): readonly Triple[] {
  const row = (at: 0 | 1 | 2): Triple => [a[at], b[at], c[at]]
  return [row(0), row(1), row(2)]
}

const dot = (one: readonly number[], other: readonly number[]): number =>
  one[0] * other[0] + one[1] * other[1] + one[2] * other[2]

const cross = (one: Triple, other: Triple): Triple => [
  one[1] * other[2] - one[2] * other[1],
  one[2] * other[0] - one[0] * other[2],
  one[0] * other[1] - one[1] * other[0],
]

function unit(vector: Triple, fallback: Triple): Triple {
  const length = Math.hypot(...vector)
  return length > 1e-12 ? [vector[0] / length, vector[1] / length, vector[2] / length] : fallback
}
