import { type BinnedFile, type FolderDeletion, limits } from '@kamar/contracts'
import { Folder, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { FileTypeIcon } from '../../../platform/files/file-type-icon.js'
import { TimeInText } from '../../../platform/format/shown-time.js'
import { useFormats } from '../../../platform/format/use-formats.js'

const dayMilliseconds = 24 * 3_600_000

interface ActionProps {
  /** Whether anything is being restored. */
  readonly isRestoring: boolean
  readonly onRestore: () => void
  readonly onPurge: () => void
}

/** Renders a deleted file with its size. */
export function BinnedFileRow({ file, ...actions }: ActionProps & { readonly file: BinnedFile }) {
  const formats = useFormats()
  const { deleted_at: deletedAt, description, size } = file
  return (
    <BinRow
      icon={<FileTypeIcon name={description} />}
      name={description}
      details={formats.size(size)}
      deletedAt={deletedAt}
      {...actions}
    />
  )
}

/** Renders a deleted folder with where it was and the number of files that were deleted with it. */
export function BinnedFolderRow({ folder, ...actions }: ActionProps & { readonly folder: FolderDeletion }) {
  const { t } = useTranslation()
  // The top of a project has no name.
  const path = folder.path.filter((name) => name !== '').join(' / ')
  const count = t('bin.files', { count: folder.files })
  return (
    <BinRow
      icon={
        <span className="inline-flex min-w-9 justify-center text-muted">
          <Folder />
        </span>
      }
      name={folder.name}
      details={path === '' ? count : `${path} · ${count}`}
      deletedAt={folder.deletedAt}
      {...actions}
    />
  )
}

interface BinRowProps extends ActionProps {
  readonly icon: ReactNode
  readonly name: string
  readonly details: string
  readonly deletedAt: string
}

function BinRow({ icon, name, details, deletedAt, isRestoring, onRestore, onPurge }: BinRowProps) {
  const { t } = useTranslation()
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5">
      {icon}
      <div className="min-w-0">
        <MiddleEllipsis name={name} className="text-14" />
        <p className="mt-0.5 text-12 text-muted tabular-nums wrap-anywhere">
          {details} ·{' '}
          <TimeInText value={toPurgeTime(deletedAt)} as="day">
            {(date) => t('bin.until', { date })}
          </TimeInText>
        </p>
      </div>
      <div className="flex">
        <IconButton label={t('bin.restore', { file: name })} disabled={isRestoring} onClick={onRestore}>
          <Undo2 />
        </IconButton>
        <IconButton label={t('bin.purge', { file: name })} onClick={onPurge}>
          <Trash2 />
        </IconButton>
      </div>
    </li>
  )
}

const toPurgeTime = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + limits.binRetentionDays * dayMilliseconds).toISOString()
