import type { FileRecord, ProjectRole } from '@kamar/contracts'
import type { Manifest } from '@kamar/package-format/read'

/** File of a model on this device, and what the user may do with it: a page that opens offline cannot ask the server. */
export interface OfflineFile {
  readonly id: string
  readonly role: ProjectRole
}

export const readOfflineFile = ({ id, sharing }: FileRecord): OfflineFile => ({ id, role: sharing?.role ?? 'owner' })

/** A view package on this device. */
export interface OfflineModel {
  readonly urn: string
  /** Name of the file when it was stored. */
  readonly name: string
  /** Version of the file; absent if unknown. */
  readonly version?: number
  /** Absent for an example, an older version and another user's address. */
  readonly file?: OfflineFile
  readonly manifest: Manifest
  /** Number of bytes on this device, as far as counted. */
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly usedAt: number
  /** Whether all files are stored, so that it can be opened offline. */
  readonly isWhole: boolean
}

export const recordUse = (model: OfflineModel, now: number): OfflineModel => ({ ...model, usedAt: now })

/** Returns null for an invalid record: incompletely written, or of another format version. */
export function parseModel(text: string): OfflineModel | null {
  try {
    const value = JSON.parse(text) as Partial<OfflineModel> | null
    const isModel =
      typeof value?.urn === 'string' &&
      typeof value.name === 'string' &&
      typeof value.bytes === 'number' &&
      typeof value.usedAt === 'number' &&
      value.manifest?.state === 'complete' &&
      Array.isArray(value.manifest.files)
    return isModel ? (value as OfflineModel) : null
  } catch {
    return null
  }
}
