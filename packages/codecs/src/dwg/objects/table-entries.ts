import { toOpacity } from '../../drawing/index.js'
import { toLineWeight } from '../entities/header.js'
import type {
  Layer,
  LineType,
  LineTypeSegment,
  MultilineStyle,
  TextStyle,
  ViewportEntry,
} from '../../drawing/tables.js'
import type { ExtendedData, ObjectReader } from '../bits/object-reader.js'
import type { Lookup } from '../entities/lookup.js'
import { readObjectHeader } from './object-header.js'

const layerFlag = { frozen: 1, off: 2, plots: 16 } as const
const weightShift = 5
const longValue = 71

/** Reads the name of a table entry. */
export function readEntryName(reader: ObjectReader): string {
  const name = reader.readText()
  reader.skipReferenceFlags()
  return name
}

/**
 * Reads a LAYER.
 * @param transparencyHandle Application whose extended data state the opacity; 0 if the drawing has none.
 */
export function readLayer(reader: ObjectReader, lookup: Lookup, transparencyHandle: number): Layer {
  const { extendedData } = readObjectHeader(reader)
  const opacity = readLayerOpacity(reader, extendedData, transparencyHandle)
  const name = readEntryName(reader)
  const state = reader.release <= 14 ? readOldLayerState(reader, name) : readLayerState(reader)
  const color = reader.readColor()
  reader.skipHandles(1)
  if (reader.release >= 2000) reader.skipHandles(1)
  if (reader.release >= 2007) reader.skipHandles(1)
  const lineType = lookup.findLineType(reader.readHandle())
  if (reader.release >= 2013) reader.skipHandles(1)
  return { handle: reader.handle, name, color, lineType, opacity, ...state }
}

type LayerState = Pick<Layer, 'isFrozen' | 'isOn' | 'isPlotted' | 'lineWeight'>

const unplottedLayer = 'defpoints'

function readOldLayerState(reader: ObjectReader, name: string): LayerState {
  const isFrozen = reader.readFlag()
  const isOn = !reader.readFlag()
  reader.readBit()
  reader.readBit()
  return { isFrozen, isOn, isPlotted: name.toLowerCase() !== unplottedLayer, lineWeight: -3 }
}

function readLayerState(reader: ObjectReader): LayerState {
  const flags = reader.readShort()
  return {
    isFrozen: (flags & layerFlag.frozen) !== 0,
    isOn: (flags & layerFlag.off) === 0,
    isPlotted: (flags & layerFlag.plots) !== 0,
    lineWeight: toLineWeight((flags >> weightShift) & 31),
  }
}

/** Reads the opacity of a layer, which has no field of its own. */
function readLayerOpacity(reader: ObjectReader, extendedData: readonly ExtendedData[], application: number): number {
  const data = extendedData.find(({ applicationHandle }) => applicationHandle === application)
  if (!data || application === 0) return 1
  const { position } = reader
  reader.position = data.position
  const opacity = reader.readByte() === longValue ? toOpacity(reader.readRawLong()) : 1
  reader.position = position
  return typeof opacity === 'number' ? opacity : 1
}

const segmentFlag = { absolute: 1, text: 2, shape: 4, upright: 8 } as const
const [narrowTextBytes, wideTextBytes] = [256, 512]

/** Reads an LTYPE. */
export function readLineType(reader: ObjectReader, lookup: Lookup): LineType {
  readObjectHeader(reader)
  const { release, handle } = reader
  const name = readEntryName(reader)
  reader.readText()
  reader.readDouble()
  reader.readByte()
  const rows = Array.from({ length: reader.readByte() }, () => readSegment(reader))
  const hasTexts = rows.some(({ flags }) => (flags & segmentFlag.text) !== 0)
  const textBytes = release <= 2004 ? narrowTextBytes : hasTexts ? wideTextBytes : 0
  const texts = textBytes > 0 ? reader.readBytes(textBytes) : new Uint8Array(0)
  reader.skipHandles(1)
  const segments = rows.map(({ flags, code, ...row }): LineTypeSegment => {
    const styleHandle = reader.readHandle()
    const isText = (flags & segmentFlag.text) !== 0
    return {
      ...row,
      text: isText ? readSegmentText(texts, code, release >= 2007) : '',
      shapeNumber: (flags & segmentFlag.shape) !== 0 ? code : 0,
      style: styleHandle === 0 ? null : lookup.findTextStyle(styleHandle),
      isAbsolute: (flags & segmentFlag.absolute) !== 0,
      isUpright: (flags & segmentFlag.upright) !== 0,
    }
  })
  return { handle, name, segments }
}

interface SegmentRow extends Pick<LineTypeSegment, 'length' | 'offset' | 'scale' | 'rotation'> {
  readonly flags: number
  /** Number of the shape, or position of the text. */
  readonly code: number
}

function readSegment(reader: ObjectReader): SegmentRow {
  const length = reader.readDouble()
  const code = reader.readShort() & 0xffff
  const offset = reader.readRawPoint()
  const scale = reader.readDouble()
  const rotation = reader.readDouble()
  return { length, code, offset, scale, rotation, flags: reader.readShort() }
}

function readSegmentText(texts: Uint8Array, position: number, isWide: boolean): string {
  const width = isWide ? 2 : 1
  let text = ''
  for (let at = position; at + width <= texts.length; at += width) {
    const code = texts[at] | (isWide ? texts[at + 1] << 8 : 0)
    if (code === 0) break
    text += String.fromCharCode(code)
  }
  return text
}

/**
 * Reads a STYLE.
 * @param fontHandle Application whose extended data state the outline font; 0 if the drawing has none.
 */
export function readTextStyle(reader: ObjectReader, fontHandle: number): TextStyle {
  const { extendedData } = readObjectHeader(reader)
  const trueType = readTrueType(reader, extendedData, fontHandle)
  const { handle } = reader
  const name = readEntryName(reader)
  reader.readBit()
  reader.readBit()
  const height = reader.readDouble()
  const widthFactor = reader.readDouble()
  const obliqueAngle = reader.readDouble()
  reader.readByte()
  reader.readDouble()
  const fileName = reader.readText()
  const bigFontFileName = reader.readText()
  reader.skipHandles(1)
  return { handle, name, height, widthFactor, obliqueAngle, fileName, bigFontFileName, trueType }
}

const textValue = 0
const fontFlag = { italic: 0x100_0000, bold: 0x200_0000 } as const

/** Reads the family and the slope of an outline font, which a style has no fields for. */
function readTrueType(
  reader: ObjectReader,
  extendedData: readonly ExtendedData[],
  application: number,
): TextStyle['trueType'] {
  const data = extendedData.find(({ applicationHandle }) => applicationHandle === application)
  if (!data || application === 0) return null
  const { position } = reader
  reader.position = data.position
  const family = reader.readByte() === textValue ? readDataText(reader) : ''
  const flags = family !== '' && reader.readByte() === longValue ? reader.readRawLong() : 0
  reader.position = position
  if (family === '') return null
  return { family, isBold: (flags & fontFlag.bold) !== 0, isItalic: (flags & fontFlag.italic) !== 0 }
}

/** Reads a text of extended data, which is among them in every release. */
function readDataText(reader: ObjectReader): string {
  const isWide = reader.release >= 2007
  const length = isWide ? reader.readRawShort() : reader.readByte()
  if (!isWide) reader.readRawShort()
  const bytes = reader.readBytes(isWide ? 2 * length : length)
  return new TextDecoder(isWide ? 'utf-16le' : reader.encoding).decode(bytes)
}

/** Reads an MLINESTYLE. */
export function readMultilineStyle(reader: ObjectReader): MultilineStyle {
  readObjectHeader(reader)
  const { handle, release } = reader
  const name = reader.readText()
  reader.readText()
  reader.readShort()
  reader.readColor()
  reader.readDouble()
  reader.readDouble()
  const elements = Array.from({ length: reader.readByte() }, () => {
    const offset = reader.readDouble()
    const color = reader.readColor()
    if (release >= 2018) reader.skipHandles(1)
    else reader.readShort()
    return { offset, color }
  })
  return { handle, name, elements }
}

/** Reads a VPORT. */
export function readViewportEntry(reader: ObjectReader): ViewportEntry {
  readObjectHeader(reader)
  const name = readEntryName(reader)
  reader.readDouble()
  reader.readDouble()
  reader.readRawPoint()
  reader.readPoint()
  return { name, direction: reader.readPoint() }
}
