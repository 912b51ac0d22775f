import type { AdminDecision, AdminRequest } from '@kamar/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { EmptyState } from '../../platform/design/empty-state.js'
import { notify } from '../../platform/design/toasts-state.js'
import { inputClass } from '../../platform/design/fields/text-field.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { ShownTime, TimeInText } from '../../platform/format/shown-time.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../platform/shell/page-states.js'
import { adminKeys } from './admin-keys.js'

const bytesPerGigabyte = 1024 ** 3

/** Lists the requests of users, open ones first. */
export function RequestsTab() {
  const { t } = useTranslation()
  const { data, error, isError, refetch } = useQuery({
    queryKey: adminKeys.requests,
    queryFn: ({ signal }) => api.call('listRequests', undefined, { signal }),
  })
  if (isError && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <CardsSkeleton heightsPixels={[120, 120]} />
  if (data.length === 0) {
    return <EmptyState icon={<Inbox size={20} />} title={t('admin.noRequests')} />
  }
  return (
    <ul className="space-y-4">
      {data.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
    </ul>
  )
}

function RequestCard({ request }: { request: AdminRequest }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { account, state } = request
  return (
    <li className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-16 break-words">{t(`admin.request.${request.kind}`, { name: request.name })}</h2>
        <ShownTime value={request.requestedAt} as="list" className="text-13 text-muted" />
      </div>
      <p className="mt-1 text-13 break-words text-muted">
        {request.email}
        {account
          ? ` · ${t('storage.used', { used: formats.volume(account.usedBytes), quota: formats.volume(account.quotaBytes) })}`
          : null}
      </p>
      {request.message === '' ? null : (
        <p className="mt-3 text-14 break-words whitespace-pre-line">{request.message}</p>
      )}
      {state === 'open' ? (
        <Decision request={request} />
      ) : (
        <p className="mt-3 text-13 font-medium text-muted">
          <TimeInText value={request.decidedAt} as="day">
            {(date) => t(`admin.request.${state}`, { date })}
          </TimeInText>
        </p>
      )}
    </li>
  )
}

/** Renders the buttons to grant, with the new plan's size, or to refuse. */
function Decision({ request }: { request: AdminRequest }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const field = useId()
  const decide = useMutation({
    mutationFn: (body: AdminDecision) => api.call('decideRequest', { parameters: { id: request.id }, body }),
    onError: (error) => notify(errorMessage(error), { tone: 'problem' }),
    onSettled: () =>
      Promise.all(
        [adminKeys.requests, adminKeys.overview, adminKeys.users].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const isUpgrade = request.kind === 'upgrade'
  const suggested = Math.round(((request.account?.quotaBytes ?? 0) * 2) / bytesPerGigabyte)
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const gigabytes = Number(new FormData(event.currentTarget).get('gigabytes'))
    decide.mutate(
      isUpgrade && gigabytes > 0
        ? { state: 'granted', quotaBytes: Math.round(gigabytes * bytesPerGigabyte) }
        : { state: 'granted' },
    )
  }
  return (
    <form onSubmit={submit} className="mt-4 flex flex-wrap items-end gap-2">
      {isUpgrade ? (
        <div>
          <label htmlFor={field} className="mb-1 block text-12 text-muted">
            {t('admin.newQuota')}
          </label>
          <input
            id={field}
            name="gigabytes"
            type="number"
            min={1}
            max={1_000_000}
            defaultValue={Math.max(1, suggested)}
            className={`${inputClass} w-28 tabular-nums sm:h-9`}
          />
        </div>
      ) : null}
      <Button type="submit" tone="primary" busy={decide.isPending}>
        {isUpgrade ? t('admin.grant') : t('admin.markDone')}
      </Button>
      {isUpgrade ? <Button onClick={() => decide.mutate({ state: 'declined' })}>{t('admin.decline')}</Button> : null}
    </form>
  )
}
