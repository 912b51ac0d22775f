import { NamedRangeList } from '../cull/draw-lists.js'
import { ElementStates } from '../store/element-states.js'
import { InstanceColors } from '../store/instance-colors.js'
import { InstanceStore } from '../store/instance-store.js'
import { placementStride, rangeStride, type GpuChunk, type GpuInstances } from '../store/gpu-chunk.js'
import type { ViewerColors } from './viewer-colors.js'
import type { ModelBatches } from './model-batches.js'

/** Returns one instance of a mesh without extent. */
function pointInstance(): GpuInstances {
  return {
    count: 1,
    node: new Uint32Array(1),
    geometry: new Uint32Array(1),
    color: new Uint8Array(4),
    placement: new Float32Array(placementStride),
    sphere: new Float32Array(4),
    levelError: new Float32Array(2),
    ranges: new Uint32Array(rangeStride),
    flags: new Uint8Array(1),
  }
}

function pointChunk(): GpuChunk {
  const none = { indices16: new Uint16Array(0), indices32: new Uint32Array(0) }
  const geometries = {
    count: 0,
    vertexStart: new Uint32Array(0),
    vertexCount: new Uint32Array(0),
    indexStart: new Uint32Array(0),
    indexCount: new Uint32Array(0),
    wide: new Uint8Array(0),
    kind: new Uint8Array(0),
    extent: new Uint16Array(0),
  }
  return {
    firstGeometry: 0,
    firstInstance: 0,
    firstVertex: 0,
    firstIndex: 0,
    vertices: new Uint16Array(4),
    copiedVertices: new Uint16Array(0),
    owners: new Uint32Array(1),
    colors: null,
    textureCoordinates: null,
    textures: [],
    indices: new Uint32Array(6),
    ...none,
    geometries,
    instances: pointInstance(),
  }
}

/** Fills every draw call of `model` with geometry that covers no pixel, so that the driver compiles all programs. */
export function fillWithPoints(model: ModelBatches, colors: ViewerColors): void {
  const chunk = pointChunk()
  const instances = new InstanceStore()
  instances.append(chunk.instances)
  const instanceColors = new InstanceColors({ instances, states: new ElementStates(), colors: colors.states })
  instanceColors.updateRange(0, 1)
  model.uploadGeometry(chunk)
  model.uploadInstances(instances, 0, 1)
  model.uploadColors(instanceColors, 0, 1)
  for (const list of model.lists.all)
    if (list instanceof NamedRangeList) list.addNamed(0, 6, 0)
    else list.add(0, 6, 0)
}
