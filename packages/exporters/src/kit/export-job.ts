import type { ExporterMetadata } from '@kamar/core'
import type { PackageReader } from '@kamar/package-format/package-reader'

/** What an exporter's folder states of it, separate from its writer, so that listing exporters loads no writer. */
export interface ExporterDescriptor extends ExporterMetadata {
  /** Position in lists. */
  readonly order: number
}

/** Progress callback: the completed fraction, 0 to 1, never decreasing. */
export type OnFraction = (fraction: number) => void

/** One export to be written. */
export interface ExportJob {
  readonly model: PackageReader
  /** Number of the sheet; null for the complete model or drawing. */
  readonly sheet: number | null
  readonly onFraction: OnFraction
}

/** Implementation of an exporter (`write.ts`). */
export interface ExportWriter {
  /** Writes the file in chunks. Throws `RangeError` when the package is damaged. */
  write(job: ExportJob): AsyncIterable<Uint8Array>
}
