import { type BinnedFile, limits } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button, IconButton } from '../../platform/design/button.js'
import { ConfirmDialog } from '../../platform/design/dialog.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { MiddleEllipsis } from '../../platform/design/middle-ellipsis.js'
import { notify } from '../../platform/design/toasts-state.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { FileTypeIcon } from '../../platform/files/file-type-icon.js'
import { useFileCache } from '../../platform/files/use-files.js'
import { TimeInText } from '../../platform/format/shown-time.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { SettingsShell } from '../../platform/shell/settings-shell.js'
import { withdrawUndo } from './actions/delete-files.js'

const binKey = ['bin'] as const
const dayMilliseconds = 24 * 3_600_000

/** Lists deleted files until their retention ends, to be restored or permanently deleted. */
export function BinPage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: binKey,
    queryFn: ({ signal }) => api.call('listBin', undefined, { signal }),
    staleTime: 0,
  })
  const [filesToPurge, setFilesToPurge] = useState<readonly BinnedFile[]>([])
  const files = query.data ?? []
  return (
    <SettingsShell
      title={t('bin.title')}
      subtitle={t('bin.subtitle', { count: limits.binRetentionDays })}
      aside={
        files.length > 0 ? (
          <Button tone="quiet-danger" icon={<Trash2 />} onClick={() => setFilesToPurge(files)}>
            {t('bin.empty')}
          </Button>
        ) : null
      }
    >
      {query.data ? (
        <BinList files={files} onPurge={(file) => setFilesToPurge([file])} />
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[240]} />
      )}
      <PurgeDialog files={filesToPurge} all={files.length} onClose={() => setFilesToPurge([])} />
    </SettingsShell>
  )
}

function BinList({ files, onPurge }: { files: readonly BinnedFile[]; onPurge: (file: BinnedFile) => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const restore = useRestore()
  if (files.length === 0) {
    return <EmptyState icon={<Trash2 size={20} />} title={t('bin.nothing')} />
  }
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {files.map((file) => (
        <li key={file.id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5">
          <FileTypeIcon name={file.description} />
          <div className="min-w-0">
            <MiddleEllipsis name={file.description} className="text-14" />
            <p className="mt-0.5 text-12 text-muted tabular-nums">
              {formats.size(file.size)} ·{' '}
              <TimeInText value={goneAt(file)} as="day">
                {(date) => t('bin.until', { date })}
              </TimeInText>
            </p>
          </div>
          <div className="flex">
            <IconButton
              label={t('bin.restore', { file: file.description })}
              disabled={restore.isPending}
              onClick={() => restore.mutate(file)}
            >
              <Undo2 />
            </IconButton>
            <IconButton label={t('bin.purge', { file: file.description })} onClick={() => onPurge(file)}>
              <Trash2 />
            </IconButton>
          </div>
        </li>
      ))}
    </ul>
  )
}

const goneAt = ({ deleted_at: deletedAt }: BinnedFile): string =>
  new Date(Date.parse(deletedAt) + limits.binRetentionDays * dayMilliseconds).toISOString()

function useRestore() {
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
    onSettled: () => client.invalidateQueries({ queryKey: binKey }),
  })
}

interface PurgeDialogProps {
  readonly files: readonly BinnedFile[]
  /** Number of files in the bin. */
  readonly all: number
  readonly onClose: () => void
}

function PurgeDialog({ files, all, onClose }: PurgeDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [only] = files
  const purge = useMutation({
    mutationFn: () =>
      files.length === all || !only ? api.call('emptyBin') : api.call('purgeFile', { parameters: { id: only.id } }),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
    onSettled() {
      onClose()
      return client.invalidateQueries({ queryKey: binKey })
    },
  })
  return (
    <ConfirmDialog
      open={files.length > 0}
      title={t('bin.purgeTitle')}
      confirm={t('bin.purgeConfirm')}
      confirming={t('files.deleting')}
      busy={purge.isPending}
      onConfirm={() => purge.mutate()}
      onCancel={onClose}
    >
      <p>
        {files.length === 1 && only
          ? t('files.deleteQuestion', { file: only.description })
          : t('files.clearAllQuestion', { count: files.length })}
      </p>
      <p>{t('files.deleteWarning')}</p>
    </ConfirmDialog>
  )
}
