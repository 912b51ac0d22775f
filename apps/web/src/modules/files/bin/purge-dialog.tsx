import type { BinnedFile, FolderDeletion } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.js'
import { ConfirmDialog } from '../../../platform/design/dialog.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'

interface BinContent {
  readonly files: readonly BinnedFile[]
  readonly folders: readonly FolderDeletion[]
}

/** What to delete permanently: one file, one folder, or everything in the bin. */
export type PurgedItem =
  | { readonly kind: 'file'; readonly file: BinnedFile }
  | { readonly kind: 'folder'; readonly folder: FolderDeletion }
  | ({ readonly kind: 'everything' } & BinContent)

interface PurgeDialogProps {
  /** Null while the dialog is closed. */
  readonly item: PurgedItem | null
  readonly onClose: () => void
}

/** Asks whether to delete permanently, and does it. */
export function PurgeDialog({ item, onClose }: PurgeDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const formatConfirmation = useConfirmation()
  const purge = useMutation({
    mutationFn: (purgedItem: PurgedItem) => purgeItem(purgedItem),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
    onSettled() {
      onClose()
      return client.invalidateQueries({ queryKey: ['bin'] })
    },
  })
  return (
    <ConfirmDialog
      open={item !== null}
      title={t('bin.purgeTitle')}
      confirm={t('bin.purgeConfirm')}
      confirming={t('files.deleting')}
      busy={purge.isPending}
      onConfirm={() => item && purge.mutate(item)}
      onCancel={onClose}
    >
      <p>{item ? formatConfirmation(item) : null}</p>
      <p>{t('files.deleteWarning')}</p>
    </ConfirmDialog>
  )
}

async function purgeItem(item: PurgedItem): Promise<void> {
  if (item.kind === 'file') await api.call('purgeFile', { parameters: { id: item.file.id } })
  else if (item.kind === 'folder') await api.call('purgeFolder', { parameters: { id: item.folder.id } })
  else await api.call('emptyBin')
}

function useConfirmation(): (item: PurgedItem) => string {
  const { t } = useTranslation()
  return (item) => {
    if (item.kind === 'file') return t('files.deleteQuestion', { file: item.file.description })
    if (item.kind === 'folder') {
      const { files, name } = item.folder
      return t('bin.purgeFolderQuestion', { folder: name, count: files })
    }
    const { files, folders } = item
    if (folders.length > 0) return t('bin.emptyQuestion')
    const [only] = files
    return files.length === 1 && only
      ? t('files.deleteQuestion', { file: only.description })
      : t('files.clearAllQuestion', { count: files.length })
  }
}
