import { FaceColors } from './face-colors.js'
import { toIndexed } from './files/palette.js'
import { encodeIndexedPng } from './files/png.js'
import { IdRaster } from './raster/id-raster.js'
import { InstanceProjector } from './raster/instance-projector.js'
import {
  cropView,
  orthographicView,
  viewDirection,
  type Bounds,
  type OrthographicView,
} from './raster/orthographic-view.js'
import { isOpaque, type RasterScene } from './raster/raster-scene.js'
import { getTriangle, TriangleScan } from './raster/triangle-scan.js'
import { FaceShading, packColor, resolveSamples, shadeEdge } from './thumbnail-colors.js'

const width = 512
const height = 384
/** Samples per pixel and axis, for smooth edges and lines thinner than a pixel. */
const samples = 2
/** Width of a crease in samples. */
const lineSamples = 1
const viewer = viewDirection(-50, 28)
/** Depth offset of a crease towards the viewer, in samples, in front of its own faces. */
const edgeLift = 1.6
/** Thinner objects would be all edge: their lines are drawn in the object's colour instead of a dark one. */
const minEdgedPixels = 4
const thinLight = 0.8
const levelTolerancePixels = 0.4
/** Maximum width and height of an object's box, rounded outwards by a sample on each side, to draw it as a dot. */
const dotSamples = 4

/**
 * Renders the whole model: shaded, with crease edges, transparent glass and a transparent background. Returns PNG
 * bytes and yields between instances. `visible` has one byte per instance, 0 when not visible from outside; the image is framed on the other
 * instances.
 */
export function* renderThumbnail(scene: RasterScene, bounds: Bounds, visible: Uint8Array): Generator<void, Uint8Array> {
  const painter = new ThumbnailPainter(scene, computeView(scene, bounds, visible))
  const seeThrough: { instance: number; nearest: number }[] = []
  for (let instance = 0; instance < scene.count; instance++) {
    if (visible[instance] === 0) continue
    yield
    if (isOpaque(scene, instance)) painter.drawOpaque(instance)
    else seeThrough.push({ instance, nearest: painter.computeNearestDepth(instance) })
  }
  for (let instance = 0; instance < scene.count; instance++) {
    if (visible[instance] === 0) continue
    yield
    painter.drawEdges(instance)
    painter.drawPoints(instance)
  }
  seeThrough.sort((a, b) => b.nearest - a.nearest || a.instance - b.instance)
  for (const { instance } of seeThrough) painter.layGlass(instance)
  return encodeIndexedPng(toIndexed(resolveSamples(painter.samples, { width, height, samples }), width, height))
}

const grid = { width: width * samples, height: height * samples, margin: 14 * samples }

/** Computes a view that the drawn content fills: the box of a slanting or L-shaped model is mostly empty. */
function computeView(scene: RasterScene, bounds: Bounds, visible: Uint8Array): OrthographicView {
  const view = orthographicView(bounds, viewer, grid)
  const projector = new InstanceProjector(scene, view)
  const content = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let instance = 0; instance < scene.count; instance++) {
    if (visible[instance] === 0) continue
    const box = projector.projectBox(instance)
    if (box.empty) continue
    content.left = Math.min(content.left, box.left)
    content.top = Math.min(content.top, box.top)
    content.right = Math.max(content.right, box.right)
    content.bottom = Math.max(content.bottom, box.bottom)
  }
  return content.left > content.right ? view : cropView(view, content, grid.margin)
}

class ThumbnailPainter {
  readonly #scene: RasterScene
  readonly #projector: InstanceProjector
  readonly #raster = new IdRaster(width * samples, height * samples)
  readonly #scan = new TriangleScan(this.#raster.buffer)
  readonly #shading: FaceShading

  constructor(scene: RasterScene, view: OrthographicView) {
    this.#scene = scene
    this.#projector = new InstanceProjector(scene, view)
    this.#shading = new FaceShading(view)
  }

  /** Packed r g b a per sample; 0 where empty. */
  get samples(): Int32Array {
    return this.#raster.ids
  }

  /** Computes the depth of the nearest corner of an instance's box. */
  computeNearestDepth(instance: number): number {
    return this.#projector.projectBox(instance).nearest
  }

  /** Returns whether the last projected box is so small that triangles and edges would be one dot. */
  get #isDot(): boolean {
    const { left, right, top, bottom } = this.#projector.box
    return right - left <= dotSamples && bottom - top <= dotSamples
  }

  /** Draws one sample at the centre of the last projected box, as light as the lines of thin objects. */
  #drawDot(instance: number): void {
    const { left, right, top, bottom, nearest } = this.#projector.box
    const { buffer, ids } = this.#raster
    const pixel = ((top + bottom) >> 1) * buffer.width + ((left + right) >> 1)
    if (nearest > buffer.depth[pixel]) return
    buffer.depth[pixel] = nearest
    ids[pixel] = packColor(this.#scene.color.subarray(instance * 4, instance * 4 + 3), thinLight)
  }

  /** Projects an instance unless it is occluded; returns the index range to draw. */
  #project(instance: number): { start: number; end: number } | null {
    const box = this.#projector.projectBox(instance)
    if (box.empty || this.#raster.buffer.hides(box, box.nearest)) return null
    this.#projector.projectPoints(instance)
    const { start, count } = this.#projector.selectLevel(instance, levelTolerancePixels)
    return { start, end: start + count }
  }

  drawOpaque(instance: number): void {
    const box = this.#projector.projectBox(instance)
    if (!box.empty && this.#isDot) {
      this.#drawDot(instance)
      return
    }
    const run = this.#project(instance)
    if (run === null) return
    const geometry = this.#scene.geometries[this.#scene.geometry[instance]]
    const { indices, closed } = geometry
    const cullBack = closed && !this.#projector.isMirrored(instance)
    const { points } = this.#projector
    const colors = new FaceColors(geometry, this.#scene.color.subarray(instance * 4, instance * 4 + 3))
    for (let first = run.start; first < run.end; first += 3) {
      const light = this.#shading.computeLight(points, indices, first, cullBack)
      if (light > 0) this.#raster.drawTriangle(points, indices, first, packColor(colors.of(first), light))
    }
    this.#raster.buffer.touch(this.#projector.box)
  }

  /** Blends a transparent object over the drawn content; it occludes nothing that follows. */
  layGlass(instance: number): void {
    const run = this.#project(instance)
    if (run === null) return
    const geometry = this.#scene.geometries[this.#scene.geometry[instance]]
    const { indices } = geometry
    const { points } = this.#projector
    const colors = new FaceColors(geometry, this.#scene.color.subarray(instance * 4, instance * 4 + 3))
    const opacity = this.#scene.color[instance * 4 + 3] / 255
    for (let first = run.start; first < run.end; first += 3) {
      const light = this.#shading.computeLight(points, indices, first, false)
      this.#scan.scan(points, getTriangle(indices, first))
      if (light > 0) this.#blend(packColor(colors.of(first), light), opacity)
    }
  }

  #blend(color: number, opacity: number): void {
    const { depth } = this.#raster.buffer
    const { first, last, rows, depthStep } = this.#scan
    for (let row = 0; row < rows; row++) {
      let value = this.#scan.depth[row]
      for (let pixel = first[row]; pixel <= last[row]; pixel++, value += depthStep)
        if (value < depth[pixel]) this.#shading.blend(this.#raster.ids, pixel, color, opacity)
    }
  }

  drawEdges(instance: number): void {
    const { edges } = this.#scene.geometries[this.#scene.geometry[instance]]
    const box = this.#projector.projectBox(instance)
    if (edges.length === 0 || box.empty || this.#isDot) return
    if (this.#raster.buffer.hides(box, box.nearest - edgeLift)) return
    const isThin = this.#projector.computeMedianSide(instance) < minEdgedPixels * samples
    const own = isThin ? packColor(this.#scene.color.subarray(instance * 4, instance * 4 + 3), thinLight) : 0
    this.#projector.projectPoints(instance)
    for (let pair = 0; pair < edges.length; pair += 2) this.#drawLine(edges[pair] * 3, edges[pair + 1] * 3, own)
  }

  /** Draws each point of an instance as a one-pixel dot, in front of its surface. */
  drawPoints(instance: number): void {
    const geometry = this.#scene.geometries[this.#scene.geometry[instance]]
    if (geometry.points !== true || this.#projector.projectBox(instance).empty) return
    this.#projector.projectPoints(instance)
    const colors = new FaceColors(geometry, this.#scene.color.subarray(instance * 4, instance * 4 + 3))
    for (let at = 0; at < geometry.positions.length; at += 3) this.#drawPoint(at, packColor(colors.ofVertex(at / 3), 1))
  }

  #drawPoint(at: number, color: number): void {
    const { points } = this.#projector
    const { buffer, ids } = this.#raster
    const left = Math.floor(points[at] - samples / 2 + 0.5)
    const top = Math.floor(points[at + 1] - samples / 2 + 0.5)
    for (let y = Math.max(0, top); y < Math.min(buffer.height, top + samples); y++) {
      for (let x = Math.max(0, left); x < Math.min(buffer.width, left + samples); x++) {
        const pixel = y * buffer.width + x
        if (points[at + 2] - edgeLift > buffer.depth[pixel]) continue
        buffer.depth[pixel] = points[at + 2] - edgeLift
        ids[pixel] = color
      }
    }
  }

  /** Draws a line of colour `own`, or darkens its background when that is 0. */
  #drawLine(from: number, to: number, own: number): void {
    const { points } = this.#projector
    const { buffer, ids } = this.#raster
    const dx = points[to] - points[from]
    const dy = points[to + 1] - points[from + 1]
    const dz = points[to + 2] - points[from + 2]
    const steps = Math.ceil(Math.max(Math.abs(dx), Math.abs(dy), 1))
    const acrossX = Math.abs(dy) > Math.abs(dx) ? 1 : 0
    for (let step = 0; step <= steps; step++) {
      const share = step / steps
      const depth = points[from + 2] + dz * share - edgeLift
      for (let side = 0; side < lineSamples; side++) {
        const x = Math.floor(points[from] + dx * share) + side * acrossX
        const y = Math.floor(points[from + 1] + dy * share) + side * (1 - acrossX)
        if (x < 0 || y < 0 || x >= buffer.width || y >= buffer.height) continue
        const pixel = y * buffer.width + x
        if (depth > buffer.depth[pixel]) continue
        // The line writes its depth, so that a second edge over it does not darken it twice.
        buffer.depth[pixel] = depth
        ids[pixel] = own === 0 ? shadeEdge(ids[pixel]) : own
      }
    }
  }
}
