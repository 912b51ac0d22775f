import type { ModelContent } from '../model/model-content.js'
import type { Picker } from '../pick/picker.js'
import { placementStride } from '../store/placed-chunk.js'

/**
 * Keeps surfaces in one plane apart: each instance is told how many steps it stands back. False when nothing changed, or
 * when the content is not drawn any more once the code for it is here.
 */
export async function keepPlanesApart(
  content: ModelContent,
  picker: Picker,
  isCurrent: () => boolean,
): Promise<boolean> {
  const { orderPlanes } = await import('./plane-order.js')
  const { instances, geometries, bounds } = content
  if (!isCurrent() || bounds === null || content.isDisplaced) return false
  const diagonal = Math.hypot(...bounds.max.map((value, axis) => value - bounds.min[axis]))
  const near = picker.near.bind(picker)
  const { levels, apart } = orderPlanes({ instances, extent: geometries.extent, diagonal, near })
  let changed = false
  for (let instance = 0; instance < instances.count; instance++) {
    const at = instance * placementStride + 14
    const closed = instances.placement[at] % 2
    changed ||= levels[instance] > 0
    instances.placement[at] = closed + levels[instance] * 2
  }
  if (changed) content.setPlanes(apart)
  return changed
}
