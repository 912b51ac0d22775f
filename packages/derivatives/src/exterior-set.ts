import { DepthBuffer } from './raster/depth-buffer.js'
import { InstanceProjector } from './raster/instance-projector.js'
import { orthographicView, viewDirection, type Bounds } from './raster/orthographic-view.js'
import { isOpaque, type RasterScene } from './raster/raster-scene.js'
import { cornersAt, fillNearest, isAnyPixelNearest, TriangleScan } from './raster/triangle-scan.js'

const gridSize = 640
const levelTolerancePixels = 0.5
/** An instance whose box is this small on the grid counts as seen when the box is not behind anything. */
const tinyPixels = 4
/** A small object that was seen before is not drawn again: it hides little, and leaving it out only lets more be seen. */
const smallOccluderPixels = 10

/**
 * Directions from which a building is looked at. A ray that enters the model's box from outside has a direction, and a
 * parallel view samples every ray of its direction, so only directions need covering, not camera positions. They are
 * dense near the horizon, where windows let the eye go deep.
 */
const directions: readonly (readonly [number, number, number])[] = [
  ...ring(0, 16),
  ...ring(12, 16),
  ...ring(28, 12),
  ...ring(50, 8),
  ...ring(-20, 8),
  viewDirection(45, 89.9),
  viewDirection(45, -89.9),
]

function ring(elevationDegrees: number, count: number): [number, number, number][] {
  return Array.from({ length: count }, (_, index) =>
    viewDirection(((index + elevationDegrees / 90) * 360) / count, elevationDegrees),
  )
}

/** Instances that can be seen from outside with everything shown; glass is looked through. One byte per instance. */
export function findExteriorSet(scene: RasterScene, bounds: Bounds, shouldStop: () => void = () => {}): Uint8Array {
  const seen = new Uint8Array(scene.count)
  const buffer = new DepthBuffer(gridSize, gridSize)
  const ids = new Int32Array(gridSize * gridSize)
  const scan = new TriangleScan(buffer)
  for (const direction of directions) {
    shouldStop()
    const view = orthographicView(bounds, direction, { width: gridSize, height: gridSize, margin: 2 })
    buffer.clear()
    ids.fill(-1)
    markVisible(scene, new InstanceProjector(scene, view), { buffer, ids, seen, scan })
  }
  return seen
}

interface MarkTarget {
  readonly buffer: DepthBuffer
  readonly ids: Int32Array
  readonly seen: Uint8Array
  readonly scan: TriangleScan
}

function markVisible(scene: RasterScene, projector: InstanceProjector, target: MarkTarget): void {
  const order = frontToBack(scene, projector)
  const seeThrough: number[] = []
  for (const instance of order) {
    if (isOpaque(scene, instance)) drawOpaque(scene, projector, target, instance)
    else seeThrough.push(instance)
  }
  for (const id of target.ids) if (id >= 0) target.seen[id] = 1
  for (const instance of seeThrough) {
    if (target.seen[instance] === 0 && isAnyPixelNearer(scene, projector, target, instance)) target.seen[instance] = 1
  }
}

function frontToBack(scene: RasterScene, projector: InstanceProjector): Uint32Array {
  const nearest = new Float32Array(scene.count)
  const drawn: number[] = []
  for (let instance = 0; instance < scene.count; instance++) {
    if (scene.hidden[instance] === 1 || projector.projectBox(instance).empty) continue
    nearest[instance] = projector.box.nearest
    drawn.push(instance)
  }
  return Uint32Array.from(drawn).sort((a, b) => nearest[a] - nearest[b])
}

function drawOpaque(scene: RasterScene, projector: InstanceProjector, target: MarkTarget, instance: number): void {
  const { buffer, ids, seen, scan } = target
  const box = projector.projectBox(instance)
  if (buffer.hides(box, box.nearest)) return
  const extent = Math.max(box.right - box.left, box.bottom - box.top)
  if (seen[instance] === 1 && extent <= smallOccluderPixels) return
  if (extent <= tinyPixels) seen[instance] = 1
  projector.projectPoints(instance)
  const { indices } = scene.geometries[scene.geometry[instance]]
  const { start, count } = projector.levelOf(instance, levelTolerancePixels)
  for (let corner = start; corner < start + count; corner += 3) {
    scan.scan(projector.points, cornersAt(indices, corner))
    fillNearest(scan, buffer, ids, instance)
  }
  buffer.touch(box)
}

function isAnyPixelNearer(
  scene: RasterScene,
  projector: InstanceProjector,
  target: MarkTarget,
  instance: number,
): boolean {
  const { buffer, scan } = target
  const box = projector.projectBox(instance)
  if (buffer.hides(box, box.nearest)) return false
  projector.projectPoints(instance)
  const { indices } = scene.geometries[scene.geometry[instance]]
  const { start, count } = projector.levelOf(instance, levelTolerancePixels)
  for (let corner = start; corner < start + count; corner += 3) {
    scan.scan(projector.points, cornersAt(indices, corner))
    if (isAnyPixelNearest(scan, buffer)) return true
  }
  return false
}
