import { FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { fetchStream } from '../../api/api.js'
import { notify } from '../../design/toasts-state.js'
import { errorMessage } from '../../errors/error-message.js'

/**
 * Adds textures, .mtl and similar files to a model; the server translates it again. Resolves with its changed record.
 */
export async function attachCompanions(id: string, files: readonly File[]): Promise<FileRecord | null> {
  const body = new FormData()
  for (const file of files) body.append('file', file, file.name)
  try {
    const url = `/api/auth/my-urns/${encodeURIComponent(id)}/companions`
    const response = await fetchStream(url, { method: 'POST', body })
    const changed = FileRecord.parse(await response.json())
    notify(i18next.t('report.attached'))
    return changed
  } catch (error) {
    notify(i18next.t('report.attachFailed', { reason: errorMessage(error) }), { tone: 'problem' })
    return null
  }
}
