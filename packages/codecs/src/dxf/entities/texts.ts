import type { Vector } from '@kamar/core/math'
import {
  extendEntity,
  toIndexColor,
  toRgbColor,
  type EntityColor,
  type Attribute,
  type EntityCommon,
  type MultilineText,
  type TextBackground,
  type TextColumns,
  type TextEntity,
  type TextStyle,
} from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'
import type { Lookup } from './lookup.js'

const generation = { backward: 2, upsideDown: 4 } as const
const attributeFlag = { hidden: 1, constant: 2 } as const
/** Codes of the vertical alignment. */
const alignmentCode = { text: 73, attribute: 74 } as const
const radiansPerDegree = Math.PI / 180

/** Reads a TEXT. */
export const readText = ({ groups }: DxfRecord, common: EntityCommon, lookup: Lookup): TextEntity =>
  extendEntity(common, readTextShape(groups, lookup, 'text'))

type TextShape<Kind> = Omit<TextEntity, keyof EntityCommon | 'kind'> & { readonly kind: Kind }

function readTextShape<Kind extends 'text' | Attribute['kind']>(
  groups: Groups,
  lookup: Lookup,
  kind: Kind,
): TextShape<Kind> {
  // The flags of the text have the code of another value of an attribute.
  const text = kind === 'text' ? groups : groups.getPart('AcDbText')
  const [x, y, elevation] = text.readPoint(10)
  const flags = text.readInteger(71)
  return {
    kind,
    value: text.readText(1),
    style: lookup.findTextStyle(text.readText(7)),
    insertPoint: [x, y],
    alignmentPoint: text.readPoint2(11),
    elevation,
    height: text.readNumber(40),
    rotation: text.readAngle(50),
    widthFactor: text.readNumber(41, 1),
    obliqueAngle: text.readAngle(51),
    normal: text.readNormal(),
    isBackward: (flags & generation.backward) !== 0,
    isUpsideDown: (flags & generation.upsideDown) !== 0,
    horizontalAlignment: text.readInteger(72),
    verticalAlignment: groups.readInteger(kind === 'text' ? alignmentCode.text : alignmentCode.attribute),
  }
}

/** Reads an ATTRIB. */
export const readAttribute = (record: DxfRecord, common: EntityCommon, lookup: Lookup): Attribute =>
  readAnyAttribute(record, common, { lookup, kind: 'attribute' })

/** Reads an ATTDEF. */
export const readAttributeDefinition = (record: DxfRecord, common: EntityCommon, lookup: Lookup): Attribute =>
  readAnyAttribute(record, common, { lookup, kind: 'attributeDefinition' })

function readAnyAttribute(
  { groups, embedded }: DxfRecord,
  common: EntityCommon,
  { lookup, kind }: { readonly lookup: Lookup; readonly kind: Attribute['kind'] },
): Attribute {
  const shape = readTextShape(groups, lookup, kind)
  const flags = groups.readInteger(70)
  const own = {
    tag: groups.readText(2),
    isHidden: (flags & attributeFlag.hidden) !== 0,
    isConstant: (flags & attributeFlag.constant) !== 0,
    multilineText: embedded && readEmbeddedText(embedded, common, shape.style),
  }
  return extendEntity(common, Object.assign(shape, own))
}

const embeddedName = 'MTEXT'

/** Reads the text of an attribute with several lines; null where its content is in the attribute alone. */
function readEmbeddedText(embedded: Groups, common: EntityCommon, style: TextStyle): MultilineText | null {
  if (!embedded.has(1)) return null
  return extendEntity({ ...common, name: embeddedName }, readMultilineShape(embedded, style, null))
}

/** Reads an MTEXT. */
export function readMultilineText(
  { groups, embedded }: DxfRecord,
  common: EntityCommon,
  lookup: Lookup,
): MultilineText {
  const part = groups.getPart('AcDbMText')
  const style = lookup.findTextStyle(part.readText(7))
  const columns = embedded && readColumns(embedded)
  return extendEntity(common, readMultilineShape(part, style, columns))
}

function readMultilineShape(
  part: Groups,
  style: TextStyle,
  columns: TextColumns | null,
): Omit<MultilineText, Exclude<keyof EntityCommon, 'kind'>> {
  return {
    kind: 'mtext',
    style,
    columns,
    value: part.readLongText(),
    insertPoint: part.readPoint(10),
    xAxis: readDirection(part),
    normal: part.readNormal(),
    height: part.readNumber(40),
    width: part.readNumber(41),
    columnHeight: part.readNumber(46),
    attachment: part.readInteger(71, 1),
    lineSpacing: part.readNumber(44, 1),
    background: readBackground(part),
  }
}

/** Returns the direction of the lines, which programs state as a vector or as an angle. */
function readDirection(part: Groups): Vector {
  if (part.has(11)) return part.readPoint(11)
  const angle = part.readNumber(50) * radiansPerDegree
  return [Math.cos(angle), Math.sin(angle), 0]
}

const backgroundFlag = { color: 1, paper: 2 } as const
/** Size of a background relative to its text, where none is stated. */
const defaultBackgroundScale = 1.5

function readBackground(part: Groups): TextBackground | null {
  const flags = part.readInteger(90)
  if ((flags & (backgroundFlag.color | backgroundFlag.paper)) === 0) return null
  const scale = part.readNumber(45, defaultBackgroundScale)
  return { color: (flags & backgroundFlag.paper) !== 0 ? null : readFillColor(part), scale }
}

function readFillColor(part: Groups): EntityColor {
  const at = part.find(421)
  return at < 0 ? toIndexColor(part.readInteger(63)) : toRgbColor(part.integerAt(at))
}

const [noColumns, dynamicColumns] = [0, 2]

function readColumns(embedded: Groups): TextColumns | null {
  const form = embedded.readInteger(71)
  if (form === noColumns) return null
  const isAutomatic = embedded.readInteger(73) !== 0
  return {
    count: Math.max(0, embedded.readInteger(72)),
    width: embedded.readNumber(44),
    gutter: embedded.readNumber(45),
    heights: !isAutomatic && form === dynamicColumns ? embedded.listNumbers(46) : [],
  }
}
