/** Triangles of a mesh that become a mesh of their own. */
export interface PartCorners {
  /** Vertices of the whole and their numbers in the part, in the order in which they are first used. */
  readonly locals: ReadonlyMap<number, number>
  /** Three numbers in the part for each triangle. */
  readonly indices: Uint32Array
}

/** Numbers the corners of some faces of a mesh anew; `indices` has three vertices for each face of the whole. */
export function partCorners(faces: ArrayLike<number>, indices: ArrayLike<number>): PartCorners {
  const locals = new Map<number, number>()
  const own = new Uint32Array(3 * faces.length)
  for (let at = 0; at < own.length; at++) {
    const vertex = indices[3 * faces[Math.floor(at / 3)] + (at % 3)]
    const local = locals.get(vertex) ?? locals.size
    locals.set(vertex, local)
    own[at] = local
  }
  return { locals, indices: own }
}
