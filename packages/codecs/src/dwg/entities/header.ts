import {
  toIndexColor,
  toOpacity,
  toRgbColor,
  type EntityColor,
  type EntityCommon,
  type LineType,
} from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { Lookup } from './lookup.js'

const [inheritsLayer, inheritsBlock, isContinuous] = [0, 1, 2]
const hasHandle = 3
const [bookColor, rgbColor, hasTransparency] = [0x4000, 0x8000, 0x2000]
const colorIndexBits = 0xfff
const byLayerWeight = -1

/** Line weights by their numbers in a drawing, hundredths of a millimetre. */
const lineWeights = [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211]
const inheritedWeights: Readonly<Record<number, number>> = { 28: -1, 29: -1, 30: -2, 31: -3 }

/** Returns the weight of a number, in hundredths of a millimetre; negative numbers are inherited or default weights. */
export const toLineWeight = (number: number): number => inheritedWeights[number] ?? lineWeights[number] ?? -3

/**
 * Reads what all entities begin with (Open Design Specification, section 20.4.1).
 * @throws {MalformedRecordError} for damaged objects.
 */
export function readEntityHeader(reader: ObjectReader, lookup: Lookup, name: string): EntityCommon {
  reader.readHeader()
  const graphicsBytes = readGraphicsSize(reader)
  const savedGraphics = graphicsBytes > 0 ? reader.readBytes(graphicsBytes) : null
  if (reader.release <= 14) reader.readStreamStart()
  return readEntityState(reader, lookup, { name, savedGraphics })
}

function readGraphicsSize(reader: ObjectReader): number {
  if (!reader.readFlag()) return 0
  return reader.release >= 2010 ? reader.readLongLong() : reader.readRawLong()
}

/** Reads the header from the owner on, as it is repeated within the attributes of 2018. */
export function readEntityState(
  reader: ObjectReader,
  lookup: Lookup,
  { name, savedGraphics }: Pick<EntityCommon, 'name' | 'savedGraphics'>,
): EntityCommon {
  const { release } = reader
  const dictionaryHandle = readOwners(reader)
  const oldLayer = release <= 14 ? reader.readHandle() : 0
  const oldLineType = release <= 14 && !reader.readFlag() ? reader.readHandle() : 0
  if (release < 2004) readLinks(reader)
  const { color, opacity } = readColor(reader, lookup)
  const lineTypeScale = reader.readDouble()
  const isOld = release <= 14
  const layer = lookup.findLayer(isOld ? oldLayer : reader.readHandle())
  const lineType = isOld ? findOldLineType(lookup, oldLineType) : readLineType(reader, lookup)
  if (!isOld) skipStyles(reader)
  const isInvisible = (reader.readShort() & 1) !== 0
  const lineWeight = isOld ? byLayerWeight : toLineWeight(reader.readByte() & 31)
  return {
    handle: reader.handle,
    name,
    layer,
    lineType,
    lineTypeScale,
    color,
    lineWeight,
    opacity,
    isInvisible,
    savedGraphics,
    dictionaryHandle,
  }
}

const findOldLineType = (lookup: Lookup, handle: number): LineType =>
  handle === 0 ? lookup.byLayerLineType : lookup.findLineType(handle)

/** Reads owner and reactors. Returns the handle of the dictionary with further data. */
function readOwners(reader: ObjectReader): number {
  const { release } = reader
  const mode = reader.readTwoBits()
  const reactorCount = reader.readCount(0)
  const hasDictionary = release < 2004 || !reader.readFlag()
  if (release >= 2013) reader.readBit()
  reader.ownerForm = mode
  reader.ownerHandle = mode === 0 ? reader.readHandle() : 0
  reader.skipHandles(reactorCount)
  return hasDictionary ? reader.readHandle() : 0
}

function readLinks(reader: ObjectReader): void {
  if (reader.readFlag()) {
    reader.nextHandle = reader.handle + 1
    return
  }
  reader.skipHandles(1)
  reader.nextHandle = reader.readHandle()
}

function readColor(reader: ObjectReader, lookup: Lookup): Pick<EntityCommon, 'color' | 'opacity'> {
  const value = reader.readShort()
  if (reader.release < 2004) return { color: toIndexColor(value), opacity: 'byLayer' }
  let color: EntityColor = toIndexColor(value & colorIndexBits)
  // A colour of a colour book states no parts of its own.
  if ((value & bookColor) !== 0) color = lookup.findColor(reader.readHandle()) ?? color
  else if ((value & rgbColor) !== 0) color = toRgbColor(reader.readLong())
  return { color, opacity: (value & hasTransparency) !== 0 ? toOpacity(reader.readLong()) : 'byLayer' }
}

function readLineType(reader: ObjectReader, lookup: Lookup): LineType {
  switch (reader.readTwoBits()) {
    case inheritsLayer:
      return lookup.byLayerLineType
    case inheritsBlock:
      return lookup.byBlockLineType
    case isContinuous:
      return lookup.continuousLineType
    default:
      return lookup.findLineType(reader.readHandle())
  }
}

/** Skips material, shadows, plot style and visual styles. */
function skipStyles(reader: ObjectReader): void {
  const { release } = reader
  if (release >= 2007) {
    if (reader.readTwoBits() === hasHandle) reader.skipHandles(1)
    reader.readByte()
  }
  if (reader.readTwoBits() === hasHandle) reader.skipHandles(1)
  if (release >= 2010) reader.skipHandles(reader.readBit() + reader.readBit() + reader.readBit())
}
