import { geometryKind, type Chunk } from '@kamar/package-format/read'

/** Line that replaces a long thin body where that is thinner than a pixel. */
export interface ThinAxis {
  /** Vertex numbers of its two ends, counted from the mesh's first vertex. */
  readonly ends: Uint32Array
  /** Thickness in the mesh's own frame, metres. */
  readonly thickness: number
}

/** Minimum ratio of length to thickness of a long body. */
const minSlenderness = 8
/** Larger meshes are not plain pipes and bars. */
const maxVertices = 2048

/** Finds the longest line through a mesh of triangles, if the whole mesh lies close to it. */
export function findAxis(chunk: Chunk, geometry: number, vertexData: Uint16Array): ThinAxis | null {
  const { geometries } = chunk
  const count = geometries.vertexCount[geometry]
  if (geometries.kind[geometry] !== geometryKind.triangles || count < 4 || count > maxVertices) return null
  const vertices = vertexData.subarray(
    geometries.vertexStart[geometry] * 4,
    (geometries.vertexStart[geometry] + count) * 4,
  )
  const first = farthestFrom(vertices, 0)
  const second = farthestFrom(vertices, first)
  const [length, across] = spread(vertices, first, second)
  if (length < across * minSlenderness || across === 0) return null
  return { ends: Uint32Array.of(first, second), thickness: across * geometries.step[geometry] }
}

function farthestFrom(vertices: Uint16Array, from: number): number {
  let best = -1
  let farthest = from
  for (let at = 0; at < vertices.length; at += 4) {
    const x = vertices[at] - vertices[from * 4]
    const y = vertices[at + 1] - vertices[from * 4 + 1]
    const z = vertices[at + 2] - vertices[from * 4 + 2]
    const square = x * x + y * y + z * z
    if (square > best) {
      best = square
      farthest = at / 4
    }
  }
  return farthest
}

/**
 * Returns the length of the line between two vertices and the maximum distance of any vertex from it, quantisation
 * steps.
 */
function spread(vertices: Uint16Array, first: number, second: number): [number, number] {
  const [ax, ay, az] = vertices.subarray(first * 4, first * 4 + 3)
  const x = vertices[second * 4] - ax
  const y = vertices[second * 4 + 1] - ay
  const z = vertices[second * 4 + 2] - az
  const length = Math.hypot(x, y, z)
  let across = 0
  for (let at = 0; at < vertices.length; at += 4) {
    const u = vertices[at] - ax
    const v = vertices[at + 1] - ay
    const w = vertices[at + 2] - az
    across = Math.max(across, Math.hypot(v * z - w * y, w * x - u * z, u * y - v * x))
  }
  return [length, length === 0 ? 0 : across / length]
}
