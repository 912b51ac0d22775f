import { type AccountRecord, defaultPreferences, type FileRecord, type UploadResult } from '@kamar/contracts'

/** Number of created file records; each call creates a new one, as the server lists it. */
let fileCount = 0
export function fileRecord(over: Partial<FileRecord> = {}): FileRecord {
  fileCount += 1
  return {
    id: `file-${fileCount}`,
    description: `model ${fileCount}.ifc`,
    urn: `urn-${fileCount}-0123456789abcdefghij`,
    updated_at: new Date(Date.UTC(2026, 10, 20, 12) - fileCount * 3_600_000).toISOString(),
    size: 1024 * fileCount,
    status: 'success',
    progress: 100,
    stage: null,
    jobId: `job-${fileCount}`,
    failure: null,
    partial: false,
    previewOnly: false,
    hasThumbnail: false,
    ...over,
  }
}

export function accountRecord(over: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id: 'account-1',
    email: 'ani@kamar.am',
    name: 'Ani Hakobyan',
    role: 'user',
    status: 'approved',
    locale: 'en',
    quotaBytes: 100,
    usedBytes: 0,
    avatar: null,
    preferences: defaultPreferences,
    ...over,
  }
}

export function uploadResult(file: FileRecord): UploadResult {
  return { fileName: file.description, urn: file.urn, jobId: file.jobId, file }
}
