import type { Manifest } from '@kamar/view-package/read'

/** A view package on this device. */
export interface OfflineModel {
  readonly urn: string
  /** What the file was called when it was kept. */
  readonly name: string
  /** Which version of the file it is; left out where nobody said. */
  readonly version?: number
  readonly manifest: Manifest
  /** Bytes on this device, as far as they are counted. */
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly usedAt: number
  /** Every file is here: it can be opened without a network. */
  readonly isWhole: boolean
}

export const noteUse = (model: OfflineModel, now: number): OfflineModel => ({ ...model, usedAt: now })

/** Null for what is not one: half written, or of another version of ours. */
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
