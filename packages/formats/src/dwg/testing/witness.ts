import type { Entity as DrawingEntity, EntityColor } from '@kamar/codecs/drawing'
import { openDwg } from '@kamar/codecs/dwg'
import {
  Arc,
  AttributeEntity,
  Circle,
  Dimension,
  DwgReader,
  Ellipse,
  Face3D,
  Hatch,
  Insert,
  Line,
  LwPolyline,
  MText,
  Point,
  Solid,
  Spline,
  TextEntity,
  type Color,
  type Entity,
} from '@node-projects/acad-ts'

/** What two readers must agree on. */
export interface WitnessRecord {
  readonly layer: string
  readonly color: string
  readonly text: string
  readonly numbers: readonly number[]
}

interface Shape {
  readonly numbers: readonly number[]
  readonly text?: string
}

interface Coordinates {
  readonly x: number
  readonly y: number
  readonly z: number
}

const toNumbers = ({ x, y, z }: Coordinates): number[] => [x, y, z]

function formatColor(color: EntityColor): string {
  if (color.kind === 'index') return `${color.index}`
  return color.kind === 'rgb' ? `rgb ${color.rgb}` : color.kind
}

function formatLibraryColor(color: Color): string {
  if (color.isTrueColor) return `rgb ${(color.r << 16) | (color.g << 8) | color.b}`
  if (color.isByLayer) return 'byLayer'
  return color.isByBlock ? 'byBlock' : `${color.index}`
}

/** Returns the shape of an entity that our reader returned; null for kinds that are not compared. */
function getShape(entity: DrawingEntity): Shape | null {
  switch (entity.kind) {
    case 'line':
      return { numbers: [...entity.start, ...entity.end, entity.thickness, ...entity.normal] }
    case 'point':
      return { numbers: entity.location }
    case 'circle':
      return { numbers: [...entity.center, entity.radius, ...entity.normal] }
    case 'arc':
      return { numbers: [...entity.center, entity.radius, ...entity.normal, entity.startAngle, entity.endAngle] }
    case 'ellipse': {
      const { center, majorAxis, normal, radiusRatio, startParameter, endParameter } = entity
      return { numbers: [...center, ...majorAxis, ...normal, radiusRatio, startParameter, endParameter] }
    }
    case 'solid':
    case 'face':
      return { numbers: entity.corners.flatMap(([x, y]) => [x, y]) }
    case 'polyline':
      if (entity.name !== 'LWPOLYLINE') return null
      return { numbers: [...entity.normal, ...entity.vertices.flatMap(({ x, y, bulge }) => [x, y, bulge])] }
    case 'spline':
      if (entity.name !== 'SPLINE') return null
      return {
        numbers: [entity.degree, ...entity.knots, ...entity.controlPoints.flat(), ...entity.fitPoints.flat()],
      }
    default:
      return getAnnotationShape(entity)
  }
}

function getAnnotationShape(entity: DrawingEntity): Shape | null {
  switch (entity.kind) {
    case 'attribute':
      // The library transforms the attributes that it reads by their insert, although they need no transform.
      return { numbers: [], text: entity.value }
    case 'text':
    case 'attributeDefinition': {
      const { insertPoint, elevation, rotation, height, widthFactor, value } = entity
      return { numbers: [...insertPoint, elevation, rotation, height, widthFactor], text: value }
    }
    case 'mtext': {
      const { insertPoint, xAxis, height, width, attachment, value } = entity
      return { numbers: [...insertPoint, ...xAxis, height, width, attachment], text: value }
    }
    case 'insert':
    case 'table': {
      const { insertPoint, scale, rotation, normal, block } = entity
      return { numbers: [...insertPoint, ...scale, rotation, ...normal], text: block?.name ?? '' }
    }
    case 'dimension': {
      const { normal, textMiddlePoint, text } = entity
      return { numbers: [...normal, ...textMiddlePoint], text }
    }
    case 'hatch': {
      const { elevation, normal, isSolid, paths, patternName } = entity
      return { numbers: [elevation, ...normal, Number(isSolid), paths.length], text: patternName }
    }
    default:
      return null
  }
}

/** Returns the shape of an entity that the library returned; null for kinds that are not compared. */
function getLibraryShape(entity: Entity): Shape | null {
  if (entity instanceof Line) {
    const { startPoint, endPoint, thickness, normal } = entity
    return { numbers: [...toNumbers(startPoint), ...toNumbers(endPoint), thickness, ...toNumbers(normal)] }
  }
  if (entity instanceof Point) return { numbers: toNumbers(entity.location) }
  if (entity instanceof Circle) {
    const angles = entity instanceof Arc ? [entity.startAngle, entity.endAngle] : []
    return { numbers: [...toNumbers(entity.center), entity.radius, ...toNumbers(entity.normal), ...angles] }
  }
  if (entity instanceof Ellipse) {
    const { center, majorAxisEndPoint, normal, radiusRatio, startParameter, endParameter } = entity
    const axes = [center, majorAxisEndPoint, normal].flatMap(toNumbers)
    return { numbers: [...axes, radiusRatio, startParameter, endParameter] }
  }
  if (entity instanceof Solid || entity instanceof Face3D) {
    const corners = [entity.firstCorner, entity.secondCorner, entity.thirdCorner, entity.fourthCorner]
    return { numbers: corners.flatMap(({ x, y }) => [x, y]) }
  }
  if (entity instanceof LwPolyline) {
    const vertices = entity.vertices.flatMap(({ location: { x, y }, bulge }) => [x, y, bulge])
    return { numbers: [...toNumbers(entity.normal), ...vertices] }
  }
  if (entity instanceof Spline) {
    const { degree, knots, controlPoints, fitPoints } = entity
    return { numbers: [degree, ...knots, ...controlPoints.flatMap(toNumbers), ...fitPoints.flatMap(toNumbers)] }
  }
  return getLibraryAnnotationShape(entity)
}

function getLibraryAnnotationShape(entity: Entity): Shape | null {
  if (entity instanceof AttributeEntity) return { numbers: [], text: entity.value }
  if (entity instanceof TextEntity) {
    const { insertPoint, rotation, height, widthFactor, value } = entity
    return { numbers: [...toNumbers(insertPoint), rotation, height, widthFactor], text: value }
  }
  if (entity instanceof MText) {
    const { insertPoint, alignmentPoint, height, rectangleWidth, attachmentPoint, value } = entity
    const points = [insertPoint, alignmentPoint].flatMap(toNumbers)
    return { numbers: [...points, height, rectangleWidth, attachmentPoint], text: value }
  }
  if (entity instanceof Insert) {
    const { insertPoint, xScale, yScale, zScale, rotation, normal, block } = entity
    const numbers = [...toNumbers(insertPoint), xScale, yScale, zScale, rotation, ...toNumbers(normal)]
    return { numbers, text: block?.name ?? '' }
  }
  if (entity instanceof Dimension)
    return { numbers: [entity.normal, entity.textMiddlePoint].flatMap(toNumbers), text: entity.text }
  if (entity instanceof Hatch) {
    const { elevation, normal, isSolid, paths, pattern } = entity
    return { numbers: [elevation, ...toNumbers(normal), Number(isSolid), paths.length], text: pattern?.name ?? '' }
  }
  return null
}

/** Yields an entity and the attributes that it owns. */
function* listWithAttributes<Value extends object>(entity: Value): Generator<Value> {
  yield entity
  if ('attributes' in entity) yield* entity.attributes as Iterable<Value>
}

function listOwnRecords(bytes: Uint8Array): ReadonlyMap<number, WitnessRecord> {
  const records = new Map<number, WitnessRecord>()
  for (const block of openDwg(bytes).blocks)
    for (const owner of block.entities())
      for (const entity of listWithAttributes(owner)) {
        const shape = getShape(entity)
        const { handle, layer, color } = entity
        if (shape) records.set(handle, { layer: layer.name, color: formatColor(color), text: '', ...shape })
      }
  return records
}

function listLibraryRecords(bytes: Uint8Array): ReadonlyMap<number, WitnessRecord> {
  const records = new Map<number, WitnessRecord>()
  for (const block of new DwgReader(Uint8Array.from(bytes).buffer).read().blockRecords ?? [])
    for (const owner of block.entities)
      for (const entity of listWithAttributes<Entity>(owner)) {
        const shape = getLibraryShape(entity)
        const [layer, color] = [entity.layer.name, formatLibraryColor(entity.color)]
        if (shape) records.set(entity.handle, { layer, color, text: '', ...shape })
      }
  return records
}

/** Difference between two readers in one entity. */
export interface WitnessDifference {
  readonly handle: number
  readonly subject: 'missing' | keyof WitnessRecord
  readonly own: WitnessRecord | undefined
  readonly library: WitnessRecord
}

const areEqual = (own: readonly number[], library: readonly number[]): boolean =>
  own.length === library.length && own.every((value, at) => Object.is(value, library[at]) || value === library[at])

function* listDifferences(
  own: WitnessRecord | undefined,
  library: WitnessRecord,
): Generator<WitnessDifference['subject']> {
  if (!own) yield 'missing'
  else {
    if (own.layer !== library.layer) yield 'layer'
    if (own.color !== library.color) yield 'color'
    if (own.text !== library.text) yield 'text'
    if (!areEqual(own.numbers, library.numbers)) yield 'numbers'
  }
}

/** Compares all entities that the library reads with those of our reader, by handle. */
export function compareWithLibrary(bytes: Uint8Array): {
  readonly count: number
  readonly differences: readonly WitnessDifference[]
} {
  const ownRecords = listOwnRecords(bytes)
  const libraryRecords = listLibraryRecords(bytes)
  const differences = [...libraryRecords].flatMap(([handle, library]) => {
    const own = ownRecords.get(handle)
    return [...listDifferences(own, library)].map((subject) => ({ handle, subject, own, library }))
  })
  return { count: libraryRecords.size, differences }
}
