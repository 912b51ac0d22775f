import type { FileRecord } from '@kamar/contracts'
import i18next from 'i18next'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api/api.js'
import { notify } from '../../shared/design/notices-state.js'
import { errorMessage } from '../../shared/errors/error-message.js'
import { downloadOriginal } from '../../shared/files/download-original.js'
import { useFileCache } from '../../shared/files/use-files.js'
import type { Deletion } from './delete-files.js'

/** What can be done with one file; the same in rows, cards and the preview. */
export interface FileActions {
  view(file: FileRecord): void
  download(file: FileRecord): void
  remove(file: FileRecord): void
  retry(file: FileRecord): void
  cancel(file: FileRecord): void
}

export function useFileActions(ask: Deletion['ask']): FileActions {
  const navigate = useNavigate()
  const cache = useFileCache()
  return useMemo(() => {
    const again = (name: 'retryTranslation' | 'cancelTranslation', file: FileRecord): void => {
      api.call(name, { parameters: { id: file.id } }).then(cache.put, (error: unknown) => {
        notify(i18next.t('preview.retryFailed', { reason: errorMessage(error) }), { tone: 'problem' })
      })
    }
    return {
      view({ urn }) {
        if (urn !== '') void navigate(`/ViewerPage?urn=${encodeURIComponent(urn)}`)
      },
      download: (file) => void downloadOriginal(file),
      remove: (file) => ask({ kind: 'files', files: [file] }),
      retry: (file) => again('retryTranslation', file),
      cancel: (file) => again('cancelTranslation', file),
    }
  }, [navigate, cache, ask])
}
