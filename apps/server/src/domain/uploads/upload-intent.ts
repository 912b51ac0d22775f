import { AppError } from '@kamar/core'
import { limits } from '@kamar/contracts'
import { displayName } from './file-name.js'

/** Intent of an upload: a new file, or the next version of an existing one. */
export interface UploadIntent {
  readonly fileName: string
  readonly fileId?: string | undefined
  /** Folder of a new file; the top of the personal project when omitted. */
  readonly folderId?: string | undefined
  /** The uploader's note about the version. */
  readonly note?: string | undefined
  /** Time of the last change on the device, ISO 8601. */
  readonly modifiedAt?: string | undefined
  /** Hash of the bytes according to the client, hexadecimal. */
  readonly expectedSha256?: string | undefined
}

/** Reads the intent from the fields of a form or the metadata of tus; throws `invalid-input` for a long note or a wrong time. */
export function readUploadIntent(
  fileName: string,
  readField: (name: string) => string | null | undefined,
): UploadIntent {
  const note = readField('note')?.trim()
  if (note !== undefined && note.length > limits.maxNoteCharacters)
    throw new AppError('invalid-input', { field: 'note' })
  return {
    fileName: displayName(fileName),
    fileId: readField('fileId') || undefined,
    // The top of a project has the id of the project.
    folderId: readField('folderId') || readField('projectId') || undefined,
    note: note || undefined,
    modifiedAt: readTime(readField('modifiedAt')),
    expectedSha256: readField('sha256') ?? undefined,
  }
}

function readTime(text: string | null | undefined): string | undefined {
  if (!text) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new AppError('invalid-input', { field: 'modifiedAt' })
  return time.toISOString()
}
