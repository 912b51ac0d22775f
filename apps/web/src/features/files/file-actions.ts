import type { FileRecord } from '@kamar/contracts'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { downloadOriginal } from '../../shared/files/download-original.js'
import { useTranslationCall } from '../../shared/files/use-retry.js'
import type { Deletion } from './delete-files.js'

/** Only owners delete. */
export const mayRemove = ({ sharing }: FileRecord): boolean => (sharing?.role ?? 'owner') === 'owner'

/** What can be done with one file; the same in rows, cards and the preview. */
export interface FileActions {
  readonly view: (file: FileRecord) => void
  readonly download: (file: FileRecord) => void
  readonly remove: (file: FileRecord) => void
  readonly share: (file: FileRecord) => void
  readonly retry: (file: FileRecord) => void
  readonly cancel: (file: FileRecord) => void
}

export function useFileActions(ask: Deletion['ask'], share: (file: FileRecord) => void): FileActions {
  const navigate = useNavigate()
  const retry = useTranslationCall('retryTranslation')
  const cancel = useTranslationCall('cancelTranslation')
  return useMemo(
    () => ({
      view({ urn }) {
        if (urn !== '') void navigate(`/ViewerPage?urn=${encodeURIComponent(urn)}`)
      },
      download: (file) => void downloadOriginal(file),
      remove: (file) => ask({ kind: 'files', files: [file] }),
      share,
      retry,
      cancel,
    }),
    [navigate, retry, cancel, ask, share],
  )
}
