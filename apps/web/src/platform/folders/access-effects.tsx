import type { AccessEffects, UserReference } from '@kamar/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import { UserCheck, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../design/button.js'
import { FormError } from '../design/fields/form-error.js'
import { errorMessage } from '../errors/error-message.js'

const maxNames = 5

/** Renders who loses and who gains access by a planned change, first who loses it; nothing when nobody does. */
export function AccessEffectsList({ plan }: { readonly plan: UseQueryResult<AccessEffects> }) {
  const { t } = useTranslation()
  const formatNames = useNames()
  const { gaining = [], losing = [] } = plan.data ?? {}
  return (
    <>
      {/* Always rendered: screen readers announce only changes of a region that exists. */}
      <div role="status" aria-label={t('folders.effects.label')} className="space-y-1 text-13 wrap-anywhere">
        {losing.length > 0 ? (
          <p className="flex items-start gap-2 text-danger">
            <UserX className="mt-0.5 shrink-0" />
            {t('folders.effects.losing', { names: formatNames(losing) })}
          </p>
        ) : null}
        {gaining.length > 0 ? (
          <p className="flex items-start gap-2">
            <UserCheck className="mt-0.5 shrink-0 text-muted" />
            {t('folders.effects.gaining', { names: formatNames(gaining) })}
          </p>
        ) : null}
      </div>
      {plan.isError ? (
        <div className="space-y-2">
          <FormError text={errorMessage(plan.error)} />
          <Button size="small" onClick={() => void plan.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function useNames(): (users: readonly UserReference[]) => string {
  const { t } = useTranslation()
  return (users) => {
    const names = users
      .slice(0, maxNames)
      .map(({ name }) => name)
      .join(', ')
    const count = users.length - maxNames
    return count > 0 ? t('folders.effects.andOthers', { names, count }) : names
  }
}
