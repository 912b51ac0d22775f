import type { GeometryShape } from '../../engine/store/geometry-store.js'
import { Interner } from '../../engine/interner.js'

/** Faces that differ by less than this angle have a smooth edge, which is a line only where it is a silhouette. */
const creaseCosine = Math.cos((30 * Math.PI) / 180)
/** Faces that differ by less than this angle are flat: their edge is never a line. */
const flatCosine = Math.cos((1 * Math.PI) / 180)

/** Edge of a mesh with the normals of its faces, in the mesh's own coordinates. */
export interface MeshEdge {
  readonly a: number
  readonly b: number
  readonly normal: readonly [number, number, number]
  /** Null: the edge borders one face. */
  other: readonly [number, number, number] | null
  /** Whether more than two faces share it. */
  isNonManifold: boolean
}

/** Edges of a mesh that may be lines of a plan. */
export interface MeshEdges {
  /** x y z per vertex, quantised coordinates. */
  readonly positions: readonly number[]
  readonly edges: readonly MeshEdge[]
}

/** Collects the edges of a mesh: borders, creases and smooth edges; of lines their segments. */
export function collectMeshEdges(shape: GeometryShape): MeshEdges {
  const { vertices, indices, firstVertex, indexStart, indexCount, kind } = shape
  const codes = new Interner<number>()
  const positions: number[] = []
  const getVertex = (index: number): number => {
    const at = (firstVertex + indices[index]) * 4
    const number = codes.intern((vertices[at] * 65_536 + vertices[at + 1]) * 65_536 + vertices[at + 2])
    if (number * 3 === positions.length) positions.push(vertices[at], vertices[at + 1], vertices[at + 2])
    return number
  }
  const end = indexStart + indexCount
  if (kind === 'lines') {
    const edges: MeshEdge[] = []
    for (let index = indexStart; index + 1 < end; index += 2)
      edges.push({ a: getVertex(index), b: getVertex(index + 1), normal: [0, 0, 0], other: null, isNonManifold: false })
    return { positions, edges }
  }
  const sides = new Map<number, MeshEdge>()
  for (let index = indexStart; kind === 'triangles' && index < end; index += 3) {
    const triangle = [getVertex(index), getVertex(index + 1), getVertex(index + 2)] as const
    const normal = computeNormal(positions, triangle)
    if (normal === null) continue
    for (let side = 0; side < 3; side++) addSide(sides, [triangle[side], triangle[(side + 1) % 3]], normal)
  }
  return { positions, edges: [...sides.values()].filter((edge) => !isFlat(edge)) }
}

function addSide(sides: Map<number, MeshEdge>, [a, b]: readonly [number, number], normal: MeshEdge['normal']): void {
  const key = a < b ? a * 2 ** 26 + b : b * 2 ** 26 + a
  const existing = sides.get(key)
  if (existing === undefined) sides.set(key, { a, b, normal, other: null, isNonManifold: false })
  else if (existing.other === null) existing.other = normal
  else existing.isNonManifold = true
}

/** Returns whether an edge is a line from every side; otherwise only as a silhouette. */
export const isSharp = ({ normal, other, isNonManifold }: MeshEdge): boolean =>
  other === null || isNonManifold || computeCosine(normal, other) < creaseCosine

const isFlat = ({ normal, other, isNonManifold }: MeshEdge): boolean =>
  other !== null && !isNonManifold && computeCosine(normal, other) > flatCosine

const computeCosine = (a: MeshEdge['normal'], b: MeshEdge['normal']): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

function computeNormal(
  p: readonly number[],
  [a, b, c]: readonly [number, number, number],
): readonly [number, number, number] | null {
  const along = (from: number, to: number, axis: number): number => p[to * 3 + axis] - p[from * 3 + axis]
  const [ux, uy, uz] = [along(a, b, 0), along(a, b, 1), along(a, b, 2)]
  const [vx, vy, vz] = [along(a, c, 0), along(a, c, 1), along(a, c, 2)]
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const
  const size = Math.hypot(...normal)
  return size === 0 ? null : [normal[0] / size, normal[1] / size, normal[2] / size]
}
