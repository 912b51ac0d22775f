import type { Point } from '../../engine/types.js'
import { add, cross, dot, computeLength, scale, subtract } from '../../engine/math/vector.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import type { PickResult } from '../../engine/types.js'
import { faceAt, computeMass } from './mass.js'
import type { Measurement, MeasureKind } from './measurement.js'
import type { Snap, Circle } from '../../engine/geometry/snapping.js'

/** Number of points that finish a measurement; kinds without one end at the user's request. */
export const pointsNeeded: Readonly<Partial<Record<MeasureKind, number>>> = {
  point: 1,
  distance: 2,
  clearance: 2,
  perpendicular: 1,
  angle: 3,
  slope: 1,
  face: 1,
  volume: 1,
  radius: 1,
}

/** Queries of the steps on the model. */
export interface StepWorld {
  readonly geometry: ModelGeometry
  /** Casts a ray from a point and returns the first hit. */
  readonly castFrom: (origin: Point, direction: Point) => PickResult | null
  readonly circleNear: (snap: Snap) => Circle | null
}

/** Reasons why a measurement failed. */
export type MeasureRefusal =
  | 'nothing-met'
  | 'no-face'
  | 'no-body'
  | 'no-circle'
  | 'apart'
  | 'not-here'
  | 'same-element'
  | 'too-detailed'

/** A measurement without the fields that its list adds, or the reason for failure. */
export type Measured = Omit<Measurement, 'id' | 'name'> | { readonly refused: MeasureRefusal }

/** Start of the laser in front of the surface, metres, so that it does not hit its own surface. */
const beforeSurface = 1e-4

/** Kinds that are measured at once from their points; the distance between elements takes a search. */
export type PointKind = Exclude<MeasureKind, 'clearance'>

type Step = (snaps: readonly Snap[], world: StepWorld) => Measured

const toPoints = (snaps: readonly Snap[]): Point[] => snaps.map(({ point }) => point)

const plain =
  (kind: MeasureKind): Step =>
  (snaps) => ({ kind, points: toPoints(snaps) })

/** Measures both ways along the face's normal: to the opposite face, and through the body itself. */
const measureLaser: Step = ([snap], { castFrom }) => {
  const hits = [1, -1].map((way) => {
    const direction = scale(snap.normal, way)
    return castFrom(add(snap.point, scale(direction, beforeSurface)), direction)?.point
  })
  // The rays follow the normal exactly; the faces they hit may be oblique.
  const points = hits.flatMap((point) => {
    if (point === undefined) return []
    return [add(snap.point, scale(snap.normal, dot(subtract(point, snap.point), snap.normal)))]
  })
  if (points.length === 0) return { refused: 'nothing-met' }
  return { kind: 'perpendicular', points: [snap.point, ...points], normal: snap.normal, elements: [snap.element] }
}

const measureSlope: Step = ([snap]) => {
  if (snap.edge !== undefined && snap.kind !== 'face')
    return { kind: 'slope', points: snap.edge, elements: [snap.element] }
  return { kind: 'slope', points: [snap.point], normal: snap.normal, elements: [snap.element] }
}

const measureFace: Step = ([snap], { geometry }) => {
  const tolerance = Math.max(1e-6, geometry.spheres[snap.instance * 4 + 3] * 2e-4)
  const face = faceAt(geometry.getShape(snap.instance), { point: snap.point, normal: snap.normal, tolerance })
  if (face === null) return { refused: 'no-face' }
  const border = face.border.slice(0, 400).flat()
  return { kind: 'face', points: [snap.point, ...border], area: face.area, elements: [snap.element] }
}

const measureVolume: Step = ([snap], { geometry }) => {
  const mass = computeMass(geometry, [snap.element])
  if (mass === null) return { refused: 'no-body' }
  const { area, volume, center } = mass
  const optionalVolume = volume === null ? {} : { volume }
  return { kind: 'volume', points: [center], area, ...optionalVolume, elements: [snap.element] }
}

const measureRadius: Step = ([snap], { circleNear }) => {
  const circle = circleNear(snap)
  return circle === null
    ? { refused: 'no-circle' }
    : { kind: 'radius', points: [circle.center], circle, elements: [snap.element] }
}

const steps: Readonly<Record<PointKind, Step>> = {
  point: plain('point'),
  distance: plain('distance'),
  chain: plain('chain'),
  angle: plain('angle'),
  area: plain('area'),
  perpendicular: measureLaser,
  slope: measureSlope,
  face: measureFace,
  volume: measureVolume,
  radius: measureRadius,
}

/** Returns the instances whose shapes a kind needs besides those picked. */
export function instancesMeasured(kind: MeasureKind, snaps: readonly Snap[], geometry: ModelGeometry): number[] {
  const [snap] = snaps
  if (kind === 'volume') return [...geometry.instancesOf(snap.element)]
  if (kind !== 'perpendicular') return []
  const { spheres } = geometry
  return Array.from({ length: geometry.count }, (_, instance) => instance).filter((instance) => {
    const at = instance * 4
    const across = cross(subtract([spheres[at], spheres[at + 1], spheres[at + 2]], snap.point), snap.normal)
    return computeLength(across) <= spheres[at + 3]
  })
}

/** Measures the picked points; `snaps` has as many as the kind needs. */
export const measure = (kind: PointKind, snaps: readonly Snap[], world: StepWorld): Measured =>
  steps[kind](snaps, world)
