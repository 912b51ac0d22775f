import type { FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { fetchStream } from '../api/api.js'
import { notify } from '../design/notices-state.js'
import { errorMessage } from '../errors/error-message.js'

/** Saves the original under its own name. A link cannot send a token, so the bytes pass through the page's memory. */
export async function downloadOriginal({ id, description }: Pick<FileRecord, 'id' | 'description'>): Promise<void> {
  try {
    const response = await fetchStream(`/api/auth/my-urns/${encodeURIComponent(id)}/original`)
    save(await response.blob(), description)
  } catch (error) {
    const reason = errorMessage(error)
    notify(i18next.t('files.downloadFailed', { file: description, reason }), { tone: 'problem' })
  }
}

function save(bytes: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The download has begun by then; without the pause some browsers save nothing.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
