import { getFileExtension } from '@kamar/core'
import i18next from 'i18next'
import { accessToken } from '../../api/access-token.js'
import { messageOfCode } from '../../errors/error-message.js'
import { acceptedExtensions, acceptedUploads } from './upload-rules.js'

/** Why a file cannot be uploaded. */
export interface UploadRefusal {
  readonly reason: 'signedOut' | 'unsupported' | 'tooLarge' | 'empty'
  /** Message of the specification, section 5. */
  readonly message: string
}

/** Returns whether the server accepts the name's extension. */
export const hasAcceptedExtension = (name: string): boolean => acceptedExtensions().includes(getFileExtension(name))

/** Returns why a file cannot be uploaded, or null. The server checks again. */
export function findUploadRefusal(file: Pick<File, 'name' | 'size'>): UploadRefusal | null {
  if (accessToken.read() === null) {
    return { reason: 'signedOut', message: i18next.t('errors.accessTokenRequired') }
  }
  if (!hasAcceptedExtension(file.name)) {
    const extension = getFileExtension(file.name)
    return {
      reason: 'unsupported',
      message: messageOfCode('unsupported-format', { extension: extension || file.name }),
    }
  }
  const { limitBytes } = acceptedUploads.get()
  if (file.size > limitBytes)
    return { reason: 'tooLarge', message: messageOfCode('file-too-large', { limit: limitBytes }) }
  return file.size === 0 ? { reason: 'empty', message: messageOfCode('empty-file') } : null
}
