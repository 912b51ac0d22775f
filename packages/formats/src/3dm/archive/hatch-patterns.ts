import { tryParse } from '@kamar/codecs/records'
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
  const archive = new ChunkReader(bytes, hasLongLengths, headerBytes)
  const patterns = tryParse(() => {
    for (;;) {
      const { type, content } = archive.chunk()
      if (type === endOfFile) return []
      if (type === patternTable) return readPatterns(content, version)
    }
  })
  return patterns ?? []
}

function readPatterns(table: ChunkReader, version: number): (HatchPattern | null)[] {
  const patterns: (HatchPattern | null)[] = []
  while (table.left > 0) {
    const { type, content } = table.chunk()
    if (type === patternRow) patterns.push(tryParse(() => readPattern(content.objectData(), version)))
  }
  return patterns
}

const readPattern = (data: ChunkReader, version: number): HatchPattern =>
  version >= firstVersionWithChunks ? newer(data) : older(data)

function newer(data: ChunkReader): HatchPattern {
  const content = data.versioned()
  content.chunk()
  const type = content.i32()
  content.skipText()
  if (type === solid) return []
  const lines = content.chunk().content
  return Array.from({ length: lines.itemCount(maxLines) }, () => readLine(lines.versioned()))
}

/** Reads the older layout: version byte, number, type, name, description, lines with a version byte each. */
function older(data: ChunkReader): HatchPattern {
  data.skip(1)
  data.skip(4)
  const type = data.i32()
  data.skipText()
  data.skipText()
  if (type === solid) return []
  return Array.from({ length: data.itemCount(maxLines) }, () => {
    data.skip(1)
    return readLine(data)
  })
}

function readLine(reader: ChunkReader): PatternLine {
  const [angle, baseX, baseY, along, across] = reader.doubles(5)
  return {
    angle,
    base: [baseX, baseY],
    offset: [along, across],
    dashes: [...reader.doubles(reader.itemCount(maxDashes))],
  }
}
