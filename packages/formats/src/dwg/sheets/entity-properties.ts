import type { Property } from '@kamar/core'
import {
  Arc,
  Circle,
  Dimension,
  DimensionType,
  Ellipse,
  type Entity,
  Hatch,
  Insert,
  Line,
  LwPolyline,
  MText,
  TextEntity,
} from '@node-projects/acad-ts'
import { cleanName } from '@kamar/codecs/text'
import { plainText } from '../text/codes.js'
import { plainMText } from '../text/mtext.js'
import { ellipsePoints } from './curves.js'
import { attributesIn } from './entities/draw-inserts.js'
import { computeArea, computeLength, measurePolyline, sweepBetween } from './geometry.js'
import { hatchRings } from './hatch-rings.js'

/** Properties under one heading. */
export interface EntityPropertySet {
  readonly name: string
  readonly properties: readonly Property[]
}

const maxTextLength = 500
const usefulDigits = 9

/**
 * Lists the properties of an entity for the inspector, beyond handle, kind and layer: measurements in the drawing's
 * unit, texts, attributes.
 */
export function listEntityProperties(entity: Entity, unit: string): EntityPropertySet[] {
  const measures = listMeasurements(entity, unit).filter(
    ({ value }) => typeof value !== 'number' || Number.isFinite(value),
  )
  const attributes = listAttributes(entity)
  return [
    ...(measures.length > 0 ? [{ name: 'Geometry', properties: measures }] : []),
    ...(attributes.length > 0 ? [{ name: 'Attributes', properties: attributes }] : []),
  ]
}

function listMeasurements(entity: Entity, unit: string): Property[] {
  const length = (name: string, value: number): Property => ({ name, value: rounded(value), unit })
  const area = (value: number): Property => ({ name: 'Area', value: rounded(value), unit: `${unit}²` })
  if (entity instanceof Line) return [length('Length', distance(entity))]
  if (entity instanceof Arc)
    return [
      length('Radius', entity.radius),
      length('Length', entity.radius * sweepBetween(entity.startAngle, entity.endAngle)),
    ]
  if (entity instanceof Circle)
    return [
      length('Radius', entity.radius),
      length('Length', 2 * Math.PI * entity.radius),
      area(Math.PI * entity.radius ** 2),
    ]
  if (entity instanceof LwPolyline) return polylineMeasures(entity, { length, area })
  if (entity instanceof Ellipse) {
    const { points, isClosed } = ellipsePoints(entity)
    const { x, y, z } = entity.majorAxisEndPoint
    const major = Math.hypot(x, y, z)
    const within = Math.PI * major ** 2 * Math.abs(entity.radiusRatio)
    return [length('Length', computeLength(points, isClosed)), ...(isClosed ? [area(within)] : [])]
  }
  if (entity instanceof Hatch) {
    const rings = hatchRings(entity)
    const pattern: Property = { name: 'Pattern', value: cleanName(entity.pattern.name) }
    return rings.length === 1 ? [area(computeArea(rings[0])), pattern] : [pattern]
  }
  return textMeasures(entity, length)
}

function polylineMeasures(
  { vertices, isClosed }: LwPolyline,
  { length, area }: { length: (name: string, value: number) => Property; area: (value: number) => Property },
): Property[] {
  const bulgeVertices = vertices.map(({ location, bulge }) => ({ x: location.x, y: location.y, bulge }))
  const measured = measurePolyline(bulgeVertices, isClosed)
  return [length('Length', measured.length), ...(isClosed ? [area(measured.area)] : [])]
}

function textMeasures(entity: Entity, length: (name: string, value: number) => Property): Property[] {
  if (entity instanceof MText) return [{ name: 'Text', value: shortened(plainMText(entity.value)) }]
  if (entity instanceof TextEntity) return [{ name: 'Text', value: shortened(plainText(entity.value)) }]
  if (!(entity instanceof Dimension)) return []
  const measured = findMeasurement(entity)
  return measured === null || angularKinds.has(entity.flags & kindBits) ? [] : [length('Measurement', measured)]
}

/** The lowest bits hold the kind as a number; the library interprets them as flags. */
const kindBits = 7
const angularKinds: ReadonlySet<number> = new Set([DimensionType.Angular, DimensionType.Angular3Point])

function findMeasurement(dimension: Dimension): number | null {
  try {
    return dimension.measurement
  } catch {
    // The library computes it, and throws on inconsistent points.
    return null
  }
}

function listAttributes(entity: Entity): Property[] {
  if (!(entity instanceof Insert)) return []
  return attributesIn(entity).map(({ tag, value, mText }) => ({
    name: cleanName(tag),
    value: shortened(mText ? plainMText(mText.value) : plainText(value)),
  }))
}

const shortened = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`
const rounded = (value: number): number => Number(value.toPrecision(usefulDigits))
const distance = ({ startPoint: a, endPoint: b }: Line): number => Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z)
