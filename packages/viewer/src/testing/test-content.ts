import type { Box } from '@kamar/package-format/read'
import type { ModelContent } from '../engine/model/model-content.js'
import { ElementInstances } from '../engine/store/element-instances.js'
import { ElementStates } from '../engine/store/element-states.js'
import { GeometryStore } from '../engine/store/geometry-store.js'
import { placementStride } from '../engine/store/gpu-chunk.js'
import { InstanceColors } from '../engine/store/instance-colors.js'
import { emptyBox, InstanceStore } from '../engine/store/instance-store.js'
import { GpuChunkBuilder } from '../engine/stream/gpu-chunk-builder.js'
import { testChunk, type TestChunk } from './test-chunk.js'

type Point = readonly [number, number, number]

const colors = { ghost: [0, 0, 0], ghostOpacity: 0.1 } as const

/** Creates the loaded content of a model, without a WebGL context; requires `encoderReady` and `meshStageReady`. */
export function buildTestContent(chunk: TestChunk, states = new ElementStates()): ModelContent {
  const gpuChunk = new GpuChunkBuilder().build(testChunk(chunk))
  const instances = new InstanceStore()
  const geometries = new GeometryStore()
  instances.append(gpuChunk.instances)
  geometries.append(gpuChunk)
  const instanceColors = new InstanceColors({ instances, states, colors })
  instanceColors.updateRange(0, instances.count)
  const box = emptyBox()
  for (let instance = 0; instance < instances.count; instance++) instances.growBox(instance, geometries.extent, box)
  const bounds: Box = { min: [box[0], box[1], box[2]], max: [box[3], box[4], box[5]] }
  const elements = new ElementInstances(instances)
  const content = {
    instances,
    geometries,
    instanceColors,
    elements,
    bounds,
    capTriangles: [],
    residency: null,
    cells: null,
    rowRuns: null,
  }
  return content as unknown as ModelContent
}

/** Returns the position of every vertex that an instance's indices name, in order, in model coordinates. */
export function modelVertices({ instances, geometries }: ModelContent, instance: number): Point[] {
  const shape = geometries.getShape(instances.geometry[instance])
  const m = instances.placement.subarray(instance * placementStride, instance * placementStride + 12)
  return Array.from({ length: shape.indexCount }, (_, index) => {
    const at = (shape.firstVertex + shape.indices[shape.indexStart + index]) * 4
    const [x, y, z] = shape.vertices.subarray(at, at + 3)
    const along = (row: number): number => m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3]
    return [along(0), along(4), along(8)]
  })
}
