import { NamedRangeList } from '../cull/draw-lists.js'
import { ElementStates } from '../store/element-states.js'
import type { ChunkGeometry } from '../store/gpu-chunk.js'
import { InstanceColors } from '../store/instance-colors.js'
import { InstanceStore } from '../store/instance-store.js'
import type { ViewerColors } from './viewer-colors.js'
import type { ModelBatches } from './model-batches.js'

/** Returns one vertex, and two triangles of it; the upload moves the indices. */
const createPoint = (): ChunkGeometry => ({
  vertices: new Uint16Array(4),
  copiedVertices: new Uint16Array(0),
  owners: new Uint32Array(1),
  colors: null,
  textureCoordinates: null,
  indices: new Uint32Array(6),
})

/** Fills every draw call of `model` with geometry that covers no pixel, so that the driver compiles all programs. */
export function fillWithPoints(model: ModelBatches, colors: ViewerColors): void {
  const instances = new InstanceStore()
  instances.reserve(1)
  instances.count = 1
  const instanceColors = new InstanceColors({ instances, states: new ElementStates(), colors: colors.states })
  instanceColors.updateRange(0, 1)
  model.uploadGeometry(createPoint())
  model.uploadInstances(instances, 0, 1)
  model.uploadColors(instanceColors, 0, 1)
  for (const list of model.lists.all)
    if (list instanceof NamedRangeList) list.addNamed(0, 6, 0)
    else list.add(0, 6, 0)
}
