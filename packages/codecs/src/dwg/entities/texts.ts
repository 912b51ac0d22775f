import {
  extendEntity,
  type Attribute,
  type EntityCommon,
  type MultilineText,
  type Point2,
  type TextBackground,
  type TextColumns,
  type TextEntity,
} from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import { readEntityState } from './header.js'
import type { Lookup } from './lookup.js'

const generation = { backward: 2, upsideDown: 4 } as const

/** Reads a TEXT, or the part of an attribute that is one. */
export function readText(reader: ObjectReader, common: EntityCommon, lookup: Lookup): TextEntity {
  return extendEntity(readTextValues(reader, common, lookup), { kind: 'text' })
}

function readTextValues(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Omit<TextEntity, 'kind'> {
  const text = extendEntity(common, reader.release <= 14 ? readOldText(reader) : readPackedText(reader))
  return extendEntity(text, { style: lookup.findTextStyle(reader.readHandle()) })
}

type TextShape = Omit<TextEntity, keyof EntityCommon | 'kind' | 'style'>

function readOldText(reader: ObjectReader): TextShape {
  const elevation = reader.readDouble()
  const insertPoint = reader.readRawPoint()
  const alignmentPoint = reader.readRawPoint()
  const normal = reader.readPoint()
  reader.readDouble()
  const obliqueAngle = reader.readDouble()
  const rotation = reader.readDouble()
  const height = reader.readDouble()
  const widthFactor = reader.readDouble()
  const value = reader.readText()
  const generationFlags = reader.readShort()
  const horizontalAlignment = reader.readShort()
  const verticalAlignment = reader.readShort()
  return {
    elevation,
    insertPoint,
    alignmentPoint,
    normal,
    horizontalAlignment,
    verticalAlignment,
    obliqueAngle,
    rotation,
    height,
    widthFactor,
    value,
    isBackward: (generationFlags & generation.backward) !== 0,
    isUpsideDown: (generationFlags & generation.upsideDown) !== 0,
  }
}

/** Bits of a text since 2000: set where the value is omitted. */
const omits = {
  elevation: 1,
  alignmentPoint: 2,
  obliqueAngle: 4,
  rotation: 8,
  widthFactor: 16,
  generation: 32,
  horizontal: 64,
  vertical: 128,
} as const

function readPackedText(reader: ObjectReader): TextShape {
  const omitted = reader.readByte()
  const isStated = (bit: number): boolean => (omitted & bit) === 0
  const elevation = isStated(omits.elevation) ? reader.readRawDouble() : 0
  const insertPoint = reader.readRawPoint()
  const alignmentPoint: Point2 = isStated(omits.alignmentPoint) ? reader.readPointNear(insertPoint) : [0, 0]
  const normal = reader.readExtrusion()
  reader.readThickness()
  const obliqueAngle = isStated(omits.obliqueAngle) ? reader.readRawDouble() : 0
  const rotation = isStated(omits.rotation) ? reader.readRawDouble() : 0
  const height = reader.readRawDouble()
  const widthFactor = isStated(omits.widthFactor) ? reader.readRawDouble() : 1
  const value = reader.readText()
  const generationFlags = isStated(omits.generation) ? reader.readShort() : 0
  const horizontalAlignment = isStated(omits.horizontal) ? reader.readShort() : 0
  const verticalAlignment = isStated(omits.vertical) ? reader.readShort() : 0
  return {
    elevation,
    insertPoint,
    alignmentPoint,
    normal,
    horizontalAlignment,
    verticalAlignment,
    obliqueAngle,
    rotation,
    height,
    widthFactor,
    value,
    isBackward: (generationFlags & generation.backward) !== 0,
    isUpsideDown: (generationFlags & generation.upsideDown) !== 0,
  }
}

const attributeFlag = { hidden: 1, constant: 2 } as const
/** Forms of an attribute since 2018 with a text of several lines. */
const multilineForms: readonly number[] = [2, 4]

/** Reads an ATTRIB. */
export const readAttribute = (reader: ObjectReader, common: EntityCommon, lookup: Lookup): Attribute =>
  readAnyAttribute(reader, common, { lookup, kind: 'attribute' })

/** Reads an ATTDEF. */
export function readAttributeDefinition(reader: ObjectReader, common: EntityCommon, lookup: Lookup): Attribute {
  const attribute = readAnyAttribute(reader, common, { lookup, kind: 'attributeDefinition' })
  if (reader.release >= 2010) reader.readByte()
  reader.readText()
  return attribute
}

function readAnyAttribute(
  reader: ObjectReader,
  common: EntityCommon,
  { lookup, kind }: { readonly lookup: Lookup; readonly kind: Attribute['kind'] },
): Attribute {
  const { release } = reader
  const text = readTextValues(reader, common, lookup)
  if (release >= 2010) reader.readByte()
  const form = release >= 2018 ? reader.readByte() : 1
  const multilineText = multilineForms.includes(form) ? readNestedText(reader, lookup) : null
  const tag = reader.readText()
  reader.readShort()
  const flags = reader.readByte()
  if (release >= 2007) reader.readBit()
  const isHidden = (flags & attributeFlag.hidden) !== 0
  const isConstant = (flags & attributeFlag.constant) !== 0
  return extendEntity(text, { kind, tag, isHidden, isConstant, multilineText })
}

function readNestedText(reader: ObjectReader, lookup: Lookup): MultilineText {
  const common = readEntityState(reader, lookup, { name: 'MTEXT', savedGraphics: null })
  const text = readMultilineText(reader, common, lookup)
  const annotationBytes = reader.readShort()
  if (annotationBytes > 0) {
    reader.skipBytes(annotationBytes)
    reader.skipHandles(1)
    reader.readShort()
  }
  return text
}

const backgroundFlag = { color: 1, paper: 2, frame: 16 } as const
/** Size of a background relative to its text, where none is stated. */
const defaultBackgroundScale = 1.5

/** Reads an MTEXT. */
export function readMultilineText(reader: ObjectReader, common: EntityCommon, lookup: Lookup): MultilineText {
  const { release } = reader
  const insertPoint = reader.readPoint()
  const normal = reader.readPoint()
  const xAxis = reader.readPoint()
  const width = reader.readDouble()
  const columnHeight = release >= 2007 ? reader.readDouble() : 0
  const height = reader.readDouble()
  const attachment = reader.readShort()
  reader.readShort()
  reader.readDouble()
  reader.readDouble()
  const value = reader.readText()
  const style = lookup.findTextStyle(reader.readHandle())
  let lineSpacing = 1
  if (release >= 2000) {
    reader.readShort()
    lineSpacing = reader.readDouble()
    reader.readBit()
  }
  const background = release >= 2004 ? readBackground(reader) : null
  const columns = release >= 2018 ? readColumns(reader) : null
  const shape = { value, style, insertPoint, normal, xAxis, width, columnHeight, height, attachment, lineSpacing }
  return extendEntity(extendEntity(common, shape), { kind: 'mtext', background, columns })
}

function readBackground(reader: ObjectReader): TextBackground | null {
  const flags = reader.readLong()
  const hasValues =
    (flags & backgroundFlag.color) !== 0 || (reader.release >= 2018 && (flags & backgroundFlag.frame) !== 0)
  let [scale, color] = [defaultBackgroundScale, null as TextBackground['color']]
  if (hasValues) {
    scale = reader.readDouble()
    color = reader.readColor()
    reader.readLong()
  }
  if ((flags & (backgroundFlag.color | backgroundFlag.paper)) === 0) return null
  return { color: (flags & backgroundFlag.paper) !== 0 ? null : color, scale }
}

const [noColumns, dynamicColumns] = [0, 2]

/** Reads what follows an MTEXT that is not annotative: a copy of its values, and its columns. */
function readColumns(reader: ObjectReader): TextColumns | null {
  if (!reader.readFlag()) return null
  reader.readShort()
  reader.readBit()
  reader.skipHandles(1)
  reader.readLong()
  for (let left = 10; left > 0; left--) reader.readDouble()
  const form = reader.readShort()
  if (form === noColumns) return null
  const count = reader.readCount(0)
  const width = reader.readDouble()
  const gutter = reader.readDouble()
  const isAutomatic = reader.readFlag()
  reader.readBit()
  const heightCount = !isAutomatic && form === dynamicColumns ? reader.checkCount(count, 2) : 0
  return { count, width, gutter, heights: Array.from({ length: heightCount }, () => reader.readDouble()) }
}
