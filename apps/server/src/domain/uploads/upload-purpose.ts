import { AppError } from '@kamar/core'
import { limits } from '@kamar/contracts'
import { displayName } from './file-name.js'

/** Purpose of an upload: a new file, or the next version of an existing one. */
export interface UploadPurpose {
  readonly fileName: string
  readonly fileId?: string | undefined
  /** Project of a new file; the personal one when omitted. */
  readonly projectId?: string | undefined
  /** The uploader's note about the version. */
  readonly note?: string | undefined
}

/** Normalises a client's purpose for storage; throws `invalid-input` for a note that is too long. */
export function uploadPurpose({ fileId, fileName, note, projectId }: UploadPurpose): UploadPurpose {
  const trimmedNote = note?.trim()
  if (trimmedNote !== undefined && trimmedNote.length > limits.maxNoteCharacters) {
    throw new AppError('invalid-input', { field: 'note' })
  }
  return {
    fileName: displayName(fileName),
    ...(fileId ? { fileId } : {}),
    ...(projectId ? { projectId } : {}),
    ...(trimmedNote ? { note: trimmedNote } : {}),
  }
}
