import type { BinnedFile, FolderDeletion } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { useFileCache } from '../../../platform/files/use-files.js'
import { useFolderCalls } from '../../../platform/folders/use-folders.js'
import { withdrawUndo } from '../actions/delete-files.js'

/** Restores a file of the bin, and reports the result in a toast. */
export function useRestoreFile() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const cache = useFileCache()
  return useMutation({
    mutationFn: ({ id }: BinnedFile) => api.call('restoreFile', { parameters: { id } }),
    onSuccess(file) {
      cache.put(file)
      withdrawUndo(file.id)
      notify(t('files.restoredFile', { file: file.description }))
    },
    onError: (error) => notify(t('files.restoreFailed', { reason: errorMessage(error) }), { tone: 'problem' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['bin'] }),
  })
}

/** Restores a folder of the bin with what was deleted with it, and reports the result in a toast. */
export function useRestoreFolder() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const calls = useFolderCalls()
  return useMutation({
    mutationFn: ({ id }: FolderDeletion) => calls.restore(id),
    onSuccess: ({ name }) => notify(t('bin.restoredFolder', { folder: name })),
    onError(error) {
      notify(errorMessage(error), { tone: 'problem' })
      // Somebody else may have restored or deleted it.
      return client.invalidateQueries({ queryKey: ['bin'] })
    },
  })
}
