import { instanceFlag, placementStride, rangeStride, type GpuChunk } from '../../store/gpu-chunk.js'
import { noElement, type InstanceStore } from '../../store/instance-store.js'

/** Location of a chunk: offsets into the buffers of the GPU, and first numbers of rows and geometries. */
export interface CellLocation {
  readonly vertices: number
  readonly indices: number
  readonly rows: number
  readonly geometries: number
}

/** Writes the rows of a relocatable chunk at their location; they are absent from the frame at first. */
export function putRows(
  instances: InstanceStore,
  { instances: rows, firstGeometry }: GpuChunk,
  { location, isProxy }: { readonly location: CellLocation; readonly isProxy: boolean },
): void {
  const start = location.rows
  instances.node.set(rows.node, start)
  instances.color.set(rows.color, start * 4)
  instances.placement.set(rows.placement, start * placementStride)
  instances.sphere.set(rows.sphere, start * 4)
  instances.levelError.set(rows.levelError, start * 2)
  const flags = instanceFlag.absent | (isProxy ? instanceFlag.proxy : 0)
  for (let row = 0; row < rows.count; row++) {
    instances.geometry[start + row] = rows.geometry[row] - firstGeometry + location.geometries
    instances.flags[start + row] = (rows.flags[row] & ~instanceFlag.owned) | flags
  }
  const { ranges } = instances
  for (let at = 0; at < rows.count * rangeStride; at += 2) {
    ranges[start * rangeStride + at] = rows.ranges[at] + location.indices
    ranges[start * rangeStride + at + 1] = rows.ranges[at + 1]
  }
  instances.count = Math.max(instances.count, start + rows.count)
}

/** Removes the instances of rows. */
export function removeRows(instances: InstanceStore, start: number, end: number): void {
  instances.node.fill(noElement, start, end)
  instances.flags.fill(instanceFlag.absent, start, end)
  instances.ranges.fill(0, start * rangeStride, end * rangeStride)
}

/** Puts the rows of some elements into the frame, and no others. */
export function setPresent(
  instances: InstanceStore,
  run: { readonly start: number; readonly end: number },
  isPresent: (element: number) => boolean,
): void {
  for (let row = run.start; row < run.end; row++)
    instances.flags[row] = isPresent(instances.node[row])
      ? instances.flags[row] & ~instanceFlag.absent
      : instances.flags[row] | instanceFlag.absent
}
