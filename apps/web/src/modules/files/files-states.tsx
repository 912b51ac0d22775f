import { CloudOff, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { Skeleton } from '../../platform/design/skeleton.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { ErrorReference } from '../../platform/errors/error-reference.js'
import type { FileView } from './use-arrangement.js'

/** Reports that no files match. */
export function NoMatches({ view }: { view: FileView }) {
  const { t } = useTranslation()
  const search = view.search.trim()
  return (
    <div className="flex min-h-0 grow flex-col justify-center overflow-y-auto">
      <EmptyState
        icon={<SearchX size={20} />}
        title={t('files.empty')}
        action={<Button onClick={view.showAll}>{t('files.showAll')}</Button>}
      >
        <span className="wrap-anywhere">
          {search === ''
            ? t('files.emptyTypeHint', { type: view.type.slice(1).toUpperCase() })
            : t('files.emptySearchHint', { search })}
        </span>
      </EmptyState>
    </div>
  )
}

/** Reports that the list failed to load: the error, its remedy, and the details for the administrator. */
export function FilesFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="flex min-h-0 grow flex-col justify-center overflow-y-auto" role="alert">
      <EmptyState
        icon={<CloudOff size={20} />}
        title={t('files.failed')}
        action={
          <Button tone="primary" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        }
      >
        <p>{t('errors.statusFailed', { reason: errorMessage(error) })}</p>
        <ErrorReference error={error} />
      </EmptyState>
    </div>
  )
}

/** Renders the placeholder of the list while it loads. */
export function FilesSkeleton() {
  return (
    <div aria-hidden="true" className="min-h-0 grow overflow-hidden px-4 pt-9">
      {[38, 52, 31, 46, 60, 35, 43].map((width) => (
        <div key={width} className="flex h-16 items-center gap-4 border-b border-line/60 md:h-11">
          <Skeleton className="size-4" />
          <Skeleton className="size-8" />
          <div className="grow">
            <div style={{ width: `${width}%` }}>
              <Skeleton className="h-3.5" />
            </div>
          </div>
          <Skeleton className="hidden h-6 w-24 rounded-full md:block" />
          <Skeleton className="hidden h-3.5 w-14 md:block" />
        </div>
      ))}
    </div>
  )
}

/** Renders the placeholder of the preview. */
export function PreviewSkeleton() {
  return (
    <div aria-hidden="true" className="space-y-5">
      <Skeleton className="aspect-4/3 w-full rounded-card" />
      <Skeleton className="h-5 w-3/5" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}
