import type { Viewer } from '../../engine/api.js'
import { computeFrame, computeViewHeight, halfHeightTangent, type Frame, type Pose } from '../../engine/camera/pose.js'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'

/** How much of a view elements take, whether or not others occlude them. */
export interface Coverage {
  /** Ratio of the canvas that their surfaces and the outline around them cover. */
  readonly canvasRatio: number
  /** Ratio of their extent on the screen that lies in the free part of the canvas. */
  readonly insideRatio: number
}

/** Elements that cover this ratio of the canvas need no flight. */
export const largeRatio = 0.018
/** They are also visible if this ratio of their extent is in the free part of the canvas. */
const visibleRatio = 0.7

/** Returns whether the camera can stay where it is for elements to be seen at once. */
export const isLargeAndVisible = ({ canvasRatio, insideRatio }: Coverage): boolean =>
  canvasRatio >= largeRatio && insideRatio >= visibleRatio

/** Width of the outline with its casing, CSS pixels. */
const outlinePixels = 3
/** Width of the outline of a line with its casing, CSS pixels. */
const lineOutlinePixels = 10
/** Length of lines that counts, relative to the diagonal of their extent: lines may lie on each other. */
const maxLineRatio = 2.5
/** Maximum number of triangles that are projected; of more, every n-th stands for its neighbours. */
const maxTriangles = 40_000
/** Maximum number of shapes; more are always measured by their extent alone. */
const maxShapes = 4_000

/** Pixels from the left and top of the canvas. */
interface Rectangle {
  left: number
  right: number
  top: number
  bottom: number
}

type Projection = (x: number, y: number, z: number) => readonly [number, number] | null

const noCoverage: Coverage = { canvasRatio: 0, insideRatio: 0 }

/** Measures how much of a view elements take; elements around the eye count as not visible. */
export function measureCoverage(viewer: Viewer, elements: readonly number[], pose = viewer.camera.pose): Coverage {
  const { geometry, camera, space } = viewer
  if (geometry === null) return noCoverage
  const { width, height } = space.size
  const project = createProjection(pose, space.size)
  const { insets } = camera
  const free = { left: insets.left, right: width - insets.right, top: insets.top, bottom: height - insets.bottom }
  const shapes = listShapes(geometry, elements)
  const extent = computeExtent(shapes, project)
  if (extent === null) return noCoverage
  const clipped = clip(extent, free)
  const clippedArea = computeArea(clipped)
  const insideRatio = clippedArea / computeArea(extent)
  if (clippedArea <= 1) return { canvasRatio: 0, insideRatio }
  const surfaces = Math.min(clippedArea, computeSurfaces(shapes, project, free))
  const hasSurfaces = shapes.some(({ shape }) => shape.kind === 'triangles')
  const diagonal = Math.hypot(clipped.right - clipped.left, clipped.bottom - clipped.top)
  const outline = hasSurfaces
    ? 2 * outlinePixels * diagonal
    : lineOutlinePixels * Math.min(computeLineLength(shapes, project, free), maxLineRatio * diagonal)
  return { canvasRatio: (surfaces + outline) / (width * height), insideRatio }
}

function listShapes(geometry: ModelGeometry, elements: readonly number[]): InstanceShape[] {
  const shapes: InstanceShape[] = []
  for (const element of elements)
    for (const instance of geometry.instancesOf(element)) {
      if (geometry.isResident(instance)) shapes.push(geometry.getShape(instance))
      if (shapes.length >= maxShapes) return shapes
    }
  return shapes
}

/** Returns the projection of a pose to a canvas, null behind the eye. */
function createProjection(pose: Pose, { width, height }: { readonly width: number; readonly height: number }) {
  const frame = computeFrame(pose)
  const orthographicScale = height / computeViewHeight(pose)
  const perspectiveScale = height / 2 / halfHeightTangent(pose)
  const isFlat = pose.projection === 'orthographic'
  return (x: number, y: number, z: number): readonly [number, number] | null => {
    const offset = [x - pose.eye[0], y - pose.eye[1], z - pose.eye[2]] as const
    const depth = alongAxis(offset, frame, 'forward')
    if (!isFlat && depth <= 0) return null
    const scale = isFlat ? orthographicScale : perspectiveScale / depth
    return [width / 2 + alongAxis(offset, frame, 'right') * scale, height / 2 - alongAxis(offset, frame, 'up') * scale]
  }
}

const alongAxis = ([x, y, z]: readonly [number, number, number], frame: Frame, axis: keyof Frame): number =>
  x * frame[axis][0] + y * frame[axis][1] + z * frame[axis][2]

/** Number of vertices of a shape whose projections give its extent. */
const maxExtentVertices = 400

/** Computes the rectangle around the shapes on the screen; null without shapes, or if any is behind the eye. */
function computeExtent(shapes: readonly InstanceShape[], project: Projection): Rectangle | null {
  const extent = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity }
  for (const instance of shapes) {
    const { shape } = instance
    const step = Math.max(1, Math.ceil(shape.vertexCount / maxExtentVertices))
    for (let vertex = 0; vertex < shape.vertexCount; vertex += step) {
      const point = projectVertex(instance, vertex, project)
      if (point === null) return null
      extent.left = Math.min(extent.left, point[0])
      extent.right = Math.max(extent.right, point[0])
      extent.top = Math.min(extent.top, point[1])
      extent.bottom = Math.max(extent.bottom, point[1])
    }
  }
  return extent.left > extent.right ? null : extent
}

function projectVertex(
  { shape, matrix }: InstanceShape,
  vertex: number,
  project: Projection,
): readonly [number, number] | null {
  const from = (shape.firstVertex + vertex) * 4
  const [x, y, z] = [shape.vertices[from], shape.vertices[from + 1], shape.vertices[from + 2]]
  const row = (start: number): number =>
    matrix[start] * x + matrix[start + 1] * y + matrix[start + 2] * z + matrix[start + 3]
  return project(row(0), row(4), row(8))
}

/** Computes the pixels that the triangles of the shapes cover in a rectangle; front and back count once. */
function computeSurfaces(shapes: readonly InstanceShape[], project: Projection, free: Rectangle): number {
  const triangles = shapes.reduce((sum, { shape }) => sum + countTriangles(shape), 0)
  const step = Math.max(1, Math.ceil(triangles / maxTriangles))
  let pixels = 0
  for (const instance of shapes) {
    const { shape, solid } = instance
    for (let triangle = 0; triangle < countTriangles(shape); triangle += step) {
      const vertices = [0, 1, 2].map((at) => {
        const point = projectVertex(instance, shape.indices[shape.indexStart + triangle * 3 + at], project)
        return point === null ? null : clampTo(free, point)
      })
      pixels += computeTriangleArea(vertices) * (solid ? step / 2 : step)
    }
  }
  return pixels
}

/** Computes the pixels along the segments of the shapes in a rectangle. */
function computeLineLength(shapes: readonly InstanceShape[], project: Projection, free: Rectangle): number {
  let pixels = 0
  for (const instance of shapes) {
    const { shape } = instance
    const ends = shape.kind === 'lines' ? Math.min(shape.indexCount, maxTriangles) : 0
    for (let end = 0; end < ends; end += 2) {
      const [a, b] = [0, 1].map((at) => projectVertex(instance, shape.indices[shape.indexStart + end + at], project))
      if (a == null || b == null) continue
      const [from, to] = [clampTo(free, a), clampTo(free, b)]
      pixels += Math.hypot(to[0] - from[0], to[1] - from[1])
    }
  }
  return pixels
}

const countTriangles = (shape: InstanceShape['shape']): number =>
  shape.kind === 'triangles' ? Math.floor(shape.indexCount / 3) : 0

const clampTo = (free: Rectangle, [x, y]: readonly [number, number]): readonly [number, number] => [
  Math.min(free.right, Math.max(free.left, x)),
  Math.min(free.bottom, Math.max(free.top, y)),
]

function computeTriangleArea([a, b, c]: readonly (readonly [number, number] | null)[]): number {
  if (a == null || b == null || c == null) return 0
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
}

const clip = (extent: Rectangle, free: Rectangle): Rectangle => ({
  left: Math.max(extent.left, free.left),
  right: Math.min(extent.right, free.right),
  top: Math.max(extent.top, free.top),
  bottom: Math.min(extent.bottom, free.bottom),
})

/** Computes the pixels of a rectangle; a line is a pixel wide. */
const computeArea = ({ left, right, top, bottom }: Rectangle): number =>
  right < left || bottom < top ? 0 : Math.max(1, right - left) * Math.max(1, bottom - top)
