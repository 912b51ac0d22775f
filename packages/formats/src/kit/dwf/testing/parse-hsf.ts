import { readerLimits } from '@kamar/core'
import type { HsfLine, HsfSegment, HsfShell } from '../w3d/model.js'
import { HsfReader } from '../w3d/hsf-reader.js'
import { opcodes } from '../w3d/opcodes.js'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { hsfStream, segment } from './write-hsf.js'

/** Result of parsing a stream. */
export interface ParsedHsf {
  readonly reader: HsfReader
  /** How parsing ended. */
  readonly end: string
  /** Kinds and reasons of skipped content. */
  readonly skipped: string[]
}

/** Parses a stream to its end. */
export function parseHsf(bytes: Uint8Array, maxTriangles = 1000): ParsedHsf {
  const skipped: string[] = []
  const reader = new HsfReader(
    bytes,
    {
      limits: { ...readerLimits, inflatedBytes: 1e6, triangles: maxTriangles },
      skip: (kind, reason) => void skipped.push(`${kind} ${reason}`),
    },
    opcodes,
  )
  const run = reader.run()
  for (;;) {
    const step = run.next()
    if (step.done) return { reader, end: step.value, skipped }
  }
}

/** Builds a stream of records. */
export const createStream = (...records: readonly Uint8Array[]): Uint8Array => {
  const writer = new ByteWriter()
  for (const record of records) writer.raw(record)
  return hsfStream(writer.bytes)
}

/** Parses the segment filled by these records, and its skipped content. */
export function parseSegment(...records: readonly Uint8Array[]): { parsedSegment: HsfSegment; skipped: string[] } {
  const { reader, end, skipped } = parseHsf(createStream(segment('a', ...records)))
  const [parsedSegment] = reader.root.children
  if (!parsedSegment || end !== 'whole') throw new TypeError(`the stream ended ${end}`)
  return { parsedSegment, skipped }
}

/** Parses the only shape of some records, which is a mesh. */
export function onlyShell(...records: readonly Uint8Array[]): HsfShell {
  const { shapes } = parseSegment(...records).parsedSegment
  if (shapes.length !== 1 || shapes[0]?.kind !== 'shell') throw new TypeError('not one shell')
  return shapes[0]
}

/** Parses the lines of some records. */
export const parseLines = (...records: readonly Uint8Array[]): HsfLine[] =>
  parseSegment(...records).parsedSegment.shapes.filter((shape) => shape.kind === 'line')
