import type { Vector } from '@kamar/core/math'
import {
  extendEntity,
  type EntityCommon,
  type LeaderContent,
  type LeaderRoot,
  type MultiLeader,
} from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import type { Lookup } from './lookup.js'
import { readPoints } from './leaders.js'

/** Content of a multileader before the texts of its attributes are known. */
interface LeaderContext {
  readonly roots: readonly LeaderRoot[]
  readonly arrowSize: number
  readonly content: LeaderContent | null
}

/** Reads a MULTILEADER (Open Design Specification, section 20.4.48). */
export function readMultiLeader(reader: ObjectReader, common: EntityCommon, lookup: Lookup): MultiLeader {
  const { release } = reader
  if (release >= 2010) reader.readShort()
  const { roots, arrowSize, content } = readContext(reader, lookup)
  reader.skipHandles(1)
  reader.readLong()
  reader.readShort()
  reader.readColor()
  reader.skipHandles(1)
  reader.readLong()
  reader.readBit()
  const hasLanding = reader.readFlag()
  reader.readDouble()
  reader.skipHandles(1)
  reader.readDouble()
  reader.readShort()
  const style = lookup.findTextStyle(reader.readHandle())
  skipTextAndBlock(reader)
  const attributes = readAttributeTexts(reader, lookup)
  skipAlignment(reader)
  const withStyle = content?.kind === 'text' && content.style === null ? { ...content, style } : content
  const complete = withStyle?.kind === 'block' ? { ...withStyle, attributes } : withStyle
  return extendEntity(common, { kind: 'multiLeader', hasLanding, arrowSize, roots, content: complete })
}

function skipTextAndBlock(reader: ObjectReader): void {
  for (let left = 4; left > 0; left--) reader.readShort()
  reader.readColor()
  reader.readBit()
  reader.skipHandles(1)
  reader.readColor()
  reader.readPoint()
  reader.readDouble()
  reader.readShort()
  reader.readBit()
  if (reader.release >= 2010) return
  for (let left = reader.readCount(1); left > 0; left--) {
    reader.readBit()
    reader.skipHandles(1)
  }
}

/** Skips how the text is aligned and attached, which the content repeats. */
function skipAlignment(reader: ObjectReader): void {
  reader.readBit()
  reader.readShort()
  reader.readShort()
  reader.readDouble()
  if (reader.release >= 2010) for (let left = 3; left > 0; left--) reader.readShort()
  if (reader.release >= 2013) reader.readBit()
}

type BlockContent = Extract<LeaderContent, { kind: 'block' }>

function readAttributeTexts(reader: ObjectReader, lookup: Lookup): BlockContent['attributes'] {
  const rows = Array.from({ length: reader.readCount(4) }, () => {
    const handle = reader.readHandle()
    const text = reader.readText()
    reader.readShort()
    reader.readDouble()
    return { handle, text }
  })
  return rows.flatMap(({ handle, text }) => {
    const definition = lookup.findEntity(handle)
    return definition?.kind === 'attributeDefinition' ? [{ definition, text }] : []
  })
}

function readContext(reader: ObjectReader, lookup: Lookup): LeaderContext {
  const { release } = reader
  const roots = Array.from({ length: reader.readCount(14) }, () => readRoot(reader))
  reader.readDouble()
  reader.readPoint()
  const textHeight = reader.readDouble()
  const arrowSize = reader.readDouble()
  reader.readDouble()
  reader.readShort()
  reader.readShort()
  const alignment = reader.readShort()
  reader.readShort()
  const content = reader.readFlag()
    ? readTextContent(reader, lookup, { height: textHeight, alignment })
    : reader.readFlag()
      ? readBlockContent(reader, lookup)
      : null
  for (let left = 3; left > 0; left--) reader.readPoint()
  reader.readBit()
  if (release >= 2010) {
    reader.readShort()
    reader.readShort()
  }
  return { roots, arrowSize, content }
}

function readRoot(reader: ObjectReader): LeaderRoot {
  reader.readBit()
  reader.readBit()
  const connectionPoint = reader.readPoint()
  const direction = reader.readPoint()
  skipBreaks(reader)
  reader.readLong()
  const landingLength = reader.readDouble()
  const lines = Array.from({ length: reader.readCount(6) }, () => readLeaderLine(reader))
  if (reader.release >= 2010) reader.readShort()
  return { connectionPoint, direction, landingLength, lines }
}

function readLeaderLine(reader: ObjectReader): readonly Vector[] {
  const points = readPoints(reader)
  if (reader.readLong() > 0) {
    reader.readLong()
    skipBreaks(reader)
  }
  reader.readLong()
  if (reader.release >= 2010) {
    reader.readShort()
    reader.readColor()
    reader.skipHandles(1)
    reader.readLong()
    reader.readDouble()
    reader.skipHandles(1)
    reader.readLong()
  }
  return points
}

/** Skips the ends of gaps where other objects cross. */
function skipBreaks(reader: ObjectReader): void {
  for (let left = reader.readCount(12); left > 0; left--) {
    reader.readPoint()
    reader.readPoint()
  }
}

function readTextContent(
  reader: ObjectReader,
  lookup: Lookup,
  { height, alignment }: { readonly height: number; readonly alignment: number },
): LeaderContent {
  const value = reader.readText()
  reader.readPoint()
  const styleHandle = reader.readHandle()
  const location = reader.readPoint()
  const direction = reader.readPoint()
  const rotation = reader.readDouble()
  const width = reader.readDouble()
  reader.readDouble()
  reader.readDouble()
  reader.readShort()
  reader.readColor()
  reader.readShort()
  reader.readShort()
  skipTextFrame(reader)
  const style = styleHandle === 0 ? null : lookup.findTextStyle(styleHandle)
  return { kind: 'text', value, style, height, location, direction, rotation, alignment, width }
}

function skipTextFrame(reader: ObjectReader): void {
  reader.readColor()
  reader.readDouble()
  reader.readLong()
  reader.readBit()
  reader.readBit()
  reader.readShort()
  reader.readBit()
  reader.readDouble()
  reader.readDouble()
  reader.readBit()
  for (let left = reader.readCount(2); left > 0; left--) reader.readDouble()
  reader.readBit()
  reader.readBit()
}

function readBlockContent(reader: ObjectReader, lookup: Lookup): LeaderContent {
  const block = lookup.findBlock(reader.readHandle())
  reader.readPoint()
  const location = reader.readPoint()
  const scale = reader.readPoint()
  const rotation = reader.readDouble()
  reader.readColor()
  for (let left = 16; left > 0; left--) reader.readDouble()
  return { kind: 'block', block, location, scale, rotation, attributes: [] }
}
