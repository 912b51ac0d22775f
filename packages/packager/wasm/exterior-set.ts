import { GeometryField, InstanceFlag, SceneField } from '../src/raster/exterior-layout'
import { clearGrid, isBoxHidden, touchBox } from './depth-grid'
import { isMirrored, projectBoxes, projectInstance } from './projection'
import {
  bottom,
  fields,
  flags,
  geometryOf,
  getGeometry,
  ids,
  instanceCount,
  left,
  nearest,
  order,
  right,
  size,
  slices,
  top,
  visible,
} from './scene'
import { drawTriangles, isAnyTriangleInFront } from './triangles'
import { Integers } from '@kamar/mesh/wasm/views'

export { reserve } from './scene'

/**
 * Objects below this size, and already visible objects below the second, are not drawn as occluders: they occlude
 * little, and omitting them can only make more visible. They are visible unless they are behind drawn objects.
 */
const minOccluderPixels: i32 = 2
const minVisibleOccluderPixels: i32 = 12
const depthSlices: i32 = 2048
/**
 * Depth offset towards the viewer for objects not yet found visible: of two coplanar surfaces, such as a tile flush
 * with its floor, both are found, one after the other. Without it the result was arbitrary, and the tile was missing
 * from outside.
 */
const forwardPixels: f64 = 0.02

/** Per depth slice: where its instances start in `order`. */
const starts = changetype<Integers>(memory.data((depthSlices + 1) * 4, 4))

/** Marks the instances visible in the view that `fields` states. */
export function search(): void {
  clearGrid()
  projectBoxes()
  const occluders = sortFrontToBack()
  for (let at = 0; at < occluders; at++) draw(order[at])
  for (let pixel = 0; pixel < size * size; pixel++) if (ids[pixel] >= 0) mark(ids[pixel])
  for (let instance = 0; instance < instanceCount; instance++)
    if (visible[instance] === 0 && isInFront(instance)) mark(instance)
}

function mark(instance: i32): void {
  if (visible[instance] === 1) return
  visible[instance] = 1
  fields[SceneField.hiddenCount] -= 1
}

function isOccluder(instance: i32): bool {
  if ((flags[instance] & InstanceFlag.occluder) === 0) return false
  const pixels = max(right[instance] - left[instance], bottom[instance] - top[instance])
  return pixels > (visible[instance] === 1 ? minVisibleOccluderPixels : minOccluderPixels)
}

/**
 * Lists the occluders in `order`, front to back, by a counting sort over depth slices, and returns their number: sorting
 * with a comparator took half of the whole search, sorting plain numbers still a fifth.
 */
function sortFrontToBack(): i32 {
  memory.fill(changetype<usize>(starts), 0, (depthSlices + 1) * 4)
  for (let instance = 0; instance < instanceCount; instance++) {
    slices[instance] = depthSlices
    if ((flags[instance] & InstanceFlag.hidden) !== 0 || !isOccluder(instance)) continue
    const slice = <i32>floor((nearest[instance] / <f64>(2 * size) + 0.5) * <f64>depthSlices)
    slices[instance] = max(0, min(depthSlices - 1, slice))
    starts[slices[instance] + 1]++
  }
  for (let slice = 0; slice < depthSlices; slice++) starts[slice + 1] += starts[slice]
  const count = starts[depthSlices]
  for (let instance = 0; instance < instanceCount; instance++)
    if (slices[instance] < depthSlices) order[starts[slices[instance]]++] = instance
  return count
}

function draw(instance: i32): void {
  const forward = visible[instance] === 1 ? 0 : forwardPixels
  if (isBoxHidden(instance, nearest[instance] - forward)) return
  projectInstance(instance)
  const isClosed = getGeometry(geometryOf[instance], GeometryField.closed) !== 0
  drawTriangles(instance, forward, isClosed && !isMirrored(instance))
  touchBox(instance)
}

/**
 * Returns whether an undrawn object is at least partly in front of the drawn ones: tests its box, then its triangles.
 * With boxes alone, the lamps and sprinklers under a clinic's ceilings were half of what was drawn of it.
 */
function isInFront(instance: i32): bool {
  if ((flags[instance] & InstanceFlag.hidden) !== 0 || isOccluder(instance)) return false
  if (right[instance] < left[instance] || bottom[instance] < top[instance]) return false
  if (isBoxHidden(instance, nearest[instance])) return false
  projectInstance(instance)
  return isAnyTriangleInFront()
}
