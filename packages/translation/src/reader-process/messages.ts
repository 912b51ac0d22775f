import { translationFailureCodes, type MeshQuality, type ReaderLimits, type TranslationFailure } from '@kamar/core'
import { readManifest, type Manifest } from '@kamar/package-format'

/** A companion inside the sandbox. */
interface PlacedCompanion {
  readonly name: string
  readonly path: string
}

/** The single job of a reader process; one line of JSON on its standard input. Paths are those inside its sandbox. */
export interface ReaderJob {
  readonly path: string
  readonly fileName: string
  readonly formatId: string
  readonly outputFolder: string
  readonly companions: readonly PlacedCompanion[]
  readonly fallbackFonts?: readonly string[]
  readonly limits: ReaderLimits
  readonly quality: MeshQuality
  /** Set if the reader was chosen outside: it reads another provider's derivative of the file. */
  readonly reader?: string
  /** Set if the process shares the work on the file with others: it reads the file, or does slices of it. */
  readonly slices?: SliceRole
}

/** Part of a process in the work on a large file: it reads the file and offers slices, or does slices. */
export type SliceRole = { readonly kind: 'read'; readonly sliceBytes: number } | { readonly kind: 'serve' }

/** What a reader process did with a slice; the files are in `slices` of its output folder. */
export const sliceActions = ['offered', 'claimed', 'opened', 'completed'] as const

/** Message of a reader process about a slice. */
export interface SliceMessage {
  readonly type: 'slice'
  readonly action: (typeof sliceActions)[number]
  readonly number: number
}

/**
 * Message to a reader process about a slice; one line of JSON each after the job. `task`: do it, `stored`: the file that
 * the process wrote is no longer needed, the others: its state. The result of a slice that is `done`, and a task, are in
 * the input folder.
 */
export interface SliceCommand {
  readonly number: number
  readonly state: 'waiting' | 'own' | 'elsewhere' | 'done' | 'task' | 'task-stored' | 'result-stored'
  /** Whether this answers a claim. */
  readonly isReply?: boolean
}

/** Name of the description of a slice, in the input folder and in `slices` of the output folder. */
export const sliceTaskName = (number: number): string => `${number}.task`
/** Name of the result of a slice, likewise. */
export const sliceResultName = (number: number): string => `${number}.result`
/** Description of the slice that is the properties of the file. */
export const propertiesTask = Buffer.from('properties')
/** Folder of the output for files of slices. */
export const sliceFolder = 'slices'

/** A message from a reader process; one line of JSON each on descriptor 3. */
export type ReaderMessage =
  | { readonly type: 'ready' }
  /** It has received its job: any later failure is about the file. */
  | { readonly type: 'started' }
  | { readonly type: 'progress'; readonly fraction: number; readonly stage: string }
  | { readonly type: 'manifest'; readonly manifest: Manifest }
  | { readonly type: 'finished'; readonly manifest: Manifest; readonly reader: string }
  | { readonly type: 'failed'; readonly failure: TranslationFailure }
  | SliceMessage

/** Descriptor to which a reader process writes its messages. */
export const messageDescriptor = 3
/** Longer lines are invalid: the largest real message is the manifest of a model with thousands of chunks. */
export const maxMessageBytes = 16 * 1024 ** 2

/** Max slices of one file. */
const maxSlices = 4096
const maxTextCharacters = 300
const maxDetails = 12

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const toText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, maxTextCharacters) : '')
const toNumber = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

function parseDetails(value: unknown): Record<string, string | number> {
  if (!isFields(value)) return {}
  const entries = Object.entries(value).slice(0, maxDetails)
  return Object.fromEntries(
    entries.map(([name, detail]) => [toText(name), typeof detail === 'number' ? toNumber(detail) : toText(detail)]),
  )
}

function parseFailure(value: unknown): TranslationFailure {
  const code = isFields(value) ? translationFailureCodes.find((candidate) => candidate === value['code']) : undefined
  if (!isFields(value) || code === undefined) return { code: 'reader-fault' }
  const position = value['bytePosition']
  const details = parseDetails(value['details'])
  return {
    code,
    ...(typeof position === 'number' && Number.isSafeInteger(position) ? { bytePosition: position } : {}),
    ...(Object.keys(details).length > 0 ? { details } : {}),
  }
}

function parseFields(fields: Fields): ReaderMessage | null {
  switch (fields['type']) {
    case 'ready':
    case 'started':
      return { type: fields['type'] }
    case 'progress':
      return { type: 'progress', fraction: toNumber(fields['fraction']), stage: toText(fields['stage']) }
    case 'manifest':
      return { type: 'manifest', manifest: readManifest(fields['manifest']) }
    case 'finished':
      return { type: 'finished', manifest: readManifest(fields['manifest']), reader: toText(fields['reader']) }
    case 'failed':
      return { type: 'failed', failure: parseFailure(fields['failure']) }
    case 'slice':
      return parseSliceMessage(fields)
    default:
      return null
  }
}

function parseSliceMessage({ action, number }: Fields): SliceMessage | null {
  const match = sliceActions.find((candidate) => candidate === action)
  if (match === undefined || typeof number !== 'number' || !Number.isInteger(number)) return null
  return number >= 0 && number < maxSlices ? { type: 'slice', action: match, number } : null
}

/**
 * Parses a line from a reader process, checked field by field because a hostile file may control it; null if invalid.
 */
export function parseReaderMessage(line: string): ReaderMessage | null {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? parseFields(value) : null
  } catch {
    return null
  }
}
