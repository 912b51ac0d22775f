import { ChunkReader } from './chunk-reader.js'

/** Family of parallel lines of a pattern; lengths in drawing units before the hatch's own scale. */
export interface PatternLine {
  /** Radians. */
  readonly angle: number
  readonly base: readonly [number, number]
  /** From one line to the next: along the line, and across it. */
  readonly offset: readonly [number, number]
  /** Dash lengths, negative for gaps; empty for a continuous line. */
  readonly dashes: readonly number[]
}

/** Pattern: families of lines, or none for a solid fill. */
export type HatchPattern = readonly PatternLine[]

const versionAt = 24
const headerBytes = 32
const firstVersionWithLongLengths = 50
/** From this version on, patterns are written as unnamed chunks. */
const firstVersionWithChunks = 60
const patternTable = 0x1000_0022
const patternRow = 0x2000_8077
const endOfFile = 0x7fff
const solid = 0
const maxLines = 1000
const maxDashes = 1000

/**
 * Reads the patterns of an archive in table order; null for one that does not parse. Requires bytes that passed
 * `checkStructure`.
 */
export function readHatchPatterns(bytes: Uint8Array): (HatchPattern | null)[] {
  const version = Number(String.fromCharCode(...bytes.subarray(versionAt, headerBytes)).trim())
  const hasLongLengths = version >= firstVersionWithLongLengths
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const archive = new ChunkReader(view, { start: headerBytes, end: bytes.length, hasLongLengths })
  try {
    for (;;) {
      const { type, content } = archive.chunk()
      if (type === endOfFile) return []
      if (type === patternTable) return readPatterns(content, version)
    }
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function readPatterns(table: ChunkReader, version: number): (HatchPattern | null)[] {
  const patterns: (HatchPattern | null)[] = []
  while (!table.isAtEnd) {
    const { type, content } = table.chunk()
    if (type === patternRow) patterns.push(readPattern(content, version))
  }
  return patterns
}

function readPattern(row: ChunkReader, version: number): HatchPattern | null {
  try {
    const data = row.objectData()
    return version >= firstVersionWithChunks ? newer(data) : older(data)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function newer(data: ChunkReader): HatchPattern {
  const content = data.versioned()
  content.chunk()
  const type = content.int()
  content.skipText()
  if (type === solid) return []
  const lines = content.chunk().content
  return Array.from({ length: readCount(lines) }, () => readLine(lines.versioned()))
}

/** Reads the older layout: version byte, number, type, name, description, lines with a version byte each. */
function older(data: ChunkReader): HatchPattern {
  data.skip(1)
  data.skip(4)
  const type = data.int()
  data.skipText()
  data.skipText()
  if (type === solid) return []
  return Array.from({ length: readCount(data) }, () => {
    data.skip(1)
    return readLine(data)
  })
}

function readCount(reader: ChunkReader): number {
  const count = reader.int()
  if (count < 0 || count > maxLines) throw new RangeError('a pattern of too many lines')
  return count
}

function readLine(reader: ChunkReader): PatternLine {
  const [angle, baseX, baseY, along, across] = reader.doubles(5)
  return { angle, base: [baseX, baseY], offset: [along, across], dashes: reader.doubleList(maxDashes) }
}
