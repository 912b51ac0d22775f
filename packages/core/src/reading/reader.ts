import type { FormatMetadata } from '../format-metadata.js'
import type { MeshQuality } from '../mesh-quality.js'
import type { ReaderLimits } from '../reader-limits.js'
import type { SceneBuilder } from '../scene/scene-builder.js'
import type { SliceExchange, SliceServer } from './slice-exchange.js'

/** A file with random access; never read completely unless the reader calls `readAll`. */
export interface ByteSource {
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Descriptor of the file, open as long as the source, for reading by position in any thread; none in memory. */
  readonly fileDescriptor?: number
  /** Returns bytes from `offset`; fewer than `length` only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** Returns the whole file. */
  readAll(): Promise<Uint8Array>
}

/** Names of companions: the archive, an index of the other files (`BundleIndex`), and these files, concatenated. */
export interface FileBundle {
  readonly archive: string
  readonly index: string
  readonly files: string
}

/** Byte range of a file in a bundle. */
export interface BundleSpan {
  readonly offset: number
  readonly size: number
}

/** Locations of the files of a bundle, by the addresses in its archive. */
export interface BundleIndex {
  readonly files: Readonly<Record<string, BundleSpan>>
}

/** What a format's folder states of it, separate from its parser, so that listing formats loads no parser. */
export interface FormatDescriptor extends FormatMetadata {
  /** Position in lists: the specification's order. */
  readonly order: number
  /** Versions read, for the formats table. */
  readonly versions: readonly string[]
  /** Unsupported content, one sentence each. */
  readonly notRead: readonly string[]
  /** Name of a group of formats that programs save under each other's extension. */
  readonly extensionGroup?: string
  /** Names of the companions in which a service delivers its files; see `FileBundle`. */
  readonly bundle?: FileBundle
  /** Returns whether the first bytes (at least 4 KiB, or the whole file) are of this format. */
  detect(header: Uint8Array, size: number): 'yes' | 'maybe' | 'no'
}

/** Whether the finding is informative or calls for action. */
export type FindingSeverity = 'information' | 'warning'

/** A note to the user about the file. `code` has a text in every language (`finding.<code>`). */
export interface Finding {
  readonly code: string
  readonly severity: FindingSeverity
  readonly details?: Readonly<Record<string, string | number>>
  /** Source ids of the affected elements, at most 100. */
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
 * Outcome of a read; the user always sees that it is `partial`. `preview`: a file of a proprietary format yields
 * nothing drawable and nothing skipped, only its identity and stored preview image.
 */
export interface ReadReport {
  readonly status: 'complete' | 'partial' | 'preview'
  /** Records read, by kind. The view package itself counts the triangles that it retains. */
  readonly counts: Readonly<Record<string, number>>
  readonly skipped: readonly Skipped[]
  readonly findings: readonly Finding[]
  /** Names of companions that the file references and that are not attached. */
  readonly missingCompanions: readonly string[]
  /** Elements with geometry, and how many of them are shown; omitted where elements are not counted. */
  readonly elements?: { readonly shown: number; readonly total: number }
  /** For a `partial` report: all content was skipped, nothing is drawn. */
  readonly nothingDrawn?: true
}

/**
 * Returns whether a file draws nothing, by its report or a stored one: only its metadata and stored preview can be
 * shown.
 */
export const drawsNothing = (report: { readonly nothingDrawn?: unknown; readonly status?: unknown }): boolean =>
  report.status === 'preview' || report.nothingDrawn === true

/** Input, limits and callbacks of a read. */
export interface ReadContext {
  readonly scene: SceneBuilder
  readonly limits: ReaderLimits
  readonly signal: AbortSignal
  /** Mesh quality of exact solids. */
  readonly quality: MeshQuality
  /** Reports progress, 0 to 1; `stage` is a message key (`stage.<stage>`): reading, meshing. */
  progress(fraction: number, stage: string): void
  /** Returns an attached file by name (case-insensitive, last path segment only), or null. */
  companion(name: string): Promise<ByteSource | null>
  /** Opens an empty file for temporary data and returns its descriptor, which is closed after the read; none in memory. */
  readonly openScratchFile?: () => number
  /** Shares the work on a large file with other processes; omitted for other files. */
  readonly slices?: SliceExchange
}

/** The reader of one format, the entry point of its folder. Failures are thrown as `TranslationError`. */
export interface Reader {
  readonly descriptor: FormatDescriptor
  read(input: ByteSource, context: ReadContext): Promise<ReadReport>
  /** Opens a file to work on slices of it; omitted by formats without slices. */
  openSlices?(input: ByteSource, context: Pick<ReadContext, 'signal'>): Promise<SliceServer>
}
