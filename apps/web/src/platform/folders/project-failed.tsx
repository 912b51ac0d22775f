import { ApiError } from '@kamar/contracts'
import { FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { buttonClass } from '../design/button.js'
import { EmptyState } from '../design/empty-state.js'
import { LoadFailed } from '../shell/page-states.js'

interface ProjectFailedProps {
  readonly error: Error
  readonly onRetry: () => void
}

/**
 * Replaces the content of a page about a project that could not be loaded. A project that the account does not see, and
 * content of it that the account may not list, are described in the same way.
 */
export function ProjectFailed({ error, onRetry }: ProjectFailedProps) {
  const { t } = useTranslation()
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403)
  if (!isMissing) return <LoadFailed {...{ error, onRetry }} />
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
