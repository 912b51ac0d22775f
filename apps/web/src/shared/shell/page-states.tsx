import { CloudOff, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button, buttonClass } from '../design/button.js'
import { CopyButton } from '../design/copy-button.js'
import { EmptyState } from '../design/empty-state.js'
import { Skeleton } from '../design/skeleton.js'
import { errorMessage, errorReference } from '../errors/error-message.js'

const icon = { size: 20, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Renders a loading error: what happened, what to do, what to report to the administrator. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  const reference = errorReference(error)
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff {...icon} />}
        title={t('settings.failed')}
        action={<Button onClick={onRetry}>{t('common.retry')}</Button>}
      >
        <p>{errorMessage(error)}</p>
        {reference ? (
          <p className="mt-2 inline-flex items-center gap-1 text-12">
            {t('common.reference')} <code className="font-mono text-text">{reference}</code>
            <CopyButton label={t('common.copy')} text={reference} />
          </p>
        ) : null}
      </EmptyState>
    </div>
  )
}

/** Renders a page that the user may not access. */
export function NoPermission() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<Lock {...icon} />}
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
