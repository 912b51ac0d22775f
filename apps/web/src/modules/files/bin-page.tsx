import { type BinnedFile, type FolderDeletion, limits } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { SettingsShell } from '../../platform/shell/settings-shell.js'
import { BinnedFileRow, BinnedFolderRow } from './bin/bin-rows.js'
import { PurgeDialog, type PurgedItem } from './bin/purge-dialog.js'
import { useRestoreFile, useRestoreFolder } from './bin/use-restore.js'

/** Lists deleted folders and files until their retention ends, to be restored or permanently deleted. */
export function BinPage() {
  const { t } = useTranslation()
  const files = useQuery({
    queryKey: ['bin'],
    queryFn: ({ signal }) => api.call('listBin', undefined, { signal }),
    staleTime: 0,
  })
  const folders = useQuery({
    queryKey: ['bin', 'folders'],
    queryFn: ({ signal }) => api.call('listDeletedFolders', undefined, { signal }),
    staleTime: 0,
  })
  const [purgedItem, setPurgedItem] = useState<PurgedItem | null>(null)
  const content = { files: files.data ?? [], folders: folders.data ?? [] }
  const failedQuery = [files, folders].find(({ data, isError }) => data === undefined && isError)
  return (
    <SettingsShell
      title={t('bin.title')}
      subtitle={t('bin.subtitle', { count: limits.binRetentionDays })}
      aside={
        content.files.length + content.folders.length > 0 ? (
          <Button
            tone="quiet-danger"
            icon={<Trash2 />}
            onClick={() => setPurgedItem({ kind: 'everything', ...content })}
          >
            {t('bin.empty')}
          </Button>
        ) : null
      }
    >
      {files.data && folders.data ? (
        <BinList {...content} onPurge={setPurgedItem} />
      ) : failedQuery ? (
        <LoadFailed error={failedQuery.error} onRetry={() => void failedQuery.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[240]} />
      )}
      <PurgeDialog item={purgedItem} onClose={() => setPurgedItem(null)} />
    </SettingsShell>
  )
}

interface BinListProps {
  readonly files: readonly BinnedFile[]
  readonly folders: readonly FolderDeletion[]
  readonly onPurge: (item: PurgedItem) => void
}

function BinList({ files, folders, onPurge }: BinListProps) {
  const { t } = useTranslation()
  const restoreFile = useRestoreFile()
  const restoreFolder = useRestoreFolder()
  const isRestoring = restoreFile.isPending || restoreFolder.isPending
  if (files.length + folders.length === 0) {
    return <EmptyState icon={<Trash2 size={20} />} title={t('bin.nothing')} />
  }
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {folders.map((folder) => (
        <BinnedFolderRow
          key={folder.id}
          folder={folder}
          isRestoring={isRestoring}
          onRestore={() => restoreFolder.mutate(folder)}
          onPurge={() => onPurge({ kind: 'folder', folder })}
        />
      ))}
      {files.map((file) => (
        <BinnedFileRow
          key={file.id}
          file={file}
          isRestoring={isRestoring}
          onRestore={() => restoreFile.mutate(file)}
          onPurge={() => onPurge({ kind: 'file', file })}
        />
      ))}
    </ul>
  )
}
