import { PNG } from 'pngjs'
import { DepthBuffer } from './raster/depth-buffer.js'
import { InstanceProjector } from './raster/instance-projector.js'
import { orthographicView, viewDirection, type Bounds } from './raster/orthographic-view.js'
import { isOpaque, type RasterScene } from './raster/raster-scene.js'
import { cornersAt, TriangleScan } from './raster/triangle-scan.js'

const width = 512
const height = 384
/** Samples per pixel and axis: what makes edges smooth and 0.7 px lines possible. */
const samples = 3
const viewer = viewDirection(-50, 28)
const edgeShade = 0.28
/** How far towards the viewer, in samples, a crease is lifted off its own faces. */
const edgeLift = 1.6
const levelTolerancePixels = 0.4

interface Canvas {
  readonly buffer: DepthBuffer
  /** Linear-light r g b and coverage per sample. */
  readonly colors: Float32Array
  readonly scan: TriangleScan
}

/** A picture of the whole model: shaded, crease edges, glass see-through, transparent background. PNG bytes. */
export function renderThumbnail(scene: RasterScene, bounds: Bounds): Uint8Array {
  const grid = { width: width * samples, height: height * samples, margin: 14 * samples }
  const projector = new InstanceProjector(scene, orthographicView(bounds, viewer, grid))
  const buffer = new DepthBuffer(grid.width, grid.height)
  const canvas: Canvas = {
    buffer,
    scan: new TriangleScan(buffer),
    colors: new Float32Array(grid.width * grid.height * 4),
  }
  const seeThrough: { instance: number; nearest: number }[] = []
  for (let instance = 0; instance < scene.count; instance++) {
    if (scene.hidden[instance] === 1) continue
    if (isOpaque(scene, instance)) drawSurface(scene, projector, canvas, instance)
    else seeThrough.push({ instance, nearest: projector.projectBox(instance).nearest })
  }
  for (let instance = 0; instance < scene.count; instance++) {
    if (scene.hidden[instance] === 0) drawEdges(scene, projector, canvas, instance)
  }
  seeThrough.sort((a, b) => b.nearest - a.nearest || a.instance - b.instance)
  for (const { instance } of seeThrough) drawSurface(scene, projector, canvas, instance)
  const png = new PNG({ width, height })
  png.data = Buffer.from(downsample(canvas))
  return PNG.sync.write(png, { deflateLevel: 9 })
}

const toLinear = Float32Array.from({ length: 256 }, (_, value) => (value / 255) ** 2.2)

/** Hemisphere plus a key light from over the viewer's left shoulder, both sides lit. */
function brightness(x: number, y: number, z: number): number {
  const facing = x * viewer[0] + y * viewer[1] + z * viewer[2] < 0 ? -1 : 1
  const key = Math.max(0, facing * (x * -0.15 + y * -0.62 + z * 0.77))
  return 0.5 + 0.16 * facing * z + 0.42 * key
}

function drawSurface(scene: RasterScene, projector: InstanceProjector, canvas: Canvas, instance: number): void {
  const { buffer } = canvas
  const box = projector.projectBox(instance)
  if (box.empty || buffer.hides(box, box.nearest)) return
  projector.projectPoints(instance)
  const color = [0, 1, 2].map((channel) => toLinear[scene.color[instance * 4 + channel]])
  const opacity = isOpaque(scene, instance) ? 1 : scene.color[instance * 4 + 3] / 255
  const shade = faceBrightness(scene, instance)
  const { indices } = scene.geometries[scene.geometry[instance]]
  const { start, count } = projector.levelOf(instance, levelTolerancePixels)
  for (let corner = start; corner < start + count; corner += 3) {
    canvas.scan.scan(projector.points, cornersAt(indices, corner))
    const light = shade(corner)
    paint(canvas, [color[0] * light, color[1] * light, color[2] * light], opacity)
  }
  buffer.touch(box)
}

/** Lays a colour over the scanned pixels that are not behind anything; only opaque surfaces hide what comes after. */
function paint({ buffer, colors, scan }: Canvas, color: readonly [number, number, number], opacity: number): void {
  for (let row = 0; row < scan.rows; row++) {
    let depth = scan.depth[row]
    for (let pixel = scan.first[row]; pixel <= scan.last[row]; pixel++, depth += scan.depthStep) {
      if (depth >= buffer.depth[pixel]) continue
      if (opacity === 1) buffer.depth[pixel] = depth
      const at = pixel * 4
      for (let channel = 0; channel < 3; channel++) {
        colors[at + channel] = colors[at + channel] * (1 - opacity) + color[channel] * opacity
      }
      colors[at + 3] = colors[at + 3] * (1 - opacity) + opacity
    }
  }
}

/** Brightness of a triangle by its first corner's place in `indices`: the mean of its corner normals. */
function faceBrightness(scene: RasterScene, instance: number): (corner: number) => number {
  const { normals, indices } = scene.geometries[scene.geometry[instance]]
  const columns = scene.linear.subarray(instance * 9, instance * 9 + 9)
  const weights = [0, 3, 6].map(
    (at) => 1 / Math.max(1e-12, columns[at] ** 2 + columns[at + 1] ** 2 + columns[at + 2] ** 2),
  )
  return (corner) => {
    const sum = [0, 0, 0]
    for (let offset = 0; offset < 3; offset++) addOctahedral(sum, normals, indices[corner + offset] * 2)
    const world = [0, 1, 2].map(
      (axis) =>
        columns[axis] * sum[0] * weights[0] +
        columns[3 + axis] * sum[1] * weights[1] +
        columns[6 + axis] * sum[2] * weights[2],
    )
    const length = Math.hypot(world[0], world[1], world[2]) || 1
    return brightness(world[0] / length, world[1] / length, world[2] / length)
  }
}

function addOctahedral(sum: number[], normals: Int8Array, at: number): void {
  const u = normals[at] / 127
  const v = normals[at + 1] / 127
  const z = 1 - Math.abs(u) - Math.abs(v)
  const fold = Math.max(0, -z)
  sum[0] += u + (u >= 0 ? -fold : fold)
  sum[1] += v + (v >= 0 ? -fold : fold)
  sum[2] += z
}

function drawEdges(scene: RasterScene, projector: InstanceProjector, canvas: Canvas, instance: number): void {
  const { edges } = scene.geometries[scene.geometry[instance]]
  const box = projector.projectBox(instance)
  if (edges.length === 0 || box.empty || Math.max(box.right - box.left, box.bottom - box.top) < 4 * samples) return
  if (canvas.buffer.hides(box, box.nearest - edgeLift)) return
  projector.projectPoints(instance)
  for (let pair = 0; pair < edges.length; pair += 2) {
    drawLine(canvas, projector.points, edges[pair] * 3, edges[pair + 1] * 3)
  }
}

function drawLine({ buffer, colors }: Canvas, points: Float32Array, from: number, to: number): void {
  const dx = points[to] - points[from]
  const dy = points[to + 1] - points[from + 1]
  const dz = points[to + 2] - points[from + 2]
  const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy), 1))
  const steep = Math.abs(dy) > Math.abs(dx)
  for (let step = 0; step <= steps; step++) {
    const share = step / steps
    const depth = points[from + 2] + dz * share - edgeLift
    for (let side = 0; side < 2; side++) {
      const x = Math.floor(points[from] + dx * share) + (steep ? side : 0)
      const y = Math.floor(points[from + 1] + dy * share) + (steep ? 0 : side)
      if (x < 0 || y < 0 || x >= buffer.width || y >= buffer.height) continue
      const pixel = y * buffer.width + x
      if (depth > buffer.depth[pixel]) continue
      // The line takes the depth of what it lies on, so that a second edge over it does not darken it twice.
      buffer.depth[pixel] = Math.min(buffer.depth[pixel], depth)
      for (let channel = 0; channel < 3; channel++) colors[pixel * 4 + channel] *= edgeShade
      colors[pixel * 4 + 3] = 1
    }
  }
}

/** Mean of the samples of each pixel, back to sRGB with straight alpha. */
function downsample({ buffer, colors }: Canvas): Uint8Array {
  const out = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const sum = [0, 0, 0, 0]
    const left = (pixel % width) * samples
    const top = Math.floor(pixel / width) * samples
    for (let sample = 0; sample < samples * samples; sample++) {
      const at = ((top + Math.floor(sample / samples)) * buffer.width + left + (sample % samples)) * 4
      for (let channel = 0; channel < 4; channel++) sum[channel] += colors[at + channel]
    }
    if (sum[3] === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      out[pixel * 4 + channel] = Math.round(255 * Math.min(1, sum[channel] / sum[3]) ** (1 / 2.2))
    }
    out[pixel * 4 + 3] = Math.round((255 * sum[3]) / (samples * samples))
  }
  return out
}
