import { getFileExtension } from '@kamar/core'
import { limits } from '@kamar/contracts'
import i18next from 'i18next'
import { accessToken } from '../../api/access-token.js'
import { messageOfCode } from '../../errors/error-message.js'
import { acceptedExtensions } from './upload-rules.js'

/** Returns whether the server accepts the name's extension. */
export const hasAcceptedExtension = (name: string): boolean => acceptedExtensions().includes(getFileExtension(name))

/** Returns why a file cannot be uploaded (specification section 5), or null. The server checks again. */
export function findUploadError(file: Pick<File, 'name' | 'size'>): string | null {
  if (accessToken.read() === null) return i18next.t('errors.accessTokenRequired')
  if (!hasAcceptedExtension(file.name)) {
    const extension = getFileExtension(file.name)
    return messageOfCode('unsupported-format', { extension: extension || file.name })
  }
  if (file.size > limits.maxUploadBytes) return messageOfCode('file-too-large')
  return file.size === 0 ? messageOfCode('empty-file') : null
}
