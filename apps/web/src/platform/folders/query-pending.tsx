import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { Skeleton } from '../design/skeleton.js'
import { errorMessage } from '../errors/error-message.js'

interface QueryPendingProps {
  readonly query: Pick<UseQueryResult, 'error' | 'refetch'>
  /** Text of a failure, with its `reason`. */
  readonly message: 'folders.move.failed' | 'folders.permissions.failed'
}

/** Renders placeholders of rows that are loading, or why loading failed. */
export function QueryPending({ message, query }: QueryPendingProps) {
  const { t } = useTranslation()
  if (query.error) {
    return (
      <div className="text-13">
        <p role="alert" className="mb-3 text-danger">
          {t(message, { reason: errorMessage(query.error) })}
        </p>
        <Button size="small" onClick={() => void query.refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  return (
    <div className="space-y-3">
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  )
}
