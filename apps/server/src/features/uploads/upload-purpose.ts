import { AppError, limits } from '@kamar/contracts'
import { displayName } from './file-name.js'

/** What an upload is to become: a file of its own, or the next version of one that is there. */
export interface UploadPurpose {
  readonly fileName: string
  readonly fileId?: string | undefined
  /** The project a new file goes to; the personal one when left out. */
  readonly projectId?: string | undefined
  /** What its uploader says about the version. */
  readonly note?: string | undefined
}

/** What a client asks for, made fit to be kept; `invalid-input` for a note that is too long. */
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
