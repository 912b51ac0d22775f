/** Triangles of a mesh extracted as a separate mesh. */
export interface PartCorners {
  /** Vertices of the whole mesh with their index in the part, in order of first use. */
  readonly locals: ReadonlyMap<number, number>
  /** Three part indices per triangle. */
  readonly indices: Uint32Array
}

/** Renumbers the vertices of some faces of a mesh; `indices` has three vertices per face of the whole mesh. */
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
