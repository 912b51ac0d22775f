import type { UploadResult } from '@kamar/contracts'
import { storage, storageKeys } from '../../storage.js'

/** Record of an upload on this device (specification section 3), under `uploadedFiles`. */
export interface UploadedFile {
  /** Time stamp of the upload. */
  readonly id: string
  readonly name: string
  readonly urn: string
  readonly uploadedAt: string
  readonly status: string
  readonly jobId: string
}

const maxUploads = 100

export function readUploadedFiles(): readonly UploadedFile[] {
  const stored = storage.readJson(storageKeys.uploadedFiles)
  return Array.isArray(stored) ? stored.filter(isUploadedFile) : []
}

export function storeUpload(result: UploadResult, now = new Date()): void {
  const entry: UploadedFile = {
    id: String(now.getTime()),
    name: result.fileName,
    urn: result.urn,
    uploadedAt: now.toISOString(),
    status: result.file.status,
    jobId: result.jobId,
  }
  const others = readUploadedFiles().filter(({ urn }) => urn !== entry.urn)
  storage.writeJson(storageKeys.uploadedFiles, [entry, ...others].slice(0, maxUploads))
}

function isUploadedFile(value: unknown): value is UploadedFile {
  const entry = value as Partial<UploadedFile> | null
  return typeof entry?.name === 'string' && typeof entry.urn === 'string' && typeof entry.uploadedAt === 'string'
}
