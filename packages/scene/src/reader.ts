import type { MeshQuality, ReaderLimits } from '@kamar/contracts/core'
import type { SceneBuilder } from './scene-builder.js'

/** A file read by position; never all at once unless the reader asks for it. */
export interface ByteSource {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Bytes from `offset`; shorter than `length` only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** The whole file. */
  readAll(): Promise<Uint8Array>
}

/** Facts about a format, apart from its parser, so that listing formats loads none. */
export interface FormatDescriptor {
  /** The id of a row of `uploadFormats`. */
  readonly id: string
  readonly name: string
  /** Lower case, with the dot: accepted everywhere. */
  readonly extensions: readonly string[]
  /** Accepted only when the administrator allows them (`.ifczip`). */
  readonly optionalExtensions: readonly string[]
  readonly dimensions: '2d' | '3d' | '2d and 3d'
  /** Extensions of files that may belong to a model of this format (`.mtl`, `.png`). */
  readonly companions: readonly string[]
  /** Versions read, for the formats table. */
  readonly versions: readonly string[]
  /** Only the identity and the stored picture are read: nothing is drawn yet. */
  readonly previewOnly?: true
  /** Holds exact solids, whose meshes can be made closer or coarser. */
  readonly exactSolids?: true
  /** What is not read, in one sentence each. */
  readonly notRead: readonly string[]
  /** Whether the first bytes (at least 4 KiB, or the whole file) are this format. */
  detect(header: Uint8Array, size: number): 'yes' | 'maybe' | 'no'
}

/** Whether the user merely learns something or should act on it. */
export type FindingSeverity = 'information' | 'warning'

/** Something the user should know about what was read. `code` has a text in every language (`finding.<code>`). */
export interface Finding {
  readonly code: string
  readonly severity: FindingSeverity
  readonly details?: Readonly<Record<string, string | number>>
  /** Source ids of the elements it is about, at most 100. */
  readonly elements?: readonly string[]
}

/** Records of one kind that are not shown, and why. */
export interface Skipped {
  readonly kind: string
  readonly reason: string
  readonly count: number
  /** Source ids, at most 100. */
  readonly elements?: readonly string[]
}

/**
 * How a read ended; `partial` is stated to the user, never silent. `preview`: in a closed
 * format nothing was found that is drawn, and nothing that is left out; there is its identity and the stored picture.
 */
export interface ReadReport {
  readonly status: 'complete' | 'partial' | 'preview'
  /** Records read, by kind. The view package counts for itself what it keeps of the triangles. */
  readonly counts: Readonly<Record<string, number>>
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  /** Names of companions that the file asks for and that are not attached. */
  readonly missingCompanions: readonly string[]
  /** Elements with geometry, and how many of them are shown; left out where elements are not counted. */
  readonly elements?: { readonly shown: number; readonly total: number }
  /** Of a `partial` report: what was found is all left out, nothing is drawn. */
  readonly nothingDrawn?: true
}

/** Whether nothing of a file is drawn, by its report or a stored one: what is known of it and its stored picture are all there is to see. */
export const drawsNothing = (report: { readonly nothingDrawn?: unknown; readonly status?: unknown }): boolean =>
  report.status === 'preview' || report.nothingDrawn === true

/** What a reader is given. */
export interface ReadContext {
  readonly scene: SceneBuilder
  readonly limits: ReaderLimits
  readonly signal: AbortSignal
  /** How closely exact solids are meshed. */
  readonly quality: MeshQuality
  /** 0 to 1; `stage` is a message key (`stage.<stage>`): reading, meshing. */
  progress(fraction: number, stage: string): void
  /** An attached file by its name (case-insensitive, last path segment only), or null. */
  companion(name: string): Promise<ByteSource | null>
}

/** One reader per format: the door of its room. Failures are thrown as `TranslationError`. */
export interface Reader {
  readonly descriptor: FormatDescriptor
  read(input: ByteSource, context: ReadContext): Promise<ReadReport>
}
