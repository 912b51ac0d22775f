import type { FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { useState } from 'react'
import { api } from '../../../platform/api/api.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { useFileCache } from '../../../platform/files/use-files.js'
import { useInvalidateVersions } from '../../../platform/files/use-versions.js'

/** Makes an older version of a file current again. */
export function useRestoreVersion({ id }: Pick<FileRecord, 'id'>): {
  readonly restore: (number: number) => Promise<void>
  readonly busy: boolean
} {
  const cache = useFileCache()
  const invalidate = useInvalidateVersions()
  const [busy, setBusy] = useState(false)
  const restore = async (number: number): Promise<void> => {
    setBusy(true)
    try {
      cache.put(await api.call('restoreVersion', { parameters: { id, number: String(number) } }))
      invalidate()
      notify(i18next.t('versions.restored', { number }))
    } catch (error) {
      notify(i18next.t('versions.restoreFailed', { number, reason: errorMessage(error) }), { tone: 'problem' })
    } finally {
      setBusy(false)
    }
  }
  return { restore, busy }
}
