import type { Circle } from '../../engine/geometry/snapping.js'
import type { Georeference } from '@kamar/core'
import type { Point } from '../../engine/types.js'
import { add, cross, dot, computeLength, normalize, scale, subtract } from '../../engine/math/vector.js'
import type { Quantity } from './units.js'

/** Kinds of measurements. */
export const measureKinds = [
  'distance',
  'chain',
  'clearance',
  'perpendicular',
  'point',
  'angle',
  'slope',
  'area',
  'face',
  'volume',
  'radius',
] as const

/** One of them. */
export type MeasureKind = (typeof measureKinds)[number]

/** A measurement as stored in a view: plain data. */
export interface Measurement {
  readonly id: string
  readonly kind: MeasureKind
  /** Given by the user; empty for none. */
  readonly name: string
  /** Metres, model frame. For an angle the second is its apex; for a laser the first is its start, then its hits. */
  readonly points: readonly Point[]
  /** For a slope: the direction of the face or edge. */
  readonly normal?: Point
  readonly circle?: Circle
  /** Square metres of a face, or of the surface of a body. */
  readonly area?: number
  /** Cubic metres; absent if the body is not closed. */
  readonly volume?: number
  /** Elements that it is about, at most two: those between which a distance is the shortest. */
  readonly elements?: readonly number[]
}

/** Meaning of a number of a measurement. */
export type ValueName =
  | 'length'
  | 'total'
  | 'horizontal'
  | 'dx'
  | 'dy'
  | 'dz'
  | 'x'
  | 'y'
  | 'z'
  | 'east'
  | 'north'
  | 'height'
  | 'angle'
  | 'slope'
  | 'area'
  | 'perimeter'
  | 'surface'
  | 'volume'
  | 'radius'
  | 'diameter'
  | 'outwards'
  | 'inwards'

/** One number of a measurement. */
export interface MeasuredValue {
  readonly name: ValueName
  readonly quantity: Quantity
  /** Metres and their powers, degrees, rise over run. */
  readonly value: number
}

/** Georeference of the model. */
export interface WorldReference {
  /** Added to model coordinates, gives the source's. */
  readonly origin: Point
  readonly georeference: Georeference | null
}

const length = (name: ValueName, value: number): MeasuredValue => ({ name, quantity: 'length', value })
const coordinate = (name: ValueName, value: number): MeasuredValue => ({ name, quantity: 'coordinate', value })

/** Computes the length of a path in metres. */
export function pathLength(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, point, at) => sum + computeLength(subtract(point, points[at])), 0)
}

/** Computes the area of a polygon in space, projected along its normal; for a non-planar one along its mean normal. */
export function polygonArea(points: readonly Point[]): number {
  const [first, ...rest] = points
  if (first === undefined) return 0
  const sum = rest.reduce<Point>(
    (total, point, at) => (at === 0 ? total : add(total, cross(subtract(rest[at - 1], first), subtract(point, first)))),
    [0, 0, 0],
  )
  return computeLength(sum) / 2
}

/** Computes the angle in degrees at the second of three points. */
export function angleAt([a, apex, c]: readonly Point[]): number {
  const [from, to] = [normalize(subtract(a, apex)), normalize(subtract(c, apex))]
  return (Math.atan2(computeLength(cross(from, to)), dot(from, to)) * 180) / Math.PI
}

/** Computes rise over run of a direction; for a face (its normal) that of its steepest line. */
export function computeSlope(direction: Point, of: 'line' | 'face'): number {
  const level = Math.hypot(direction[0], direction[1])
  const rise = Math.abs(direction[2])
  const [up, along] = of === 'line' ? [rise, level] : [level, rise]
  return along < 1e-9 ? Infinity : up / along
}

/** Computes a point's coordinates in the source, and in those of the map if the source defines them. */
function computeCoordinates(point: Point, { origin, georeference }: WorldReference): MeasuredValue[] {
  const source = add(point, origin)
  const own = [coordinate('x', source[0]), coordinate('y', source[1]), coordinate('z', source[2])]
  if (georeference?.eastings === undefined || georeference.northings === undefined) return own
  const angle = ((georeference.rotationDegrees ?? 0) * Math.PI) / 180
  const east = georeference.eastings + source[0] * Math.cos(angle) - source[1] * Math.sin(angle)
  const north = georeference.northings + source[0] * Math.sin(angle) + source[1] * Math.cos(angle)
  const height = (georeference.orthogonalHeight ?? 0) + source[2]
  return [...own, coordinate('east', east), coordinate('north', north), coordinate('height', height)]
}

function distanceValues([a, b]: readonly Point[]): MeasuredValue[] {
  const offset = subtract(b, a)
  return [
    length('length', computeLength(offset)),
    length('horizontal', Math.hypot(offset[0], offset[1])),
    length('dx', Math.abs(offset[0])),
    length('dy', Math.abs(offset[1])),
    length('dz', Math.abs(offset[2])),
  ]
}

type Reader = (measurement: Measurement, world: WorldReference) => MeasuredValue[]

const readers: Readonly<Record<MeasureKind, Reader>> = {
  point: ({ points }, world) => computeCoordinates(points[0], world),
  distance: ({ points }) => distanceValues(points),
  clearance: ({ points }) => distanceValues(points),
  chain: ({ points }) => [length('total', pathLength(points))],
  perpendicular: ({ points, normal = [0, 0, 1] }) => laserValues(points, normal),
  angle: ({ points }) => [{ name: 'angle', quantity: 'angle', value: angleAt(points) }],
  slope: ({ points, normal = [0, 0, 1] }) => [
    {
      name: 'slope',
      quantity: 'slope',
      value: points.length > 1 ? computeSlope(subtract(points[1], points[0]), 'line') : computeSlope(normal, 'face'),
    },
  ],
  area: ({ points }) => [
    { name: 'area', quantity: 'area', value: polygonArea(points) },
    length('perimeter', pathLength([...points, points[0]])),
  ],
  face: ({ area = 0 }) => [{ name: 'area', quantity: 'area', value: area }],
  volume: ({ volume, area = 0 }) => [
    ...(volume === undefined ? [] : [{ name: 'volume', quantity: 'volume', value: volume } as const]),
    { name: 'surface', quantity: 'area', value: area },
  ],
  radius: ({ circle }) => [length('radius', circle?.radius ?? 0), length('diameter', (circle?.radius ?? 0) * 2)],
}

function laserValues([from, ...hits]: readonly Point[], normal: Point): MeasuredValue[] {
  const distances = hits.map((point) => dot(subtract(point, from), normal))
  const values = distances.map((along) => length(along > 0 ? 'outwards' : 'inwards', Math.abs(along)))
  return values.length < 2
    ? values
    : [
        ...values,
        length(
          'total',
          values.reduce((sum, { value }) => sum + value, 0),
        ),
      ]
}

/** Returns the numbers of a measurement, the main one first. */
export const computeValues = (measurement: Measurement, world: WorldReference): readonly MeasuredValue[] =>
  readers[measurement.kind](measurement, world)

/** Returns whether a measurement between elements states that they touch or intersect. */
export const isTouching = ({ kind, points }: Measurement): boolean => kind === 'clearance' && pathLength(points) === 0

/** Computes the centroid of points. */
export const computeCentroid = (points: readonly Point[]): Point =>
  scale(
    points.reduce<Point>((sum, point) => add(sum, point), [0, 0, 0]),
    1 / Math.max(1, points.length),
  )

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'number' && Number.isFinite(part))

/** Minimum number of points of a measurement of each kind. */
const minPoints: Readonly<Record<MeasureKind, number>> = {
  point: 1,
  distance: 2,
  chain: 2,
  clearance: 2,
  perpendicular: 2,
  angle: 3,
  slope: 1,
  area: 3,
  face: 1,
  volume: 1,
  radius: 1,
}

function isMeasurement(value: unknown): value is Measurement {
  const { id, kind, name, points, circle } = (value ?? {}) as Partial<Measurement>
  if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(points) || !points.every(isPoint))
    return false
  if (kind === undefined || !measureKinds.includes(kind) || points.length < minPoints[kind]) return false
  return circle === undefined || (isPoint(circle.center) && isPoint(circle.normal) && Number.isFinite(circle.radius))
}

const maxElements = 2

const isElements = (value: unknown): value is readonly number[] =>
  Array.isArray(value) &&
  value.length <= maxElements &&
  value.every((element) => Number.isSafeInteger(element) && element >= 0)

/** Returns a measurement with valid elements; version 0.2 saved one `element`. */
function withElements({ element, ...measurement }: Measurement & { readonly element?: unknown }): Measurement {
  const { elements = element === undefined ? undefined : [element], ...rest } = measurement
  return isElements(elements) ? { ...rest, elements } : rest
}

/** Parses the measurements of a saved state; skips invalid ones: saved views come from the network. */
export function readMeasurements(state: unknown): readonly Measurement[] {
  const { measurements } = (state ?? {}) as { measurements?: unknown }
  return Array.isArray(measurements) ? measurements.filter(isMeasurement).map(withElements) : []
}
