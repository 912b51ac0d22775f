import type { DownloadForm } from '@kamar/contracts'
import { api } from '../../api/api.js'
import { notify } from '../../design/toasts-state.js'
import { errorMessage } from '../../errors/error-message.js'

/**
 * Downloads originals as one ZIP archive, whole folders with their tree. The browser itself opens the address and writes
 * the archive to disk as it arrives, so that gigabytes need no memory of the page.
 */
export async function downloadArchive(form: Partial<DownloadForm>): Promise<void> {
  try {
    const { url } = await api.call('createDownload', { body: { ids: [], folderIds: [], ...form } })
    const link = document.createElement('a')
    link.href = url
    link.download = ''
    link.click()
  } catch (error) {
    notify(errorMessage(error), { tone: 'problem' })
  }
}
