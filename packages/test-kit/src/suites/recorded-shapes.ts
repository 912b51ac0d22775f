import type { LinesInput, MeshInput, Placement, PointsInput, PreparedMesh } from '@kamar/core'

/** Axis-aligned box, metres. */
export interface Box {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

/** A recorded mesh, line set or point set: enough to place and to count it. */
export interface RecordedShape {
  readonly vertexCount: number
  /** 0 for lines and points. */
  readonly triangleCount: number
  /** Line segments; 0 for meshes and points. */
  readonly segmentCount: number
  /** Points; 0 for meshes and lines. */
  readonly pointCount: number
  /** Returns a coordinate (0 x, 1 y, 2 z) of a vertex in metres, in the shape's own frame. */
  coordinate(vertex: number, axis: number): number
}

const isPrepared = (mesh: MeshInput | PreparedMesh): mesh is PreparedMesh => 'shapeHash' in mesh

/** Records a mesh, raw or prepared (only its finest level counts). */
export function recordMesh(mesh: MeshInput | PreparedMesh): RecordedShape {
  const { positions } = mesh
  if (!isPrepared(mesh)) {
    return {
      vertexCount: positions.length / 3,
      triangleCount: mesh.indices.length / 3,
      segmentCount: 0,
      pointCount: 0,
      coordinate: (vertex, axis) => positions[3 * vertex + axis] ?? Number.NaN,
    }
  }
  return {
    vertexCount: positions.length / 3,
    triangleCount: (mesh.levels[0]?.count ?? 0) / 3,
    segmentCount: 0,
    pointCount: 0,
    coordinate: (vertex, axis) => (mesh.origin[axis] ?? 0) + mesh.step * (positions[3 * vertex + axis] ?? Number.NaN),
  }
}

/** Records lines. */
export function recordLines({ positions, indices }: LinesInput): RecordedShape {
  return {
    vertexCount: positions.length / 3,
    triangleCount: 0,
    segmentCount: indices.length / 2,
    pointCount: 0,
    coordinate: (vertex, axis) => positions[3 * vertex + axis] ?? Number.NaN,
  }
}

/** Records points. */
export function recordPoints({ positions }: PointsInput): RecordedShape {
  return {
    vertexCount: positions.length / 3,
    triangleCount: 0,
    segmentCount: 0,
    pointCount: positions.length / 3,
    coordinate: (vertex, axis) => positions[3 * vertex + axis] ?? Number.NaN,
  }
}

/** A growing bounding box; null while empty. */
export class GrowingBox {
  readonly #min: [number, number, number] = [Infinity, Infinity, Infinity]
  readonly #max: [number, number, number] = [-Infinity, -Infinity, -Infinity]

  /** Adds every vertex of a shape, transformed by a placement. */
  addPlaced(shape: RecordedShape, placement: Placement): void {
    for (let vertex = 0; vertex < shape.vertexCount; vertex++) {
      const [x, y, z] = [shape.coordinate(vertex, 0), shape.coordinate(vertex, 1), shape.coordinate(vertex, 2)]
      for (let axis = 0; axis < 3; axis++) {
        const column = (index: number): number => placement[3 * index + axis] ?? 0
        const value = column(0) * x + column(1) * y + column(2) * z + column(3)
        this.#min[axis] = Math.min(this.#min[axis] ?? value, value)
        this.#max[axis] = Math.max(this.#max[axis] ?? value, value)
      }
    }
  }

  /** Returns the current box. */
  get box(): Box | null {
    return this.#min[0] > this.#max[0] ? null : { min: [...this.#min], max: [...this.#max] }
  }
}
