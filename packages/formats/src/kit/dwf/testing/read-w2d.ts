import { runReader, type ReaderRun, type RecordingSheet } from '@kamar/test-kit'
import { reader } from '../../../dwf/reader.js'
import { w2dStream } from './write-w2d.js'

/** Bytes of a record, or its text. */
export type W2dRecord = Uint8Array | string

/** Drawn content and counts of skipped content. */
export interface ReadW2d {
  readonly sheet: RecordingSheet
  /** `kind reason ×count` of all skipped content. */
  readonly skipped: readonly string[]
}

/** Default resolution of a stream: 400 units per inch. */
export const unitsPerInch = 400

export const runW2d = (...records: readonly W2dRecord[]): Promise<ReaderRun> =>
  runReader(reader, w2dStream(...records), { name: 'plan.dwf' })

/** Reads a stream that is complete enough to be shown. */
export async function readW2d(...records: readonly W2dRecord[]): Promise<ReadW2d> {
  const { scene, failure, report } = await runW2d(...records)
  const [sheet] = scene.sheets
  if (failure || !sheet) throw new TypeError(`no sheet: ${JSON.stringify(failure)}`)
  const skipped = (report?.skipped ?? []).map(({ kind, reason, count }) => `${kind} ${reason} ×${count}`)
  return { sheet, skipped }
}

const logical = (points: Float64Array): number[] => Array.from(points, (value) => Math.round(value * unitsPerInch) + 0)

/** Returns the points of the lines in logical units. */
export const listLines = ({ sheet }: ReadW2d): number[][] => sheet.polylines.map(({ points }) => logical(points))

/** Returns the outlines of the areas in logical units. */
export const listAreas = ({ sheet }: ReadW2d): number[][][] =>
  sheet.fills.map(({ rings }) => rings.map((ring) => logical(ring)))
