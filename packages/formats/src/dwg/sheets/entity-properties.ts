import type { Property } from '@kamar/core'
import type { Entity, Polyline } from '@kamar/codecs/drawing'
import { computeLength as computeVectorLength, subtract } from '@kamar/core/math'
import { cleanName } from '@kamar/codecs/text'
import { plainText } from '../text/codes.js'
import { plainMText } from '../text/mtext.js'
import { ellipsePoints } from './curves.js'
import { measureDimension } from './dimension-measures.js'
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

/** Creates properties with the unit of the drawing. */
interface Measures {
  readonly length: (name: string, value: number) => Property
  readonly area: (value: number) => Property
}

function listMeasurements(entity: Entity, unit: string): Property[] {
  const length: Measures['length'] = (name, value) => ({ name, value: rounded(value), unit })
  const area: Measures['area'] = (value) => ({ name: 'Area', value: rounded(value), unit: `${unit}²` })
  switch (entity.kind) {
    case 'line':
      return [length('Length', computeVectorLength(subtract(entity.end, entity.start)))]
    case 'arc': {
      const { radius, startAngle, endAngle } = entity
      return [length('Radius', radius), length('Length', radius * sweepBetween(startAngle, endAngle))]
    }
    case 'circle': {
      const { radius } = entity
      return [length('Radius', radius), length('Length', 2 * Math.PI * radius), area(Math.PI * radius ** 2)]
    }
    case 'polyline':
      return polylineMeasures(entity, { length, area })
    case 'ellipse': {
      const { points, isClosed } = ellipsePoints(entity)
      const within = Math.PI * computeVectorLength(entity.majorAxis) ** 2 * Math.abs(entity.radiusRatio)
      return [length('Length', computeLength(points, isClosed)), ...(isClosed ? [area(within)] : [])]
    }
    case 'hatch': {
      const rings = hatchRings(entity)
      const pattern: Property = { name: 'Pattern', value: cleanName(entity.patternName) }
      return rings.length === 1 ? [area(computeArea(rings[0])), pattern] : [pattern]
    }
    case 'mtext':
      return [{ name: 'Text', value: shortened(plainMText(entity.value)) }]
    case 'text':
    case 'attribute':
    case 'attributeDefinition':
      return [{ name: 'Text', value: shortened(plainText(entity.value)) }]
    case 'dimension': {
      const measured = measureDimension(entity.measurement)
      return measured === null ? [] : [length('Measurement', measured)]
    }
    default:
      return []
  }
}

function polylineMeasures({ vertices, isClosed }: Polyline, { length, area }: Measures): Property[] {
  const measured = measurePolyline(vertices, isClosed)
  return [length('Length', measured.length), ...(isClosed ? [area(measured.area)] : [])]
}

function listAttributes(entity: Entity): Property[] {
  if (entity.kind !== 'insert' && entity.kind !== 'table') return []
  return entity.attributes.map(({ tag, value, multilineText }) => ({
    name: cleanName(tag),
    value: shortened(multilineText ? plainMText(multilineText.value) : plainText(value)),
  }))
}

const shortened = (text: string): string =>
  text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`
const rounded = (value: number): number => Number(value.toPrecision(usefulDigits))
