import {
  toIndexColor,
  toOpacity,
  toRgbColor,
  type EntityColor,
  type DimensionStyle,
  type Layer,
  type LineType,
  type LineTypeSegment,
  type MultilineStyle,
  type TextStyle,
  type ViewportEntry,
} from '../../drawing/index.js'
import type { Lookup } from '../entities/lookup.js'
import { findExtendedData } from '../groups/extended-data.js'
import type { DxfRecord } from '../groups/group-table.js'
import type { Groups } from '../groups/groups.js'

const code = { name: 2, handle: 5, styleHandle: 105, lineType: 6, flags: 70 } as const
const layerFlag = { frozen: 1 } as const
const defaultWeight = -3
const whiteIndex = 7
/** Layer of definition points, which no release plots. */
const unplottedLayer = 'defpoints'
const longCode = 1071

/** Reads the name of a table entry. */
export const readEntryName = ({ groups }: DxfRecord): string => groups.readText(code.name)

/** Reads a LAYER; a negative colour states that it is off. */
export function readLayer(record: DxfRecord, lookup: Pick<Lookup, 'findLineType'>): Layer {
  const { groups } = record
  const name = readEntryName(record)
  const index = groups.readInteger(62, whiteIndex)
  const lineType = groups.readText(code.lineType)
  return {
    name,
    handle: groups.readHandle(code.handle),
    color: groups.has(420) ? toRgbColor(groups.readInteger(420)) : toIndexColor(Math.abs(index)),
    lineType: lookup.findLineType(lineType || 'Continuous'),
    lineWeight: groups.readInteger(370, defaultWeight),
    isOn: index >= 0,
    isFrozen: (groups.readInteger(code.flags) & layerFlag.frozen) !== 0,
    isPlotted: groups.readInteger(290, name.toLowerCase() === unplottedLayer ? 0 : 1) !== 0,
    opacity: readLayerOpacity(record),
  }
}

/** Reads the opacity of a layer, which has no group of its own. */
function readLayerOpacity({ extended }: DxfRecord): number {
  const data = findExtendedData(extended, 'ACCMTRANSPARENCY')
  const opacity = data?.has(longCode) ? toOpacity(data.readInteger(longCode)) : 1
  return typeof opacity === 'number' ? opacity : 1
}

const fontFlag = { italic: 0x100_0000, bold: 0x200_0000 } as const

/** Reads a STYLE. */
export function readTextStyle(record: DxfRecord): TextStyle {
  const { groups, extended } = record
  const data = findExtendedData(extended, 'ACAD')
  const family = data?.readText(1000) ?? ''
  const flags = data?.readInteger(longCode) ?? 0
  return {
    name: readEntryName(record),
    handle: groups.readHandle(code.handle),
    fileName: groups.readText(3),
    bigFontFileName: groups.readText(4),
    height: groups.readNumber(40),
    widthFactor: groups.readNumber(41, 1),
    obliqueAngle: groups.readAngle(50),
    trueType:
      family === ''
        ? null
        : { family, isBold: (flags & fontFlag.bold) !== 0, isItalic: (flags & fontFlag.italic) !== 0 },
  }
}

const segmentCode = {
  length: 49,
  flags: 74,
  shape: 75,
  style: 340,
  scale: 46,
  rotation: 50,
  x: 44,
  y: 45,
  text: 9,
} as const
const segmentFlag = { absolute: 1, text: 2, shape: 4, upright: 8 } as const
const radiansPerDegree = Math.PI / 180

type MutableSegment = { -readonly [Key in keyof LineTypeSegment]: LineTypeSegment[Key] }

/** Reads an LTYPE. */
export function readLineType(record: DxfRecord, lookup: Pick<Lookup, 'findTextStyleByHandle'>): LineType {
  const { groups } = record
  const segments: MutableSegment[] = []
  const first = groups.find(segmentCode.length)
  for (let at = first < 0 ? groups.to : first; at < groups.to; at++)
    if (groups.codeAt(at) === segmentCode.length) segments.push(createSegment(groups.numberAt(at)))
    else readSegmentGroup(groups, at, { segment: segments[segments.length - 1], lookup })
  return { name: readEntryName(record), handle: groups.readHandle(code.handle), segments }
}

const createSegment = (length: number): MutableSegment => ({
  length,
  shapeNumber: 0,
  text: '',
  style: null,
  offset: [0, 0],
  scale: 1,
  rotation: 0,
  isAbsolute: false,
  isUpright: false,
})

interface OpenSegment {
  readonly segment: MutableSegment
  readonly lookup: Pick<Lookup, 'findTextStyleByHandle'>
}

function readSegmentGroup(groups: Groups, at: number, { segment, lookup }: OpenSegment): void {
  switch (groups.codeAt(at)) {
    case segmentCode.flags:
      segment.isAbsolute = (groups.integerAt(at) & segmentFlag.absolute) !== 0
      segment.isUpright = (groups.integerAt(at) & segmentFlag.upright) !== 0
      break
    case segmentCode.shape:
      segment.shapeNumber = groups.integerAt(at)
      break
    case segmentCode.style:
      segment.style = lookup.findTextStyleByHandle(groups.handleAt(at))
      break
    case segmentCode.scale:
      segment.scale = groups.numberAt(at)
      break
    case segmentCode.rotation:
      segment.rotation = groups.numberAt(at) * radiansPerDegree
      break
    case segmentCode.x:
      segment.offset = [groups.numberAt(at), segment.offset[1]]
      break
    case segmentCode.y:
      segment.offset = [segment.offset[0], groups.numberAt(at)]
      break
    case segmentCode.text:
      segment.text = groups.textAt(at)
      break
    default:
  }
}

/** Values of a dimension style that are not stated (DIMSCALE, DIMASZ, DIMTXT, DIMLFAC, DIMDEC). */
const defaults = { scale: 1, arrowSize: 0.18, textHeight: 0.18, lengthFactor: 1, decimalPlaces: 4 } as const

/** Reads the parts of a DIMSTYLE that annotations without a block need. */
export const readDimensionStyle = (
  record: DxfRecord,
  lookup: Pick<Lookup, 'findTextStyleByHandle'>,
): DimensionStyle => ({
  name: readEntryName(record),
  handle: record.groups.readHandle(code.styleHandle),
  scale: record.groups.readNumber(40, defaults.scale),
  arrowSize: record.groups.readNumber(41, defaults.arrowSize),
  textHeight: record.groups.readNumber(140, defaults.textHeight),
  textStyle: lookup.findTextStyleByHandle(record.groups.readHandle(340)),
  decimalPlaces: record.groups.readInteger(271, defaults.decimalPlaces),
  lengthFactor: record.groups.readNumber(144, defaults.lengthFactor),
})

/** Reads an MLINESTYLE, whose elements begin with their offsets. */
export function readMultilineStyle(record: DxfRecord): MultilineStyle {
  const { groups } = record
  const elements: { readonly offset: number; color: EntityColor }[] = []
  for (let at = groups.from; at < groups.to; at++) {
    const element = elements.at(-1)
    const current = groups.codeAt(at)
    if (current === 49) elements.push({ offset: groups.numberAt(at), color: toIndexColor(256) })
    else if (element && current === 62) element.color = toIndexColor(groups.integerAt(at))
    else if (element && current === 420) element.color = toRgbColor(groups.integerAt(at))
  }
  return { name: readEntryName(record), handle: groups.readHandle(code.handle), elements }
}

/** Reads a VPORT. */
export const readViewportEntry = (record: DxfRecord): ViewportEntry => ({
  name: readEntryName(record),
  direction: record.groups.readPoint(16, [0, 0, 1]),
})
