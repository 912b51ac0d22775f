import { CloudOff, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button, buttonClass } from '../design/button.js'
import { EmptyState } from '../design/empty-state.js'
import { Skeleton } from '../design/skeleton.js'
import { errorMessage } from '../errors/error-message.js'
import { ErrorReference } from '../errors/error-reference.js'

/** Renders a loading error: what happened, what to do, what to report to the administrator. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff size={20} />}
        title={t('settings.failed')}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      >
        <p>{errorMessage(error)}</p>
        <ErrorReference error={error} />
      </EmptyState>
    </div>
  )
}

/** Renders a page that the user may not access. */
export function NoPermission() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<Lock size={20} />}
      title={t('settings.noRights')}
      action={
        <Link to="/home" className={buttonClass('primary')}>
          {t('settings.back')}
        </Link>
      }
    >
      {t('settings.noRightsHint')}
    </EmptyState>
  )
}

/** Renders placeholders of cards until their content is loaded. */
export function CardsSkeleton({ heightsPixels = [140, 320] }: { heightsPixels?: readonly number[] }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('settings.loading')} className="space-y-6">
      {heightsPixels.map((height, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- nothing but their place tells them apart
        <div key={index} style={{ height }} className="rounded-card border border-line bg-surface p-6">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="mt-4 h-4 w-4/5" />
          <Skeleton className="mt-3 h-4 w-3/5" />
        </div>
      ))}
    </div>
  )
}
