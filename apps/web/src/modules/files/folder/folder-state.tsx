import { canChangeFolder } from '../../../platform/folders/use-folders.js'
import { ApiError } from '@kamar/contracts'
import { FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../../../platform/design/button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { ChooseFileButton } from '../../../platform/files/upload/upload-button.js'
import { FilesFailed, FilesSkeleton } from '../files-states.js'
import type { PageFolder } from './use-page-folder.js'

/** Replaces the files of a folder while it loads, when it is empty, and when it cannot be details. */
export function FolderState({ page: { details, query } }: { readonly page: PageFolder }) {
  const { t } = useTranslation()
  if (details) {
    const canUpload = canChangeFolder(details.folder)
    return (
      <EmptyState
        icon={<FolderOpen size={20} />}
        title={t('folders.empty')}
        action={canUpload ? <ChooseFileButton /> : null}
      >
        {t(canUpload ? 'folders.emptyHint' : 'folders.emptyReadOnly')}
      </EmptyState>
    )
  }
  if (!query.isError) return <FilesSkeleton />
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  if (!isMissing) return <FilesFailed error={query.error} onRetry={() => void query.refetch()} />
  return (
    <EmptyState
      icon={<FolderOpen size={20} />}
      title={t('folders.missing')}
      action={
        <Link to="/home" className={buttonClass('secondary')}>
          {t('folders.backToFiles')}
        </Link>
      }
    />
  )
}
