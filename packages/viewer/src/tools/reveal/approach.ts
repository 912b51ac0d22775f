import type { Viewer } from '../../engine/api.js'
import { fitPose, freeWindow, supportOfBox } from '../../engine/camera/fit.js'
import { computeFrame, type Pose } from '../../engine/camera/pose.js'
import { add, computeLength, normalize, scale, subtract } from '../../engine/math/vector.js'
import { largeRatio, measureCoverage } from './coverage.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import type { Point } from '../../engine/types.js'

/** Direction and margin from which elements are viewed. */
export interface Approach {
  readonly azimuth: number
  readonly elevation: number
  /** Size of the fitted frame relative to the elements. */
  readonly margin: number
}

type Angles = Pick<Pose, 'azimuth' | 'elevation'>

const degrees = Math.PI / 180
/** Rotations of the view that are tried, the smallest first. */
const azimuthOffsets = [0, 30, -30, 60, -60, 90, -90, 135, -135, 180]
/** Elevations that are tried besides the current one: as people look at things in a room, and from above. */
const elevations = [-12, -35, -60]
/** Margins that are tried: with some surroundings, and for the current direction also closer. */
const margins = [2, 1.5] as const
/** The view keeps its direction if this ratio of the elements is visible from there. */
const sufficientRatio = 0.45
/** A direction from which less is visible is not better than the current one. */
const minRatio = 0.3
/** Margin for elements that nothing makes visible: enough of the model around them to recognise the location. */
const enclosedMargin = 3.5
/** Margins of which the largest is taken that leaves the elements large. */
const closerMargins = [enclosedMargin, 2.8, 2.2, 1.8, 1.4, 1.2]
const minMargin = 1.05
/** Factor by which elements must be larger from another direction. */
const minGain = 1.2
/** Maximum number of points whose visibility is tested. */
const maxSamples = 5

/**
 * Finds a direction from which elements are not occluded, as close as possible to the current one. Sections and
 * orthographic views keep theirs. Elements that are enclosed on all sides get a wider view from the current direction.
 */
export function findApproach(viewer: Viewer, shapes: readonly number[]): Approach {
  const direction = findDirection(viewer, shapes)
  const box = viewer.model?.computeBounds(shapes) ?? null
  if (box === null || viewer.geometry === null) return direction
  const window = freeWindow(viewer.space.size, viewer.camera.insets)
  const computeRatio = (approach: Approach): number => {
    const support = supportOfBox(scaleBox(box, approach.margin))
    return measureCoverage(viewer, shapes, fitPose({ ...viewer.camera.pose, ...approach }, support, window)).canvasRatio
  }
  const closest = { ...direction, margin: minMargin }
  if (canRotate(viewer) && computeRatio(closest) < largeRatio)
    return findBroadside(viewer.camera.pose, closest, computeRatio)
  const margin = closerMargins.find(
    (each) => each <= direction.margin && computeRatio({ ...direction, margin: each }) >= largeRatio,
  )
  return { ...direction, margin: margin ?? minMargin }
}

/** Finds a direction from which elements are largest that are small even from near, such as a line along the view. */
function findBroadside(pose: Pose, closest: Approach, computeRatio: (approach: Approach) => number): Approach {
  let best = { approach: closest, ratio: computeRatio(closest) * minGain }
  for (const candidate of listCandidates(pose)) {
    const approach = { ...candidate, margin: minMargin }
    const ratio = computeRatio(approach)
    if (ratio > best.ratio) best = { approach, ratio }
  }
  return best.approach
}

/** Returns whether the direction of the view may change: sections and orthographic views keep theirs. */
const canRotate = ({ camera, cut }: Viewer): boolean =>
  camera.pose.projection === 'perspective' && cut.planes.length === 0

function findDirection(viewer: Viewer, shapes: readonly number[]): Approach {
  const { pose } = viewer.camera
  const current = { azimuth: pose.azimuth, elevation: pose.elevation, margin: margins[0] }
  const { geometry, model, visibility } = viewer
  const box = model?.computeBounds(shapes) ?? null
  if (geometry === null || box === null || !canRotate(viewer)) return current
  // A room touches what encloses it, and is drawn through it.
  if (!shapes.some((element) => visibility.isVisible(element))) return { ...current, margin: enclosedMargin }
  const own = new Set(shapes)
  const samples = samplePoints(geometry, shapes)
  const window = freeWindow(viewer.space.size, viewer.camera.insets)
  let best = { ...current, margin: enclosedMargin, score: minRatio }
  for (const candidate of listCandidates(pose)) {
    const padded = scaleBox(box, candidate.margin)
    const { eye } = fitPose({ ...pose, ...candidate }, supportOfBox(padded), window)
    const ratio = computeVisibleRatio(viewer, { eye, points: samples, own })
    if (ratio >= sufficientRatio && isSameDirection(candidate, pose)) return candidate
    const score = ratio - 0.1 * computeRotation(candidate, pose)
    if (score > best.score) best = { ...candidate, score }
  }
  return { azimuth: best.azimuth, elevation: best.elevation, margin: best.margin }
}

function* listCandidates({ azimuth, elevation }: Pose): Generator<Approach> {
  for (const margin of margins) yield { azimuth, elevation, margin }
  for (const offset of azimuthOffsets)
    for (const other of [elevation, ...elevations.map((each) => each * degrees)])
      yield { azimuth: azimuth + offset * degrees, elevation: other, margin: margins[0] }
}

const isSameDirection = (one: Angles, other: Angles): boolean =>
  one.azimuth === other.azimuth && one.elevation === other.elevation

/** Computes the angle between two directions as a ratio of half a turn. */
function computeRotation(one: Angles, other: Angles): number {
  const [a, b] = [computeFrame(one).forward, computeFrame(other).forward]
  return computeLength(subtract(a, b)) / 2
}

/** Computes the ratio of points that are visible; 0 once it cannot be sufficient any more. */
function computeVisibleRatio(
  viewer: Viewer,
  { eye, points, own }: Omit<VisibilityRay, 'point'> & { readonly points: readonly Point[] },
): number {
  const maxOccluded = points.length * (1 - minRatio)
  let occluded = 0
  for (const point of points) {
    if (!isVisible(viewer, { eye, point, own })) occluded += 1
    if (occluded > maxOccluded) return 0
  }
  return 1 - occluded / Math.max(1, points.length)
}

/** Distance from a sample within which a hit is the sample itself, metres or as a ratio of the distance. */
const tolerance = 0.02

/** Size of a pixel for rays that hit surfaces only. */
const noPixels = { pixelSize: 0, pixelGrowth: 0 }

interface VisibilityRay {
  readonly eye: Point
  readonly point: Point
  /** Elements that do not occlude themselves. */
  readonly own: ReadonlySet<number>
}

/** Returns whether nothing is between the eye and a point, seen from either end: an eye within a wall sees nothing. */
function isVisible(viewer: Viewer, { eye, point, own }: VisibilityRay): boolean {
  const offset = subtract(point, eye)
  const distance = computeLength(offset)
  const direction = normalize(offset)
  const near = Math.max(tolerance, distance * tolerance)
  const ahead = viewer.pickAlong({ origin: eye, direction, ...noPixels }, { throughGlass: true })
  if (ahead !== null && ahead.distance < distance - near && !own.has(ahead.element)) return false
  const start = add(point, scale(direction, -near))
  const back = viewer.pickAlong({ origin: start, direction: scale(direction, -1), ...noPixels }, { throughGlass: true })
  return back === null || back.distance > distance - near || own.has(back.element)
}

/** Returns points on the elements, spread over their triangles. */
function samplePoints(geometry: ModelGeometry, shapes: readonly number[]): readonly Point[] {
  const instances = shapes.flatMap((element) => [...geometry.instancesOf(element)])
  const step = Math.max(1, Math.ceil(instances.length / maxSamples))
  const sampled = instances.filter((_, at) => at % step === 0)
  const perInstance = Math.ceil(maxSamples / Math.max(1, sampled.length))
  return sampled.flatMap((instance) => {
    const { shape, matrix } = geometry.getShape(instance)
    return Array.from({ length: Math.min(perInstance, shape.vertexCount) }, (_, at): Point => {
      const vertex = Math.floor(((at + 0.5) * shape.vertexCount) / perInstance)
      const from = (shape.firstVertex + Math.min(vertex, shape.vertexCount - 1)) * 4
      const [x, y, z] = shape.vertices.subarray(from, from + 3)
      const row = (start: number): number =>
        matrix[start] * x + matrix[start + 1] * y + matrix[start + 2] * z + matrix[start + 3]
      return [row(0), row(4), row(8)]
    })
  })
}

type BoundingBox = Parameters<typeof supportOfBox>[0]

function scaleBox({ min, max }: BoundingBox, factor: number): BoundingBox {
  const side =
    (sign: number) =>
    (axis: 0 | 1 | 2): number =>
      (min[axis] + max[axis]) / 2 + (sign * factor * (max[axis] - min[axis])) / 2
  const [low, high] = [side(-1), side(1)]
  return { min: [low(0), low(1), low(2)], max: [high(0), high(1), high(2)] }
}
