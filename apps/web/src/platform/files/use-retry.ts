import type { FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { useCallback } from 'react'
import { api } from '../api/api.js'
import { notify } from '../design/toasts-state.js'
import { errorMessage } from '../errors/error-message.js'
import { useFileCache } from './use-files.js'

type Call = 'retryTranslation' | 'cancelTranslation'

/** Restarts or cancels a translation; the file's changed record is shown at once. */
export function useTranslationCall(call: Call): (file: Pick<FileRecord, 'id'>) => void {
  const cache = useFileCache()
  return useCallback(
    ({ id }) => {
      api.call(call, { parameters: { id } }).then(
        (file) => cache.put(file),
        (error: unknown) => {
          notify(i18next.t('preview.retryFailed', { reason: errorMessage(error) }), { tone: 'problem' })
        },
      )
    },
    [cache, call],
  )
}

export const useRetry = (): ((file: Pick<FileRecord, 'id'>) => void) => useTranslationCall('retryTranslation')
