/** Triangles of one face from the kernel: millimetres, counter-clockwise from outside. */
export interface FaceMesh {
  /** x y z per vertex. */
  readonly positions: Float32Array
  /** x y z per vertex: exact surface normals. */
  readonly normals: Float32Array
  /** Three per triangle, indices of this face's vertices. */
  readonly indices: Uint32Array
}
