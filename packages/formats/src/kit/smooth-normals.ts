/** Indexed triangles. */
export interface IndexedTriangles {
  /** x y z per vertex. */
  readonly positions: ArrayLike<number>
  /** Three vertices per triangle. */
  readonly indices: ArrayLike<number>
}

/** Face corners after smoothing: corners with the same vertex and smoothing groups share a normal. */
export interface SmoothCorners {
  /** Vertex of the mesh, per local vertex. */
  readonly vertices: Uint32Array
  /** x y z per local vertex. */
  readonly normals: Float32Array
  /** Three local vertices per face. */
  readonly indices: Uint32Array
}

/** Faces around each vertex: those of vertex v are `faces` from `starts[v]` to `starts[v + 1]`. */
interface FacesAround {
  readonly starts: Uint32Array
  readonly faces: Uint32Array
}

function facesAround(mesh: IndexedTriangles, faces: Uint32Array): FacesAround {
  const starts = new Uint32Array(mesh.positions.length / 3 + 1)
  for (const face of faces) for (let corner = 0; corner < 3; corner++) starts[mesh.indices[3 * face + corner] + 1]++
  for (let vertex = 1; vertex < starts.length; vertex++) starts[vertex] += starts[vertex - 1]
  const around = new Uint32Array(3 * faces.length)
  const next = starts.slice()
  for (const face of faces) {
    for (let corner = 0; corner < 3; corner++) around[next[mesh.indices[3 * face + corner]]++] = face
  }
  return { starts, faces: around }
}

/** Computes twice the area times the normal of each face, x y z. */
function faceVectors({ positions, indices }: IndexedTriangles): Float32Array {
  const vectors = new Float32Array(indices.length)
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]]
    const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis])
    const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis])
    vectors[at] = uy * vz - uz * vy
    vectors[at + 1] = uz * vx - ux * vz
    vectors[at + 2] = ux * vy - uy * vx
  }
  return vectors
}

/**
 * Computes normals by smoothing groups: at a vertex, a face blends with the adjacent faces that share a group with it;
 * a face without group stays flat. Weighted by area. `faces` are those with valid indices.
 */
export function smoothCorners(mesh: IndexedTriangles, groups: Uint32Array, faces: Uint32Array): SmoothCorners {
  const vectors = faceVectors(mesh)
  const around = facesAround(mesh, faces)
  const localByKey = new Map<string, number>()
  const vertices: number[] = []
  const normals: number[] = []
  const indices = new Uint32Array(mesh.indices.length)
  for (const face of faces) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = mesh.indices[3 * face + corner]
      const key = groups[face] === 0 ? `${vertex} face ${face}` : `${vertex} ${groups[face]}`
      let local = localByKey.get(key)
      if (local === undefined) {
        local = vertices.push(vertex) - 1
        localByKey.set(key, local)
        normals.push(...blended({ face, vertex, groups, vectors, around }))
      }
      indices[3 * face + corner] = local
    }
  }
  return { vertices: Uint32Array.from(vertices), normals: Float32Array.from(normals), indices }
}

interface Corner {
  readonly face: number
  readonly vertex: number
  readonly groups: Uint32Array
  readonly vectors: Float32Array
  readonly around: FacesAround
}

function blended({ face, vertex, groups, vectors, around }: Corner): readonly number[] {
  const sum = [0, 0, 0]
  for (let at = around.starts[vertex]; at < around.starts[vertex + 1]; at++) {
    const other = around.faces[at]
    if (other !== face && (groups[other] & groups[face]) === 0) continue
    for (let axis = 0; axis < 3; axis++) sum[axis] += vectors[3 * other + axis]
  }
  const length = Math.hypot(...sum)
  return length > 0 ? sum.map((value) => value / length) : [0, 0, 1]
}
