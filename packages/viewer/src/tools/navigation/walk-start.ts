import type { Box } from '@kamar/package-format/read'
import type { PickResult, Point } from '../../engine/types.js'
import { add, computeLength, scale, subtract } from '../../engine/math/vector.js'
import { computeFrame } from '../../engine/camera/pose.js'
import type { Viewer } from '../../engine/api.js'
import { bodyMeasures } from './character-controller.js'

/** Where a walk begins, and in which direction. */
export interface WalkStart {
  readonly feet: Point
  /** Radians from north, clockwise. */
  readonly azimuth: number
}

/** A floor to stand on: of a storey or of a room. */
export interface WalkFloor {
  /** Its height, metres. */
  readonly height: number
  readonly box: Box
}

/** Vertical field of view for interiors, degrees. */
export const walkFieldOfViewDegrees = 68
/** Minimum part of the first frame that the model covers. */
const minCoverage = 0.05
/** Distance from a clicked wall, metres. */
const wallDistance = 0.9
/** Maximum height of the eye above the floor it stands on, metres: a view from further up is not that of a person. */
const maxEyeHeight = 2.5
/** Maximum height difference between a storey's elevation and its floor at one position, metres. */
const floorTolerance = 0.6
/** Minimum view distance that needs no other direction, metres. */
const minViewDistance = 2
const down: Point = [0, 0, -1]
const rayGrid = { columns: 8, rows: 6 }
const directions = Array.from({ length: 8 }, (_, at) => (at * Math.PI) / 4)
const spatialClass = /space|room|zone/i

const cast = (viewer: Viewer, origin: Point, direction: Point): PickResult | null =>
  viewer.pickAlong({ origin, direction, pixelSize: 0, pixelGrowth: 0 })

const getEye = (feet: Point): Point => add(feet, [0, 0, bodyMeasures.eyeHeight])

function computeViewDistance(viewer: Viewer, origin: Point, azimuth: number): number {
  const hit = cast(viewer, origin, [Math.sin(azimuth), Math.cos(azimuth), 0])
  return hit === null ? Infinity : computeLength(subtract(hit.point, origin))
}

/** Computes the part of a first-person frame that the model covers, 0 to 1. */
export function computeCoverage(viewer: Viewer, { feet, azimuth }: WalkStart): number {
  const { forward, right, up } = computeFrame({ azimuth, elevation: 0 })
  const { width, height } = viewer.space.size
  const tangent = Math.tan((walkFieldOfViewDegrees * Math.PI) / 360)
  const { columns, rows } = rayGrid
  let hitCount = 0
  for (let at = 0; at < columns * rows; at++) {
    const x = (((at % columns) + 0.5) / columns) * 2 - 1
    const y = ((Math.floor(at / columns) + 0.5) / rows) * 2 - 1
    const offset = add(scale(right, (x * tangent * width) / Math.max(1, height)), scale(up, y * tangent))
    if (cast(viewer, getEye(feet), add(forward, offset)) !== null) hitCount++
  }
  return hitCount / (columns * rows)
}

/** Returns whether the camera is where a person could stand, with enough of the model in view. */
export function isOnFloor(viewer: Viewer): boolean {
  const { eye, azimuth, projection } = viewer.camera.pose
  if (projection === 'orthographic') return false
  const floor = cast(viewer, eye, down)
  if (floor === null || eye[2] - floor.point[2] > maxEyeHeight) return false
  return computeCoverage(viewer, { feet: add(eye, [0, 0, -bodyMeasures.eyeHeight]), azimuth }) >= minCoverage
}

/** Returns the point on the floor that a click means: itself, or in front of a wall; null without a floor. */
export function findFeet(viewer: Viewer, { point, normal }: PickResult): Point | null {
  if (normal[2] > 0.5) return point
  const level = Math.hypot(normal[0], normal[1])
  if (level < 0.1) return null
  const outwards: Point = [(normal[0] / level) * wallDistance, (normal[1] / level) * wallDistance, 0]
  return cast(viewer, add(point, outwards), down)?.point ?? null
}

/** Returns the start at a point of the floor, facing the model; null if less than 5 % of the frame would be. */
export function startAt(viewer: Viewer, feet: Point, azimuth: number): WalkStart | null {
  const eye = getEye(feet)
  const views = directions.map((offset) => {
    const direction = azimuth + offset
    return { azimuth: direction, distance: computeViewDistance(viewer, eye, direction) }
  })
  if (views.some(({ distance }) => distance < bodyMeasures.radius)) return null
  const finite = views.filter(({ distance }) => distance !== Infinity)
  const byDistance = finite.toSorted((a, b) => b.distance - a.distance)
  const [preferred] = views
  const ordered = preferred.distance >= minViewDistance ? [preferred, ...byDistance] : [...byDistance, preferred]
  const start = ordered.find((view) => computeCoverage(viewer, { feet, azimuth: view.azimuth }) >= minCoverage)
  return start === undefined ? null : { feet, azimuth: start.azimuth }
}

/** Returns the nearest start to a point on the floor of a storey or a room; null if nobody can stand there. */
export function startOnFloor(
  viewer: Viewer,
  { height, box }: WalkFloor,
  { near, azimuth }: { readonly near: Point; readonly azimuth: number },
): WalkStart | null {
  const maxRadius = Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1])
  for (let radius = 0; radius <= maxRadius; radius = radius === 0 ? 0.4 : radius * 1.4) {
    for (const angle of radius === 0 ? [0] : directions) {
      const [x, y] = [near[0] + Math.sin(angle) * radius, near[1] + Math.cos(angle) * radius]
      if (!isInside(box, x, y)) continue
      const floor = cast(viewer, [x, y, height + floorTolerance], down)
      if (floor === null || floor.point[2] < height - floorTolerance) continue
      const start = startAt(viewer, [x, y, floor.point[2]], azimuth)
      if (start !== null) return start
    }
  }
  return null
}

const isInside = ({ min, max }: Box, x: number, y: number): boolean =>
  x >= min[0] && x <= max[0] && y >= min[1] && y <= max[1]

/** Returns the floor of the only selected element if that is a room. */
export function findSelectedSpace({ model, selection }: Viewer): WalkFloor | null {
  const [element, ...others] = selection.elements
  const tree = model?.treeNow ?? null
  if (model === null || tree === null || element === undefined || others.length > 0) return null
  if (!spatialClass.test(tree.classNames[tree.classIndex[element]])) return null
  const box = model.computeBounds([element])
  return box === null ? null : { height: box.min[2], box }
}
