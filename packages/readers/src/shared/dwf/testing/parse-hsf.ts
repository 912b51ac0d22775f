import type { HsfLine, HsfSegment, HsfShell } from '../w3d/model.js'
import { HsfReader } from '../w3d/parse-hsf.js'
import { ByteWriter } from './byte-writer.js'
import { hsfStream, segment } from './write-hsf.js'

/** What became of a stream. */
export interface ParsedHsf {
  readonly reader: HsfReader
  /** How it ended. */
  readonly end: string
  /** Kinds and reasons of what was left out. */
  readonly skipped: string[]
}

/** Reads a stream to its end. */
export function parseHsf(bytes: Uint8Array, mostTriangles = 1000): ParsedHsf {
  const skipped: string[] = []
  const reader = new HsfReader(bytes, {
    mostInflated: 1e6,
    mostTriangles,
    skip: (kind, reason) => void skipped.push(`${kind} ${reason}`),
  })
  const run = reader.run()
  for (;;) {
    const step = run.next()
    if (step.done) return { reader, end: step.value, skipped }
  }
}

/** Records as a stream. */
export const streamOf = (...records: readonly Uint8Array[]): Uint8Array => {
  const writer = new ByteWriter()
  for (const record of records) writer.raw(record)
  return hsfStream(writer.bytes)
}

/** The segment that these records fill, and what was left out of it. */
export function segmentOf(...records: readonly Uint8Array[]): { found: HsfSegment; skipped: string[] } {
  const { reader, end, skipped } = parseHsf(streamOf(segment('a', ...records)))
  const [found] = reader.root.children
  if (!found || end !== 'whole') throw new TypeError(`the stream ended ${end}`)
  return { found, skipped }
}

/** The only shape of some records, which is a mesh. */
export function onlyShell(...records: readonly Uint8Array[]): HsfShell {
  const { shapes } = segmentOf(...records).found
  if (shapes.length !== 1 || shapes[0]?.kind !== 'shell') throw new TypeError('not one shell')
  return shapes[0]
}

/** The lines of some records. */
export const linesOf = (...records: readonly Uint8Array[]): HsfLine[] =>
  segmentOf(...records).found.shapes.filter((shape) => shape.kind === 'line')
