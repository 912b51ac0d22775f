import type { MeshInput, Placement } from '@kamar/core'
import type { InstanceShape, ModelGeometry } from '../engine/model/model-geometry.js'
import type { GeometryShape } from '../engine/store/geometry-store.js'

/** Quantisation steps of a test mesh's longest side. */
const steps = 65_000

function quantised({ positions, indices }: MeshInput): { shape: GeometryShape; low: number[]; step: number } {
  const low = [0, 1, 2].map((axis) => Math.min(...positions.filter((_, at) => at % 3 === axis)))
  const high = [0, 1, 2].map((axis) => Math.max(...positions.filter((_, at) => at % 3 === axis)))
  const step = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0))) / steps
  const vertices = new Uint16Array((positions.length / 3) * 4)
  positions.forEach((value, at) => {
    vertices[Math.floor(at / 3) * 4 + (at % 3)] = Math.round((value - (low[at % 3] ?? 0)) / step)
  })
  const shapeIndices = Uint32Array.from(indices)
  const shape: GeometryShape = {
    vertices,
    indices: shapeIndices,
    firstVertex: 0,
    indexStart: 0,
    indexCount: shapeIndices.length,
    kind: 'triangles',
    vertexCount: positions.length / 3,
  }
  return { shape, low, step }
}

/** Returns a mesh as an instance shape, transformed to the model (columns of a matrix, then the translation). */
export function testShape(mesh: MeshInput, placement: Placement, solid = true): InstanceShape {
  const { shape, low, step } = quantised(mesh)
  const matrix = new Float32Array(12)
  for (let row = 0; row < 3; row++) {
    const [x, y, z] = [placement[row], placement[3 + row], placement[6 + row]]
    matrix.set([x * step, y * step, z * step], row * 4)
    matrix[row * 4 + 3] = x * (low[0] ?? 0) + y * (low[1] ?? 0) + z * (low[2] ?? 0) + (placement[9 + row] ?? 0)
  }
  return { instance: 0, element: 0, geometry: 0, shape, matrix, solid }
}

/** Returns the geometry of a model in which each shape is an element of its own. */
export function testGeometry(shapes: readonly InstanceShape[]): ModelGeometry {
  const geometry: Partial<ModelGeometry> = {
    instancesOf: (element) => Uint32Array.of(element),
    getShape: (instance) => shapes[instance] as InstanceShape,
  }
  return geometry as ModelGeometry
}
