import { type FileRecord, versionFileName } from '@kamar/contracts'
import i18next from 'i18next'
import { fetchStream } from '../../api/api.js'
import { notify } from '../../design/toasts-state.js'
import { errorMessage } from '../../errors/error-message.js'
import { saveFile } from './save-file.js'

/** Saves the original under its own name; an older version has its number in the name. */
export async function downloadOriginal(
  { id, description }: Pick<FileRecord, 'id' | 'description'>,
  version?: number,
): Promise<void> {
  try {
    const query = version === undefined ? '' : `?version=${version}`
    const response = await fetchStream(`/api/auth/my-urns/${encodeURIComponent(id)}/original${query}`)
    saveFile(await response.blob(), version === undefined ? description : versionFileName(description, version))
  } catch (error) {
    notifyFailedDownload(description, error)
  }
}

export function notifyFailedDownload(file: string, error: unknown): void {
  notify(i18next.t('files.downloadFailed', { file, reason: errorMessage(error) }), { tone: 'problem' })
}
